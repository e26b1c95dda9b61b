import { serverNow } from '../../api/clock'
import { addDays, dayBounds, dayOf } from '../../time/day'

/** The first instant of the civil day at a venue that is so many days from today. */
export const daysFromToday = (days: number, zone: string): string => new Date(dayBounds(addDays(dayOf(serverNow(), zone), days), zone).start).toISOString()
