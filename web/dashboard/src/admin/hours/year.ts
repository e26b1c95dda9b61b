import { addDays, weekdayOf, type Day } from '../../time/day'

// The dates of a year ahead, with what is special about each.

export interface Exception {
  date: Day
  closed: boolean
  windows: { opens: string; closes: string; slotLength: string; every: string; walkInOnly: boolean }[]
}

export interface Marks {
  exception?: Exception
  holiday?: { name: string; localName: string; closed: boolean }
  clockChange?: { offsetBefore: number; offsetAfter: number; touched: number }
}

export interface MonthRow {
  /** First day of the month. */
  month: Day
  /** 31 places; those that the month has not are null. */
  days: (Day | null)[]
}

export type Kind = 'closed' | 'special' | 'holidayClosed' | 'holidayOpen' | 'plain'

/** What decides a date: a dated exception goes before a holiday. */
export function kindOf(marks: Marks | undefined): Kind {
  if (marks?.exception) return marks.exception.closed ? 'closed' : 'special'
  if (marks?.holiday) return marks.holiday.closed ? 'holidayClosed' : 'holidayOpen'
  return 'plain'
}

/** So many months, the one of the given date first. */
export function monthsFrom(first: Day, count = 12): MonthRow[] {
  const start = Temporal.PlainDate.from(first).with({ day: 1 })
  return Array.from({ length: count }, (_, i) => {
    const month = start.add({ months: i })
    return { month: month.toString(), days: Array.from({ length: 31 }, (__, d) => (d < month.daysInMonth ? month.with({ day: d + 1 }).toString() : null)) }
  })
}

/** Where the arrow keys lead from a date; the same date at the edge. */
export function arrow(from: Day, key: string, first: Day, last: Day): Day {
  const months = (n: number) => Temporal.PlainDate.from(from).add({ months: n }).toString()
  const steps: Record<string, () => Day> = { ArrowLeft: () => addDays(from, -1), ArrowRight: () => addDays(from, 1), ArrowUp: () => months(-1), ArrowDown: () => months(1) }
  const to = steps[key]?.() ?? from
  return to < first || to > last ? from : to
}

/** Exceptions in the order of their dates, one replaced or added. */
export const withException = (all: readonly Exception[], one: Exception): Exception[] =>
  [...all.filter((other) => other.date !== one.date), one].sort((a, b) => (a.date < b.date ? -1 : 1))

export const isWeekend = (day: Day): boolean => weekdayOf(day) > 5
