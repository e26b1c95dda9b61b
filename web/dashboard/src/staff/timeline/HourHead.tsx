import { memo } from 'react'
import { zoneCity, zoneName } from '../../time/format'
import { shareOf } from './across'
import { useShared } from './Floor'
import { clockText } from './naming'
import type { HourLine } from './scale'

/** The hours of the day, at the top. */
export const HourHead = memo(function HourHead({ lines }: { lines: readonly HourLine[] }) {
  const { floor, tongue } = useShared()
  const { words, zone, language } = tongue
  const first = lines[0]
  // On the day on which clocks change, the zone goes by two names.
  const names = new Set([floor.bounds.from, floor.bounds.until - 1].map((at) => zoneName(zone, at, language)))
  const city = `${zoneCity(zone)} ${[...names].join('→')}`
  return (
    <div role="row" className="floor-head">
      <div role="columnheader" className="floor-corner">
        <span>{words.places}</span>
        <span className="zone">{city}</span>
      </div>
      <div role="columnheader" className="floor-hours" aria-label={words.hours(clockText(first?.at ?? floor.bounds.from, tongue), clockText(floor.bounds.until, tongue), city)}>
        {lines.map((line) => (
          <span
            key={line.at} className="hour" style={{ left: shareOf(line.at, floor.bounds) }} aria-hidden="true" data-turned={line.repeated || line.skipped || undefined}
            title={line.repeated ? words.repeatedHour(line.label) : line.skipped ? words.skippedHour(line.label) : undefined}
          >
            {line.skipped && '» '}
            {line.label}
            {line.repeated && ' ↻'}
          </span>
        ))}
      </div>
    </div>
  )
})
