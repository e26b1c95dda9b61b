import type { Language } from '../../messages/language'

const made = new Map<string, Intl.DateTimeFormat>()

/** A date as one says it: Tuesday 1 December 2026, 2026년 12월 1일 화요일. */
export function longDate(at: string | number, zone: string, language: Language): string {
  const key = `${language} ${zone}`
  let format = made.get(key)
  if (!format)
    made.set(key, (format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long', timeZone: zone })))
  return format.format(new Date(at))
}

/** Whether two zones' clocks show different times at an instant. */
export function clocksDiffer(a: string, b: string, at: number): boolean {
  const clock = (zone: string) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return clock(a) !== clock(b)
}
