import type { Language } from '../../messages/language'

const formats = new Map<string, Intl.DateTimeFormat>()

/** What a weekday is called, Monday 1 to Sunday 7: Mon, 월. */
export function weekdayName(day: number, language: Language, style: 'short' | 'long' | 'narrow' = 'short'): string {
  const key = `${language} ${style}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })))
  return format.format(Date.UTC(2024, 0, day)) // 1 January 2024 was a Monday
}

/** Days as people name them: Mon–Fri, Sat. */
export function sayWeekdays(days: readonly number[], language: Language): string {
  const runs: [number, number][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  const name = (day: number) => weekdayName(day, language)
  return runs
    .map(([from, to]) => (from === to ? name(from) : to === from + 1 ? `${name(from)}, ${name(to)}` : `${name(from)}–${name(to)}`))
    .join(', ')
}

/** A civil date, without any zone: Fri, 25 Dec 2026. */
export function sayDay(
  day: string,
  language: Language,
  options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
): string {
  const key = `${language} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: 'UTC' })))
  return format.format(Date.parse(`${day}T00:00:00Z`))
}
