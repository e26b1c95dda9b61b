import { addDays, weekdayOf, type Day } from '../../time/day'
import type { Window } from './week'

// The dates of a year ahead, with what is special about each.

export interface Exception {
  date: Day
  closed: boolean
  /** Their weekdays say nothing. */
  windows: Window[]
}

export interface Marks {
  exception?: Exception
  holiday?: { name: string; localName: string; closed: boolean }
  clockChange?: { offsetBefore: number; offsetAfter: number }
}

export interface Month {
  /** Its first day. */
  first: Day
  /** Weeks from Monday to Sunday; places of other months are null. */
  weeks: (Day | null)[][]
}

export type Kind = 'closed' | 'special' | 'holidayClosed' | 'holidayOpen' | 'plain'

/** What decides a date: a dated exception goes before a holiday. */
export function kindOf(marks: Marks | undefined): Kind {
  if (marks?.exception) return marks.exception.closed ? 'closed' : 'special'
  if (marks?.holiday) return marks.holiday.closed ? 'holidayClosed' : 'holidayOpen'
  return 'plain'
}

/** The months from one date to another, week by week. */
export function monthsBetween(first: Day, last: Day): Month[] {
  const months: Month[] = []
  for (let month = Temporal.PlainDate.from(first).with({ day: 1 }); month.toString() <= last; month = month.add({ months: 1 })) {
    const places: (Day | null)[] = Array.from({ length: month.dayOfWeek - 1 }, () => null)
    for (let day = 1; day <= month.daysInMonth; day++) places.push(month.with({ day }).toString())
    while (places.length % 7) places.push(null)
    months.push({ first: month.toString(), weeks: Array.from({ length: places.length / 7 }, (_, i) => places.slice(i * 7, i * 7 + 7)) })
  }
  return months
}

/** Where the keys lead from a date: arrows by day and week, page keys by month; the same date at the edge. */
export function arrow(from: Day, key: string, first: Day, last: Day): Day {
  const months = (n: number) => Temporal.PlainDate.from(from).add({ months: n }).toString()
  const steps: Record<string, () => Day> = {
    ArrowLeft: () => addDays(from, -1),
    ArrowRight: () => addDays(from, 1),
    ArrowUp: () => addDays(from, -7),
    ArrowDown: () => addDays(from, 7),
    PageUp: () => months(-1),
    PageDown: () => months(1),
    Home: () => first,
    End: () => last,
  }
  const to = steps[key]?.() ?? from
  return to < first || to > last ? from : to
}

/** Exceptions in the order of their dates, one replaced or added. */
export const withException = (all: readonly Exception[], one: Exception): Exception[] =>
  [...all.filter((other) => other.date !== one.date), one].sort((a, b) => (a.date < b.date ? -1 : 1))

export const isWeekend = (day: Day): boolean => weekdayOf(day) > 5

interface Known {
  exceptions: readonly Exception[]
  holidays: readonly { date: Day; name: string; localName: string; closed: boolean }[]
  clockChanges: readonly { date: Day; offsetBefore: number; offsetAfter: number }[]
}

/** All that is special, by date. */
export function marksOf({ exceptions, holidays, clockChanges }: Known): Map<Day, Marks> {
  const all = new Map<Day, Marks>()
  const at = (date: Day) => {
    const marks = all.get(date) ?? {}
    all.set(date, marks)
    return marks
  }
  for (const exception of exceptions) at(exception.date).exception = exception
  for (const holiday of holidays) at(holiday.date).holiday = holiday
  for (const change of clockChanges) at(change.date).clockChange = change
  return all
}

/** Opening rules as a form edits them: the week as one thing, and each date by itself, so that two people may change two dates. */
interface RuleFields {
  windows: Window[]
  [date: `on ${string}`]: Exception | undefined
}

export const fieldsOf = ({ windows, exceptions }: { windows: Window[]; exceptions: readonly Exception[] }): RuleFields => ({
  windows,
  ...Object.fromEntries(exceptions.map((one) => [`on ${one.date}`, one])),
})

export const rulesOf = ({ windows, ...dates }: RuleFields): { windows: Window[]; exceptions: Exception[] } => ({
  windows,
  exceptions: Object.values(dates as Record<string, Exception | undefined>)
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.date < b.date ? -1 : 1)),
})

/** The fields that lead from some exceptions to others. */
export const datePatch = (before: readonly Exception[], after: readonly Exception[]): Partial<RuleFields> =>
  Object.fromEntries([...before.map((one) => [`on ${one.date}`, undefined]), ...after.map((one) => [`on ${one.date}`, one])])
