import { Skeleton } from '@mantine/core'
import { useLanguage } from '../../messages/language'
import { formatLength, formatTime, zoneName } from '../../time/format'
import { useGuestWords } from '../words'
import type { Time } from './times'
import './TimeChips.css'

interface Props {
  times: readonly Time[]
  zone: string
  /** The name of the list: which day it shows. */
  label: string
  onTime: (time: Time) => void
  disabled?: boolean
}

/** The times of a day: free, the last ones, or full and to be waited for. */
export function TimeChips({ times, zone, label, onTime, disabled = false }: Props) {
  const words = useGuestWords().find
  const language = useLanguage()
  const lengths = new Set(times.map((time) => Date.parse(time.endsAt) - Date.parse(time.startsAt)))
  // On the night on which clocks are set back an hour comes twice: then each says by which clock it is meant.
  const zones = new Set(times.map((time) => zoneName(zone, time.startsAt, language)))
  return (
    <ul className="times" aria-label={label}>
      {times.map((time) => {
        const clock = formatTime(time.startsAt, zone, language)
        const offset = zones.size > 1 ? zoneName(zone, time.startsAt, language) : ''
        const length = lengths.size > 1 ? formatLength(Date.parse(time.endsAt) - Date.parse(time.startsAt), language) : ''
        const state = time.state === 'free' ? words.free : time.state === 'few' ? words.left(time.left) : words.full
        const name = [clock, offset, length].filter(Boolean).join(' ')
        return (
          <li key={`${time.startsAt} ${time.endsAt}`}>
            <button type="button" className="time" data-state={time.state} disabled={disabled} onClick={() => onTime(time)} aria-label={`${name}, ${time.state === 'full' ? words.fullName : state}`} aria-haspopup="dialog">
              <time dateTime={time.startsAt}>{clock}</time>
              {(offset || length) && <small>{[offset, length].filter(Boolean).join(' · ')}</small>}
              <span>{state}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The shape of the times while they are read. */
export const TimeChipsLoading = () => (
  <div className="times" aria-busy="true">
    {Array.from({ length: 6 }, (_, i) => <Skeleton key={i} height={60} radius="md" />)}
  </div>
)
