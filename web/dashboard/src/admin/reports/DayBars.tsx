import { useElementSize } from '@mantine/hooks'
import './charts.css'

export interface Part {
  value: number
  /** What the part is for: decides its look. */
  kind: 'main' | 'second' | 'third'
}

interface Props {
  label: string
  bars: { key: string; mark: string; parts: Part[]; title: string; weekend?: boolean }[]
  marks: readonly number[]
  sayMark: (mark: number) => string
}

const height = 200
const pad = { left: 44, right: 8, top: 10, bottom: 26 }

/** Bars side by side, one a day, each of one or more parts. */
export function DayBars({ label, bars, marks, sayMark }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const most = marks.at(-1) ?? 1
  const inner = Math.max(0, width - pad.left - pad.right)
  const step = bars.length ? inner / bars.length : 0
  const bar = Math.max(1, Math.min(36, step * 0.72))
  const y = (value: number) => pad.top + (height - pad.top - pad.bottom) * (1 - value / most)
  const every = Math.max(1, Math.ceil(46 / Math.max(1, step)))
  return (
    <div ref={ref} className="chart">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {marks.map((mark) => (
            <g key={mark}>
              <line className="chart-line" x1={pad.left} x2={width - pad.right} y1={y(mark)} y2={y(mark)} />
              <text className="chart-mark" x={pad.left - 6} y={y(mark) + 3.5} textAnchor="end">{sayMark(mark)}</text>
            </g>
          ))}
          {bars.map((one, i) => {
            const x = pad.left + step * i + (step - bar) / 2
            let below = 0
            return (
              <g key={one.key} className="chart-bar">
                <title>{one.title}</title>
                <rect className="chart-hit" x={pad.left + step * i} y={pad.top} width={step} height={height - pad.top - pad.bottom} />
                {one.parts.map((part) => {
                  const from = below
                  below += part.value
                  return part.value > 0 && <rect key={part.kind} className={`chart-${part.kind}`} x={x} width={bar} y={y(below)} height={Math.max(0.5, y(from) - y(below))} />
                })}
                {i % every === 0 && <text className="chart-mark" data-weekend={one.weekend || undefined} x={pad.left + step * (i + 0.5)} y={height - 8} textAnchor="middle">{one.mark}</text>}
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
