import { useLanguage } from '../../messages/language'
import { deviceZone } from '../../time/device'
import { formatEnd, formatTime, zoneCity, zoneName } from '../../time/format'
import { useGuestWords } from '../words'
import { clocksDiffer, longDate } from './date'
import './When.css'

interface Props {
  from: string
  to: string
  /** Zone of the venue. */
  zone: string
  /** Also what the device's own clock shows then, where it differs. */
  device?: boolean
}

/** When something is, in words and in the venue's time, which is named. */
export function When({ from, to, zone, device = false }: Props) {
  const language = useLanguage()
  const words = useGuestWords()
  const date = longDate(from, zone, language)
  const names = [zoneName(zone, from, language), zoneName(zone, to, language)]
  const own = deviceZone()
  return (
    <span className="when">
      <time className="when-date" dateTime={from}>{date}</time>
      <span className="when-time">
        <time dateTime={from}>{formatTime(from, zone, language)}</time>
        {names[0] !== names[1] && <span className="zone">{names[0]}</span>}–<time dateTime={to}>{formatEnd(to, from, zone, language)}</time>
        <span className="zone">{words.zoneOf(zoneCity(zone), names[1]!)}</span>
      </span>
      {device && clocksDiffer(zone, own, Date.parse(from)) && (
        <span className="when-device">{words.onDevice(formatTime(from, own, language, 'dateTime'), zoneName(own, from, language))}</span>
      )}
    </span>
  )
}
