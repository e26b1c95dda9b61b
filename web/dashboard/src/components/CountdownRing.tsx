import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverNow } from '../api/clock'
import { shellWords } from '../messages/catalogues'
import { useLanguage } from '../messages/language'
import { number, useWords } from '../messages/words'
import { announcementBetween, useCountdown } from '../time/countdown'
import { formatCountdown } from '../time/format'
import { announce } from './announce'
import './CountdownRing.css'

interface Props {
  until: string
  /** When it began, so that the ring knows what is a whole; without it the ring begins full. */
  from?: string | null
  size?: number
  /** What runs out, for screen readers: "Hold for table 4". */
  label: string
  /** Silence the announcements, as in a list of many. */
  quiet?: boolean
  onOver?: () => void
}

/** The time left as a ring with digits, by the server's clock. At zero nothing is decided here: the server's state is read. */
export function CountdownRing({ until, from, size = 56, label, quiet = false, onOver }: Props) {
  const words = useWords(shellWords)
  const language = useLanguage()
  const now = useCountdown(until)
  const left = now?.left ?? 0
  const [shown] = useState(serverNow)
  const whole = Date.parse(until) - (from ? Date.parse(from) : shown)
  const share = whole > 0 ? Math.min(1, left / whole) : 0
  const heard = useRef<{ until: string; left: number } | null>(null)
  const tell = useEffectEvent((last: number) => {
    if (last > 0 && left === 0) {
      if (!quiet) announce(`${label}: ${words.announce.over}`)
      onOver?.()
      return
    }
    const mark = quiet ? undefined : announcementBetween(last, left)
    if (mark === undefined) return
    const text = mark === 60_000 ? words.announce.minute : mark > 60_000 ? words.announce.minutes(number(language, mark / 60_000)) : words.announce.seconds(number(language, mark / 1000))
    announce(`${label}: ${text}`)
  })
  const unsure = now?.unsure ?? true
  useEffect(() => {
    if (unsure) return
    const last = heard.current
    heard.current = { until, left }
    if (last?.until === until) tell(last.left)
  }, [until, left, unsure])
  const r = 20
  const round = 2 * Math.PI * r
  const tone = left <= 30_000 ? 'rust' : left <= 120_000 ? 'amber' : 'pine'
  return (
    <span className="countdown" data-tone={now?.over ? 'slate' : tone} style={{ width: size, height: size }}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle className="countdown-track" cx="24" cy="24" r={r} />
        <circle className="countdown-left" cx="24" cy="24" r={r} strokeDasharray={`${round * share} ${round}`} />
      </svg>
      <span role="timer" aria-label={label} className="countdown-digits" data-long={size < 56 && left >= 600_000 ? true : undefined} data-testid="countdown">
        {now?.unsure ? '…' : formatCountdown(left)}
      </span>
    </span>
  )
}
