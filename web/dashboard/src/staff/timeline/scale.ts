import { dayBounds, type Day } from '../../time/day'

const hour = 3_600_000
const quarter = 15 * 60_000

/** Pixels an hour takes, from the whole day at a glance to every minute. */
export const zooms = [36, 56, 88, 132, 200] as const
export const usualZoom = 2

/** A line of the grid: a whole hour of the venue's clock. */
export interface HourLine {
  at: number
  /** Hours from the start of the day. */
  offset: number
  label: string
  /** The clock was set back: this hour comes for the second time. */
  repeated: boolean
  /** The clock was set forward: the hour before this one is missing. */
  skipped: boolean
}

/**
 * The hours of a civil day as its venue's clock shows them. A day has 23, 24 or 25 of them; where clocks change by half an hour the lines go on
 * at whole hours of the clock.
 */
export function hourLines(day: Day, zone: string): HourLine[] {
  const { start, end } = dayBounds(day, zone)
  const lines: HourLine[] = []
  const seen = new Set<number>()
  let last = -1
  for (let at = start; at < end; at += quarter) {
    const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    if (clock.minute !== 0) continue
    lines.push({ at, offset: (at - start) / hour, label: String(clock.hour).padStart(2, '0'), repeated: seen.has(clock.hour), skipped: last >= 0 && clock.hour > last + 1 })
    seen.add(clock.hour)
    last = clock.hour
  }
  return lines
}

/** Hours from the start of the day; what lies outside it is cut off. */
export const hoursIn = (at: number, start: number, end: number): number => (Math.min(end, Math.max(start, at)) - start) / hour

/** Where a screen that opens on a day begins: a while before now, or before the first time that can be booked. */
export function firstSight(now: number, start: number, end: number, firstSlot: number | undefined): number {
  if (now >= start && now < end) return Math.max(start, now - hour)
  return Math.max(start, (firstSlot ?? start) - hour / 2)
}
