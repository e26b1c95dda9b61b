import { Text } from '@mantine/core'
import type { AdminLatencyFragment } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { sayLength, sayRoughly, secondsOf } from '../entry/length'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { ChartCard } from './ChartCard'
import { onLogScale, timeMarks } from './figures'

type Latency = AdminLatencyFragment | null | undefined
const points = ['p50', 'p90', 'p99'] as const

/** How long people waited, answered, and were promoted: p50, p90 and p99 on one scale. */
export function Latencies({ untilOffer, untilAnswer, promotion }: { untilOffer: Latency; untilAnswer: Latency; promotion: Latency }) {
  const {
    reports: { latency: words, none },
  } = useAdminWords()
  const language = useLanguage()
  const rows = [
    { label: words.promotion, of: promotion },
    { label: words.untilAnswer, of: untilAnswer },
    { label: words.untilOffer, of: untilOffer },
  ]
  const seconds = rows.flatMap(({ of }) => (of ? points.map((point) => secondsOf(of[point]) ?? 0) : [])).filter((s) => s > 0)
  const least = Math.max(0.01, Math.min(1, ...seconds) / 2)
  const most = Math.max(60, ...seconds) * 1.5
  const say = (text: string) => sayRoughly(text, language)
  const at = (text: string) => onLogScale(text, least, most) * 100
  return (
    <ChartCard
      title={words.title}
      counts={`${words.counts} ${words.scale}`}
      empty={seconds.length === 0}
      testId="latencies"
      chart={
        <div className="latency">
          {rows.map(({ label, of }) => (
            <div key={label}>
              <Text size="sm" fw={600}>
                {label}{' '}
                {of && (
                  <Text span size="xs" c="dimmed">
                    ({number(language, of.count)})
                  </Text>
                )}
              </Text>
              {of ? (
                <>
                  <div className="latency-track" role="img" aria-label={words.row(label, say(of.p50), say(of.p90), say(of.p99))}>
                    <span className="latency-line" style={{ insetInlineStart: `${at(of.p50)}%`, width: `${at(of.p99) - at(of.p50)}%` }} />
                    {points.toReversed().map((point) => (
                      <span
                        key={point}
                        className="latency-dot"
                        data-at={point}
                        title={`${point}: ${say(of[point])}`}
                        style={{ insetInlineStart: `${at(of[point])}%` }}
                      />
                    ))}
                  </div>
                  <div className="latency-scale" aria-hidden="true">
                    {timeMarks(least, most).map((mark) => (
                      <i key={mark} style={{ insetInlineStart: `${at(`PT${mark}S`)}%` }}>
                        {sayLength(mark, language)}
                      </i>
                    ))}
                  </div>
                  <ul className="chart-legend" aria-hidden="true">
                    {points.map((point) => (
                      <li key={point}>
                        <span className="latency-key" data-at={point} />
                        {words.columns[point]} {say(of[point])}
                      </li>
                    ))}
                  </ul>
                </>
              ) : (
                <Text size="xs" c="dimmed">
                  {none}
                </Text>
              )}
            </div>
          ))}
        </div>
      }
      table={
        <Sheet
          label={words.title}
          head={
            <>
              <th scope="col">{words.columns.what}</th>
              <th scope="col" className="number">
                {words.columns.count}
              </th>
              {points.map((point) => (
                <th key={point} scope="col" className="number">
                  {words.columns[point]}
                </th>
              ))}
              <th scope="col" className="number">
                {words.columns.max}
              </th>
            </>
          }
        >
          {rows.map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="number">{of ? number(language, of.count) : none}</td>
              {points.map((point) => (
                <td key={point} className="number">
                  {of ? say(of[point]) : '–'}
                </td>
              ))}
              <td className="number">{of ? say(of.max) : '–'}</td>
            </tr>
          ))}
        </Sheet>
      }
    />
  )
}
