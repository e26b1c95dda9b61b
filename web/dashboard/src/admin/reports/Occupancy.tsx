import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { weekdays } from '../hours/week'
import { sayDay, weekdayName } from '../hours/weekdays'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { ChartCard } from './ChartCard'
import { DayBars } from './DayBars'
import { type DayFigures, heatOf, type HourFigures, shareOf, stepOf, totalsOf } from './figures'
import { useSayShare } from './sayShare'

const short: Intl.DateTimeFormatOptions = { month: 'numeric', day: 'numeric' }

/** How full each day was. */
export function Occupancy({ days }: { days: readonly DayFigures[] }) {
  const {
    reports: { occupancy: words, total },
  } = useAdminWords()
  const language = useLanguage()
  const say = useSayShare()
  const sum = totalsOf(days)
  const shares = days.map((day) => ({ day, share: shareOf(day.bookedUnitMinutes, day.openUnitMinutes) }))
  const best = shares.reduce((a, b) => ((b.share ?? -1) > (a.share ?? -1) ? b : a), shares[0]!)
  const hours = (minutes: number) => words.hours(number(language, Math.round(minutes / 60)))
  return (
    <ChartCard
      title={words.title}
      counts={words.counts}
      empty={sum.open === 0}
      testId="occupancy"
      chart={
        <DayBars
          label={`${words.title}. ${best ? words.summary(sayDay(best.day.date, language), say(best.share), say(shareOf(sum.booked, sum.open))) : ''}`}
          marks={[0, 0.25, 0.5, 0.75, 1]}
          sayMark={say}
          bars={shares.map(({ day, share }) => ({
            key: day.date,
            mark: sayDay(day.date, language, short),
            title: words.bar(sayDay(day.date, language), say(share)),
            parts: [{ kind: 'main', value: share ?? 0 }],
          }))}
        />
      }
      table={
        <Sheet
          label={words.title}
          head={
            <>
              <th scope="col">{words.columns.day}</th>
              <th scope="col" className="number">
                {words.columns.open}
              </th>
              <th scope="col" className="number">
                {words.columns.booked}
              </th>
              <th scope="col" className="number">
                {words.columns.share}
              </th>
            </>
          }
        >
          {shares.map(({ day, share }) => (
            <tr key={day.date}>
              <th scope="row">{sayDay(day.date, language)}</th>
              <td className="number">{hours(day.openUnitMinutes)}</td>
              <td className="number">{hours(day.bookedUnitMinutes)}</td>
              <td className="number">{say(share)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{total}</th>
            <td className="number">{hours(sum.open)}</td>
            <td className="number">{hours(sum.booked)}</td>
            <td className="number">{say(shareOf(sum.booked, sum.open))}</td>
          </tr>
        </Sheet>
      }
    />
  )
}

/** How full each hour of the week was. The chart is a table with its numbers in it; its twin lists them without colours, and with the minutes. */
export function Heat({ hours }: { hours: readonly HourFigures[] }) {
  const {
    reports: { heat: words, occupancy },
  } = useAdminWords()
  const language = useLanguage()
  const say = useSayShare()
  const heat = heatOf(hours)
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}`
  const whole = (minutes: number) => occupancy.hours(number(language, Math.round(minutes / 60)))
  return (
    <ChartCard
      title={words.title}
      counts={words.counts}
      empty={heat.hours.length === 0}
      testId="heat"
      chart={
        <div className="sheet-scroll" role="group" tabIndex={0} aria-label={words.title}>
          <table className="heat">
            <caption>{words.caption}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="said">{occupancy.columns.day}</span>
                </th>
                {heat.hours.map((hour) => (
                  <th key={hour} scope="col">
                    {clock(hour)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weekdays.map((day) => (
                <tr key={day}>
                  <th scope="row">{weekdayName(day, language)}</th>
                  {heat.hours.map((hour) => {
                    const share = heat.share(day, hour)
                    return (
                      <td
                        key={hour}
                        data-step={share === null ? 'none' : stepOf(share)}
                        title={words.cell(weekdayName(day, language, 'long'), clock(hour), say(share))}
                      >
                        {share === null ? '' : number(language, Math.round(share * 100))}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      }
      table={
        <Sheet
          label={words.title}
          head={
            <>
              <th scope="col">{occupancy.columns.day}</th>
              <th scope="col">{words.columns.hour}</th>
              <th scope="col" className="number">
                {occupancy.columns.open}
              </th>
              <th scope="col" className="number">
                {occupancy.columns.booked}
              </th>
              <th scope="col" className="number">
                {occupancy.columns.share}
              </th>
            </>
          }
        >
          {hours
            .filter((one) => one.openUnitMinutes > 0)
            .map((one) => (
              <tr key={`${one.weekday} ${one.hour}`}>
                <th scope="row">{weekdayName(one.weekday, language, 'long')}</th>
                <td className="digits">
                  {clock(one.hour)}:00–{clock((one.hour + 1) % 24)}:00
                </td>
                <td className="number">{whole(one.openUnitMinutes)}</td>
                <td className="number">{whole(one.bookedUnitMinutes)}</td>
                <td className="number">{say(shareOf(one.bookedUnitMinutes, one.openUnitMinutes))}</td>
              </tr>
            ))}
        </Sheet>
      }
    />
  )
}
