import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { Sheet } from '../frame/Sheet'
import { sayDay } from '../hours/weekdays'
import { useAdminWords } from '../words'
import { ChartCard } from './ChartCard'
import { DayBars } from './DayBars'
import { type DayFigures, niceScale, totalsOf } from './figures'

const columns = ['reservations', 'covers', 'walkIns', 'cancelled', 'noShows'] as const

/** What became of the reservations of each day. */
export function Guests({ days }: { days: readonly DayFigures[] }) {
  const {
    reports: { guests: words, total },
  } = useAdminWords()
  const language = useLanguage()
  const n = (value: number) => number(language, value)
  const sum = totalsOf(days)
  const kept = (day: DayFigures) => Math.max(0, day.reservations - day.cancelled - day.noShows)
  return (
    <ChartCard
      title={words.title}
      counts={words.counts}
      empty={sum.reservations === 0}
      testId="guests"
      chart={
        <>
          <ul className="chart-legend" aria-hidden="true">
            <li>
              <i data-kind="main" />
              {words.kept}
            </li>
            <li>
              <i data-kind="second" />
              {words.cancelled}
            </li>
            <li>
              <i data-kind="third" />
              {words.noShows}
            </li>
          </ul>
          <DayBars
            label={`${words.title}. ${words.bar(total, n(sum.reservations - sum.cancelled - sum.noShows), n(sum.cancelled), n(sum.noShows))}`}
            marks={niceScale(Math.max(...days.map((day) => day.reservations)))}
            sayMark={n}
            bars={days.map((day) => ({
              key: day.date,
              mark: sayDay(day.date, language, { month: 'numeric', day: 'numeric' }),
              title: words.bar(sayDay(day.date, language), n(kept(day)), n(day.cancelled), n(day.noShows)),
              parts: [
                { kind: 'main', value: kept(day) },
                { kind: 'second', value: day.cancelled },
                { kind: 'third', value: day.noShows },
              ],
            }))}
          />
        </>
      }
      table={
        <Sheet
          label={words.title}
          head={
            <>
              <th scope="col">{words.columns.day}</th>
              {columns.map((name) => (
                <th key={name} scope="col" className="number">
                  {words.columns[name]}
                </th>
              ))}
            </>
          }
        >
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{sayDay(day.date, language)}</th>
              {columns.map((name) => (
                <td key={name} className="number">
                  {n(day[name])}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{total}</th>
            {columns.map((name) => (
              <td key={name} className="number">
                {n(sum[name])}
              </td>
            ))}
          </tr>
        </Sheet>
      }
    />
  )
}
