import { instantOf } from '../../time/day'

// Moments as a form has them: a date and a wall clock, which the venue's zone makes an instant of.

/** An instant as the venue's wall shows it, 2026-12-01T19:30. */
export function wallOf(at: string | number, zone: string): string {
  const instant = typeof at === 'string' ? Temporal.Instant.from(at) : Temporal.Instant.fromEpochMilliseconds(Math.round(at))
  return instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** The instant of a wall-clock moment; undefined while it is not one yet. */
export function instantAt(wall: string, zone: string): string | undefined {
  const part = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(wall)
  if (!part) return undefined
  try {
    return instantOf(part[1]!, part[2]!, zone)
  } catch {
    return undefined
  }
}

type Doubt = 'skipped' | 'repeated'

/** Whether a clock change leaves the moment out or brings it twice. */
export function doubtOf(wall: string, zone: string): Doubt | undefined {
  const at = instantAt(wall, zone)
  if (!at) return undefined
  if (wallOf(at, zone) !== wall.slice(0, 16)) return 'skipped'
  const plain = Temporal.PlainDateTime.from(wall)
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds)
  return first === second ? undefined : 'repeated'
}
