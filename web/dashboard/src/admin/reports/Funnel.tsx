import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { Sheet } from '../frame/Sheet'
import { ChartCard } from './ChartCard'
import { shareOf } from './figures'
import { useSayShare } from './sayShare'

export interface Step {
  key: string
  label: string
  count: number
  /** How deep below the first step it stands. */
  level: 0 | 1 | 2
  kind?: 'good' | 'bad' | 'mild' | 'open'
}

interface Props {
  title: string
  counts: string
  columns: { step: string; count: string; share: string }
  /** The first is the whole. */
  steps: readonly Step[]
  testId: string
}

/** How many of a whole went which way. */
export function Funnel({ title, counts, columns, steps, testId }: Props) {
  const language = useLanguage()
  const say = useSayShare()
  const whole = steps[0]?.count ?? 0
  const n = (value: number) => number(language, value)
  return (
    <ChartCard
      title={title}
      counts={counts}
      empty={whole === 0}
      testId={testId}
      chart={
        <dl className="funnel">
          {steps.map((step) => {
            const share = shareOf(step.count, whole)
            return (
              <div key={step.key} style={{ display: 'contents' }}>
                <dt data-level={step.level}>{step.label}</dt>
                <dd className="funnel-track" aria-hidden="true">
                  <span data-kind={step.kind} data-none={step.count === 0 || undefined} style={{ width: `${(share ?? 0) * 100}%` }} />
                </dd>
                <dd>
                  <strong>{n(step.count)}</strong> · {say(share)}
                </dd>
              </div>
            )
          })}
        </dl>
      }
      table={
        <Sheet
          label={title}
          head={
            <>
              <th scope="col">{columns.step}</th>
              <th scope="col" className="number">
                {columns.count}
              </th>
              <th scope="col" className="number">
                {columns.share}
              </th>
            </>
          }
        >
          {steps.map((step) => (
            <tr key={step.key}>
              <th scope="row">{step.label}</th>
              <td className="number">{n(step.count)}</td>
              <td className="number">{say(shareOf(step.count, whole))}</td>
            </tr>
          ))}
        </Sheet>
      }
    />
  )
}
