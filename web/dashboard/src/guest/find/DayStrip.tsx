import { ActionIcon } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { addDays } from '../../time/day'
import { useGuestWords } from '../words'
import { GuestWeek } from './asked'
import type { Bounds } from './wish'
import './DayStrip.css'

interface Props {
  venueId: string
  bounds: Bounds
  party: number
  day: string
  /** What is known of the chosen day by now; it is newer than the week. */
  dayIsFree: boolean | undefined
  onDay: (day: string) => void
}

const week = 7
const names = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6'] as const

/** The week in which a day is shown: weeks are counted from today. */
const weekOf = (day: string, today: string): string => {
  let first = today
  while (addDays(first, week) <= day) first = addDays(first, week)
  return first
}

// A civil date is written as one of UTC, in which every day has its own.
const at = (day: string) => Date.parse(`${day}T12:00:00Z`)

/** A week of days, of which one is chosen, and the browser's calendar for the far ones. */
export function DayStrip({ venueId, bounds, party, day, dayIsFree, onDay }: Props) {
  const words = useGuestWords().find
  const language = useLanguage()
  const [first, setFirst] = useState(() => weekOf(day, bounds.today))
  useEffect(() => setFirst(weekOf(day, bounds.today)), [day, bounds.today])
  const days = names.map((_, i) => addDays(first, i))
  const [answer, again] = useQuery({
    query: GuestWeek,
    variables: { venueId, partySize: party, d0: days[0]!, d1: days[1]!, d2: days[2]!, d3: days[3]!, d4: days[4]!, d5: days[5]!, d6: days[6]! },
  })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again({ requestPolicy: 'network-only' })
    }, 60_000)
    return () => clearInterval(timer)
  }, [again])
  const picker = useRef<HTMLInputElement>(null)
  const locale = language === 'en' ? 'en-GB' : language
  const shown = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...how, timeZone: 'UTC' })
  const weekday = shown({ weekday: 'short' })
  const number = shown({ day: 'numeric' })
  const month = shown({ month: 'short', year: 'numeric' })
  const whole = shown({ weekday: 'long', day: 'numeric', month: 'long' })
  const digits = (one: string) => number.formatToParts(at(one)).find((part) => part.type === 'day')!.value
  return (
    <section aria-label={words.days} className="days">
      <div className="days-head">
        <strong aria-live="polite">{month.formatRange(at(days[0]!), at(days[6]!))}</strong>
        <label className="days-pick">
          <Icon name="calendar" size={18} />
          <span>{words.pickDay}</span>
          <input
            ref={picker} type="date" value={day} min={bounds.today} max={bounds.lastDay} onChange={(event) => event.currentTarget.value && onDay(event.currentTarget.value)}
            onClick={() => picker.current?.showPicker?.()}
          />
        </label>
      </div>
      <div className="days-row">
        <ActionIcon color="slate" className="days-turn" disabled={first <= bounds.today} onClick={() => setFirst(addDays(first, -week) < bounds.today ? bounds.today : addDays(first, -week))} aria-label={words.earlier}>
          <Icon name="back" />
        </ActionIcon>
        <ol className="days-list">
          {days.map((one, i) => {
            const read = answer.data?.[names[i]!]
            const free = one === day && dayIsFree !== undefined ? dayIsFree : read ? read.nodes.length > 0 : undefined
            const mark = free === undefined ? '' : free ? words.hasFree : words.hasNone
            return (
              <li key={one}>
                <button
                  type="button" className="strip-day" aria-pressed={one === day} aria-current={one === bounds.today ? 'date' : undefined} disabled={one > bounds.lastDay} data-free={free} data-day={one}
                  onClick={() => onDay(one)} aria-label={[whole.format(at(one)), one === bounds.today && words.today, mark].filter(Boolean).join(', ')}
                >
                  <span>{weekday.format(at(one))}</span>
                  <b>{digits(one)}</b>
                  <i aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ol>
        <ActionIcon color="slate" className="days-turn" disabled={addDays(first, week) > bounds.lastDay} onClick={() => setFirst(addDays(first, week))} aria-label={words.later}>
          <Icon name="forward" />
        </ActionIcon>
      </div>
    </section>
  )
}
