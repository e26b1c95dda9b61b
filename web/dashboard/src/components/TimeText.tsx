import { useState } from 'react'
import { serverNow } from '../api/clock'
import { useLanguage } from '../messages/language'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { formatEnd, formatTime, type TimeStyle, zoneCity, zoneName } from '../time/format'

interface Props {
  at: string | number
  /** IANA zone of the venue. */
  zone: string
  style?: TimeStyle
  /** Leave the zone's name out: only below a ZoneNote, or beside another time of the same zone. It stays in the title. */
  bare?: boolean
  /** The beginning of what ends at this instant: then the day is said only where it is another. */
  since?: string | number
}

/** An instant by the venue's clock, with the zone. */
export function TimeText({ at, zone, style = 'time', bare = false, since }: Props) {
  const language = useLanguage()
  const iso = typeof at === 'string' ? at : new Date(at).toISOString()
  return (
    <time dateTime={iso} title={formatTime(at, zone, language, 'full')}>
      {since === undefined ? formatTime(at, zone, language, style) : formatEnd(at, since, zone, language)}
      {!bare && <span className="zone">{zoneName(zone, at, language)}</span>}
    </time>
  )
}

/** From and until, the day once: Tue 1 Dec, 19:30–21:00 GMT+9. Where the clocks change meanwhile, both ends name their zone. */
export function SpanText({ from, to, zone, style = 'dateTime', bare = false }: { from: string | number; to: string | number; zone: string; style?: TimeStyle; bare?: boolean }) {
  const language = useLanguage()
  const steady = zoneName(zone, from, language) === zoneName(zone, to, language)
  return (
    <span>
      <TimeText at={from} zone={zone} style={style} bare={bare || steady} />–<TimeText at={to} zone={zone} bare={bare} since={from} />
    </span>
  )
}

/** Says once for a list or a page whose time it shows. */
export function ZoneNote({ zone, at }: { zone: string; at?: string | number }) {
  const language = useLanguage()
  const [opened] = useState(serverNow)
  return <span className="zone zone-note">{useWords(shellWords).zone(zoneCity(zone), zoneName(zone, at ?? opened, language))}</span>
}
