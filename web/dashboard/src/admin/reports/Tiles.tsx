import type { AdminReportQuery } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { sayRoughly } from '../entry/length'
import { useAdminWords } from '../words'
import { shareOf, totalsOf } from './figures'
import { useSayShare } from './sayShare'
import './charts.css'

/** The few figures that are looked at first. */
export function Tiles({ report }: { report: AdminReportQuery['report'] }) {
  const {
    reports: { tiles: words },
  } = useAdminWords()
  const language = useLanguage()
  const say = useSayShare()
  const sum = totalsOf(report.days)
  const n = (value: number) => number(language, value)
  const { offers, waits } = report
  const tiles: [string, string, string?][] = [
    [words.occupancy, say(shareOf(sum.booked, sum.open))],
    [words.reservations, n(sum.reservations)],
    [words.covers, n(sum.covers)],
    [words.noShows, n(sum.noShows), say(shareOf(sum.noShows, sum.reservations))],
    [words.cancelled, n(sum.cancelled), say(shareOf(sum.cancelled, sum.reservations))],
    [words.accepted, say(shareOf(offers.accepted, offers.made)), words.of(n(offers.made))],
    [words.wait, waits.untilOffer ? sayRoughly(waits.untilOffer.p50, language) : '–'],
  ]
  return (
    <dl className="tiles">
      {tiles.map(([label, value, beside]) => (
        <div key={label} className="tile">
          <dt>{label}</dt>
          <dd>
            {value}
            {beside && <small>{beside}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
