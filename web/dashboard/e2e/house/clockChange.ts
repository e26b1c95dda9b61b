import { Temporal } from 'temporal-polyfill'

export interface ClockChange {
  zone: string
  /** The civil date on which the clock is put forward or back. */
  date: string
  /** How long that day is. */
  hours: number
}

/** The next change of the clock in each of the zones, soonest first. */
export function clockChanges(...zones: string[]): ClockChange[] {
  return zones
    .flatMap((zone) => {
      const next = Temporal.Now.zonedDateTimeISO(zone).getTimeZoneTransition('next')
      return next ? [{ zone, at: next.epochMilliseconds, date: next.toPlainDate().toString(), hours: next.hoursInDay }] : []
    })
    .sort((a, b) => a.at - b.at)
}

export const daysUntil = (zone: string, date: string): number => Temporal.Now.plainDateISO(zone).until(date, { largestUnit: 'days' }).days
