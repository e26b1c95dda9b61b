import { useElementSize } from '@mantine/hooks'
import './charts.css'

export interface Part {
  value: number
  /** What the part is for: decides its look. */
  kind: 'main' | 'second' | 'third'
}

interface Props {
  label: string
  bars: { key: string; mark: string; parts: Part[]; title: string }[]
  marks: readonly number[]
  sayMark: (mark: number) => string
}

const height = 180

/** Bars side by side, one a day, each of one or more parts. The drawing has no text in it: marks stand beside it, numbers in its table twin. */
export function DayBars({ label, bars, marks, sayMark }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const most = marks.at(-1) ?? 1
  const step = bars.length ? width / bars.length : 0
  const bar = Math.max(1, Math.min(36, step * 0.72))
  const y = (value: number) => height * (1 - value / most)
  const text = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const every = Math.max(1, Math.ceil((2.9 * text) / Math.max(1, step)))
  return (
    <div className="chart">
      <div className="chart-scale" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ top: y(mark) }}>
            {sayMark(mark)}
          </span>
        ))}
      </div>
      <div ref={ref} role="img" aria-label={label} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {marks.map((mark) => (
              <line key={mark} className="chart-line" x1={0} x2={width} y1={y(mark)} y2={y(mark)} />
            ))}
            {bars.map((one, i) => {
              let below = 0
              return (
                <g key={one.key} className="chart-bar">
                  <title>{one.title}</title>
                  <rect className="chart-hit" x={step * i} y={0} width={step} height={height} />
                  {one.parts.map((part) => {
                    const from = below
                    below += part.value
                    return (
                      part.value > 0 && (
                        <rect
                          key={part.kind}
                          className={`chart-${part.kind}`}
                          x={step * i + (step - bar) / 2}
                          width={bar}
                          y={y(below)}
                          height={Math.max(0.5, y(from) - y(below))}
                        />
                      )
                    )
                  })}
                </g>
              )
            })}
          </svg>
        )}
      </div>
      <div className="chart-days" aria-hidden="true">
        {bars.map(
          (one, i) =>
            i % every === 0 && (
              <span key={one.key} style={{ insetInlineStart: step * (i + 0.5) }}>
                {one.mark}
              </span>
            ),
        )}
      </div>
    </div>
  )
}
