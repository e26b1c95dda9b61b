import { type KeyboardEvent, useRef, useState } from 'react'
import { useLanguage } from '../../messages/language'
import type { Day } from '../../time/day'
import { useAdminWords } from '../words'
import { useSayMarks } from './sayMarks'
import { sayDay } from './weekdays'
import { arrow, isWeekend, kindOf, type Marks, monthsFrom } from './year'
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

/** A year as twelve rows of days: what is special about each is seen at once. Arrows walk by day and by month; Enter opens a date. */
export function YearStrip({ today, last, marks, edited, chosen, choose }: Props) {
  const { hours: { dates: words } } = useAdminWords()
  const language = useLanguage()
  const say = useSayMarks()
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Day>(today)
  const current = at < today || at > last ? today : at
  const key = (event: KeyboardEvent) => {
    const to = arrow(current, event.key, today, last)
    if (to === current) return
    event.preventDefault()
    setAt(to)
    grid.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  return (
    <div className="year-scroll">
      <div className="year" role="grid" aria-label={words.year} ref={grid} onKeyDown={key}>
        {monthsFrom(today, 13).filter(({ month }) => month <= last).map(({ month, days }) => (
          <div key={month} className="year-month" role="row">
            <span className="year-name" role="rowheader">{sayDay(month, language, { month: 'short', ...(month.slice(5, 7) === '01' || month.slice(0, 7) === today.slice(0, 7) ? { year: '2-digit' } : {}) })}</span>
            {days.map((day, i) => {
              if (!day || day < today || day > last) return <span key={i} role="gridcell" aria-hidden="true" />
              const mark = marks.get(day)
              return (
                <span key={i} role="gridcell" aria-selected={day === chosen}>
                  <button
                    type="button" className="year-day" data-day={day} data-kind={kindOf(mark)} data-weekend={isWeekend(day) || undefined} data-clock={mark?.clockChange ? true : undefined} data-edited={edited.has(day) || undefined}
                    data-chosen={day === chosen || undefined} tabIndex={day === current ? 0 : -1} onFocus={() => setAt(day)} onClick={() => choose(day)}
                    aria-label={words.day(sayDay(day, language), say(mark) + (edited.has(day) ? `, ${words.edited}` : ''))} title={`${sayDay(day, language)}: ${say(mark)}`}
                  >
                    {Number(day.slice(8))}
                  </button>
                </span>
              )
            })}
          </div>
        ))}
      </div>
      <ul className="year-legend" aria-hidden="true">
        {(['closed', 'special', 'holidayClosed', 'holidayOpen'] as const).map((kind) => <li key={kind}><span className="year-day" data-kind={kind} />{words.legend[kind]}</li>)}
        <li><span className="year-day" data-kind="plain" data-clock />{words.legend.clockChange}</li>
      </ul>
    </div>
  )
}
