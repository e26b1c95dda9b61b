import { type KeyboardEvent, useRef, useState } from 'react'
import { useLanguage } from '../../messages/language'
import type { Day } from '../../time/day'
import { useAdminWords } from '../words'
import { useSayMarks } from './sayMarks'
import { weekdays } from './week'
import { sayDay, weekdayName } from './weekdays'
import { arrow, isWeekend, kindOf, type Marks, type Month, monthsBetween } from './year'
import './YearStrip.css'

interface Props {
  today: Day
  last: Day
  marks: ReadonlyMap<Day, Marks>
  /** Dates that are edited but not saved. */
  edited: ReadonlySet<Day>
  chosen: Day | null
  choose: (day: Day) => void
}

/** A year of small months: what is special about each date is seen at once. Keys walk by day, week and month; Enter opens a date. */
export function YearStrip({ today, last, marks, edited, chosen, choose }: Props) {
  const {
    hours: { dates: words },
  } = useAdminWords()
  const year = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Day>(today)
  const current = at < today || at > last ? today : at
  const key = (event: KeyboardEvent) => {
    const to = arrow(current, event.key, today, last)
    if (to === current) return
    event.preventDefault()
    setAt(to)
    year.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  return (
    <div>
      <div className="year" ref={year} role="group" aria-label={words.year}>
        {monthsBetween(today, last).map((month) => (
          <SmallMonth key={month.first} month={month} {...{ today, last, marks, edited, chosen, choose, current }} focused={setAt} onKey={key} />
        ))}
      </div>
      <ul className="year-legend" aria-hidden="true">
        {(['closed', 'special', 'holidayClosed', 'holidayOpen'] as const).map((kind) => (
          <li key={kind}>
            <span className="year-day" data-kind={kind} />
            {words.legend[kind]}
          </li>
        ))}
        <li>
          <span className="year-day" data-kind="plain">
            <i />
          </span>
          {words.legend.clockChange}
        </li>
      </ul>
    </div>
  )
}

function SmallMonth({
  month,
  today,
  last,
  marks,
  edited,
  chosen,
  choose,
  current,
  focused,
  onKey,
}: Props & { month: Month; current: Day; focused: (day: Day) => void; onKey: (event: KeyboardEvent) => void }) {
  const {
    hours: { dates: words },
  } = useAdminWords()
  const language = useLanguage()
  const say = useSayMarks()
  return (
    <table className="year-month">
      <caption>{sayDay(month.first, language, { year: 'numeric', month: 'long' })}</caption>
      <thead aria-hidden="true">
        <tr>
          {weekdays.map((day) => (
            <th key={day}>{weekdayName(day, language, 'narrow')}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, i) => (
          <tr key={i}>
            {week.map((day, k) => {
              if (!day) return <td key={k} aria-hidden="true" />
              if (day < today || day > last)
                return (
                  <td key={k}>
                    <span className="year-past">{Number(day.slice(8))}</span>
                  </td>
                )
              const mark = marks.get(day)
              return (
                <td key={k}>
                  <button
                    type="button"
                    className="year-day"
                    data-day={day}
                    data-kind={kindOf(mark)}
                    data-weekend={isWeekend(day) || undefined}
                    data-edited={edited.has(day) || undefined}
                    data-chosen={day === chosen || undefined}
                    aria-pressed={day === chosen}
                    tabIndex={day === current ? 0 : -1}
                    onFocus={() => focused(day)}
                    onKeyDown={onKey}
                    onClick={() => choose(day)}
                    aria-label={words.day(sayDay(day, language), say(mark) + (edited.has(day) ? `, ${words.edited}` : ''))}
                    title={`${sayDay(day, language)}: ${say(mark)}`}
                  >
                    {Number(day.slice(8))}
                    {mark?.clockChange && <i aria-hidden="true" />}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
