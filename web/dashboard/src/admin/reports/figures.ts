import { addDays, type Day } from '../../time/day'
import { secondsOf } from '../entry/length'

// What a report's numbers become on the screen: shares, sums, scales. Nothing is counted here that the server did not count.

export interface DayFigures {
  date: Day
  openUnitMinutes: number
  bookedUnitMinutes: number
  reservations: number
  covers: number
  walkIns: number
  cancelled: number
  noShows: number
}

export interface HourFigures {
  weekday: number
  hour: number
  openUnitMinutes: number
  bookedUnitMinutes: number
}

/** A part of a whole, 0 to 1; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? Math.min(1, part / whole) : null)

export const longestRange = 92

/** The dates that the address asks for; without them two weeks back and two ahead, so that what is past and what is booked are seen together. */
export function rangeOf(from: string | undefined, to: string | undefined, today: Day): { from: Day; to: Day; fault?: 'tooLong' | 'order' } {
  const valid = (day: string | undefined) => (day && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined)
  const first = valid(from) ?? addDays(valid(to) ?? today, valid(to) ? -27 : -13)
  const last = valid(to) ?? (valid(from) ? today : addDays(today, 14))
  if (first > last) return { from: first, to: last, fault: 'order' }
  return addDays(first, longestRange - 1) < last ? { from: first, to: last, fault: 'tooLong' } : { from: first, to: last }
}

interface Totals {
  open: number
  booked: number
  reservations: number
  covers: number
  walkIns: number
  cancelled: number
  noShows: number
}

export const totalsOf = (days: readonly DayFigures[]): Totals =>
  days.reduce(
    (sum, day) => ({
      open: sum.open + day.openUnitMinutes,
      booked: sum.booked + day.bookedUnitMinutes,
      reservations: sum.reservations + day.reservations,
      covers: sum.covers + day.covers,
      walkIns: sum.walkIns + day.walkIns,
      cancelled: sum.cancelled + day.cancelled,
      noShows: sum.noShows + day.noShows,
    }),
    { open: 0, booked: 0, reservations: 0, covers: 0, walkIns: 0, cancelled: 0, noShows: 0 },
  )

/** The share of each hour of the week, rows by hour; only the hours between the first and the last that stood open. */
export function heatOf(hours: readonly HourFigures[]): { hours: number[]; share: (weekday: number, hour: number) => number | null } {
  const open = hours.filter((one) => one.openUnitMinutes > 0)
  if (open.length === 0) return { hours: [], share: () => null }
  const first = Math.min(...open.map((one) => one.hour))
  const last = Math.max(...open.map((one) => one.hour))
  const byPlace = new Map(open.map((one) => [`${one.weekday} ${one.hour}`, one]))
  return {
    hours: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    share: (weekday, hour) => {
      const one = byPlace.get(`${weekday} ${hour}`)
      return one ? shareOf(one.bookedUnitMinutes, one.openUnitMinutes) : null
    },
  }
}

/** One of so many steps of a colour scale. */
export const stepOf = (share: number, steps = 5): number => Math.min(steps - 1, Math.floor(share * steps))

/** A scale whose marks are round numbers and whose end is not below the most. */
export function niceScale(most: number, marks = 4): number[] {
  if (most <= 0) return [0, 1]
  const rough = most / marks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step)
}

/** Where a length of time lies on a logarithmic scale between two others, 0 to 1. */
export function onLogScale(text: string, least: number, most: number): number {
  const seconds = Math.max(least, secondsOf(text) ?? least)
  return most > least ? Math.min(1, Math.log(seconds / least) / Math.log(most / least)) : 1
}

/** Marks of a logarithmic scale of times, in seconds, between the least and the most. */
export const timeMarks = (least: number, most: number): number[] =>
  [0.1, 1, 10, 60, 600, 3_600, 21_600, 86_400, 604_800].filter((mark) => mark >= least && mark <= most)
