// Civil days of a venue. A day is not 24 hours: on the days on which clocks change it has 23 or 25.

/** A civil date, 2026-03-08. */
export type Day = string

interface DayBounds {
  /** First instant of the day, in milliseconds. */
  start: number
  /** First instant of the next. */
  end: number
  hours: number
}

export function dayBounds(day: Day, zone: string): DayBounds {
  const date = Temporal.PlainDate.from(day)
  const start = date.toZonedDateTime(zone).epochMilliseconds
  const end = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  return { start, end, hours: (end - start) / 3_600_000 }
}

const at = (instant: number | string, zone: string) =>
  (typeof instant === 'string' ? Temporal.Instant.from(instant) : Temporal.Instant.fromEpochMilliseconds(Math.round(instant))).toZonedDateTimeISO(zone)

/** The civil date of an instant. */
export const dayOf = (instant: number | string, zone: string): Day => at(instant, zone).toPlainDate().toString()

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString()

/** ISO weekday of a date: Monday is 1. */
export const weekdayOf = (day: Day): number => Temporal.PlainDate.from(day).dayOfWeek

/** The instant of a wall-clock time; where clocks skip it the later one, where they repeat it the earlier one. */
export const instantOf = (day: Day, clock: string, zone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(clock) }).toInstant().toString()

/** How the clocks change on a day: the hours that are missing (negative) or repeated; 0 on most days. */
export const clockChange = (day: Day, zone: string): number => dayBounds(day, zone).hours - 24

/** How many civil days a later instant is after an earlier one, by a zone's calendar. */
export const daysBetween = (from: number | string, to: number | string, zone: string): number =>
  Temporal.PlainDate.from(dayOf(from, zone)).until(Temporal.PlainDate.from(dayOf(to, zone)), { largestUnit: 'day' }).days
