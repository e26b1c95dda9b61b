import { groupBy } from '../frame/groupBy'
import { secondsOf } from '../entry/length'

// Weekly opening windows as the week grid draws and changes them. Minutes are of the wall clock, counted from midnight.

export interface Window {
  /** ISO weekdays, Monday 1 to Sunday 7. */
  weekdays: number[]
  /** HH:MM */
  opens: string
  /** HH:MM; at or before opens it is past midnight. */
  closes: string
  slotLength: string
  every: string
  walkInOnly: boolean
}

export const wholeDay = 1440
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
export function clockOf(minutes: number): string {
  const inDay = ((minutes % wholeDay) + wholeDay) % wholeDay
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** How long a window is open, 1 to 1440 minutes. */
export function openFor(window: Pick<Window, 'opens' | 'closes'>): number {
  const length = minutesOf(window.closes) - minutesOf(window.opens)
  return length <= 0 ? length + wholeDay : length
}

/** The starts of its slots, in minutes after the midnight of the day that it opens on. */
export function startsOf(window: Window): number[] {
  const length = (secondsOf(window.slotLength) ?? 0) / 60
  const every = (secondsOf(window.every) ?? 0) / 60 || length
  if (!(length > 0) || !(every > 0)) return []
  const opens = minutesOf(window.opens)
  const starts: number[] = []
  for (let at = opens; at + length <= opens + openFor(window); at += every) starts.push(at)
  return starts
}

/** What a column of the grid shows of a window. */
export interface Segment {
  window: number
  /** The weekday in whose column it lies. */
  column: number
  from: number
  to: number
  /** It began the day before. */
  tail: boolean
}

/** The windows cut at midnight, by the column in which each part lies. */
export function segmentsOf(windows: readonly Window[]): Segment[] {
  return windows.flatMap((window, index) =>
    window.weekdays.flatMap((day) => {
      const from = minutesOf(window.opens)
      const to = from + openFor(window)
      const first: Segment = { window: index, column: day, from, to: Math.min(to, wholeDay), tail: false }
      return to > wholeDay ? [first, { window: index, column: (day % 7) + 1, from: 0, to: to - wholeDay, tail: true }] : [first]
    }),
  )
}

/** Windows that open while another of the week is open, or while they are open themselves. */
export function overlapping(windows: readonly Window[]): Set<number> {
  const named = new Set<number>()
  const byColumn = groupBy(segmentsOf(windows), (segment) => segment.column)
  for (const segments of byColumn.values()) {
    for (const a of segments)
      for (const b of segments) {
        if (a !== b && a.from < b.to && b.from < a.to) named.add(a.window).add(b.window)
      }
  }
  return named
}

export type WindowFault = 'noWeekday' | 'badClock' | 'badLength' | 'noSlotFits' | 'badEvery' | 'overlaps'

/** What is wrong with a window by itself. The server has the last word. */
export function faultsOf(window: Window, dated = false): WindowFault[] {
  if (!dated && window.weekdays.length === 0) return ['noWeekday']
  if (!isClock(window.opens) || !isClock(window.closes)) return ['badClock']
  const length = (secondsOf(window.slotLength) ?? 0) / 60
  if (!(length >= 1) || length > wholeDay || length % 1) return ['badLength']
  if (length > openFor(window)) return ['noSlotFits']
  const every = (secondsOf(window.every) ?? 0) / 60
  return !(every >= 1) || every > wholeDay || every % 1 ? ['badEvery'] : []
}

export const faultsOfWeek = (windows: readonly Window[]): WindowFault[][] => {
  const own = windows.map((window) => faultsOf(window))
  if (own.some((faults) => faults.length)) return own
  const over = overlapping(windows)
  return own.map((_, index) => (over.has(index) ? ['overlaps'] : []))
}

const between = (a: number, b: number): number[] => weekdays.filter((day) => day >= Math.min(a, b) && day <= Math.max(a, b))

/** A new window, from one corner of what was painted to the other. Slots are as in the window that the painter knows. */
export function painted(from: { day: number; minute: number }, to: { day: number; minute: number }, like?: Window): Window {
  const early = Math.min(from.minute, to.minute)
  const late = Math.max(from.minute, to.minute)
  const length = like?.slotLength ?? 'PT1H'
  const fits = (secondsOf(length) ?? 0) / 60 <= late - early
  const slotLength = fits ? length : `PT${late - early}M`
  return {
    weekdays: between(from.day, to.day),
    opens: clockOf(early),
    closes: clockOf(late),
    slotLength,
    every: fits ? (like?.every ?? length) : slotLength,
    walkInOnly: false,
  }
}

/** The window some minutes earlier or later, its length kept. */
export const shifted = (window: Window, by: number): Window => ({
  ...window,
  opens: clockOf(minutesOf(window.opens) + by),
  closes: clockOf(minutesOf(window.closes) + by),
})

/** The window with its close moved; it stays open a quarter of an hour at least and a day at most. */
export function stretched(window: Window, by: number): Window {
  const open = Math.min(wholeDay, Math.max(15, openFor(window) + by))
  return { ...window, closes: clockOf(minutesOf(window.opens) + open) }
}

/** What the contract takes: no more than its own fields. */
export const asInput = ({ weekdays: days, opens, closes, slotLength, every, walkInOnly }: Window): Window => ({
  weekdays: days.toSorted((a, b) => a - b),
  opens,
  closes,
  slotLength,
  every,
  walkInOnly,
})
