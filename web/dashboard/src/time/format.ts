import { shellWords } from '../messages/catalogues'
import type { Language } from '../messages/language'
import { daysBetween } from './day'

// Times as people read them, always of a zone that is named: the venue's. The device's own zone is never asked.

export type TimeStyle = 'time' | 'date' | 'day' | 'weekday' | 'dateTime' | 'full'

const options: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  date: { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
  day: { month: 'short', day: 'numeric', weekday: 'short' },
  weekday: { weekday: 'long' },
  dateTime: { month: 'short', day: 'numeric', weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  full: { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'long' },
}

const made = new Map<string, Intl.DateTimeFormat>()
function formatter(locale: string, zone: string, name: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${name}`
  let format = made.get(key)
  if (!format) made.set(key, (format = new Intl.DateTimeFormat(locale, { ...how, timeZone: zone })))
  return format
}

/** An instant as the venue's clock shows it, without the zone: only beneath something that names the zone. */
export const formatTime = (at: string | number, zone: string, language: Language, style: TimeStyle = 'time'): string =>
  formatter(language === 'en' ? 'en-GB' : language, zone, style, options[style]).format(new Date(at))

/** The end of a stretch as it is said behind its beginning: 21:00, 00:30 next day, and with its date where that is later still. */
export function formatEnd(to: string | number, from: string | number, zone: string, language: Language): string {
  const days = daysBetween(from, to, zone)
  const clock = formatTime(to, zone, language, days > 1 ? 'dateTime' : 'time')
  return days === 1 ? shellWords[language].nextDay(clock) : clock
}

/** The name of a zone at an instant, as clocks there go then: GMT+9, EDT. */
export function zoneName(zone: string, at: string | number, language: Language): string {
  // The English of America has a name for more zones than that of Britain.
  const parts = formatter(language === 'en' ? 'en-US' : language, zone, 'zone', { timeZoneName: 'short' }).formatToParts(new Date(at))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** The place after which a zone is called: America/New_York is New York. */
export const zoneCity = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ')

/** A stretch of time, 90 minutes as "1 hr 30 min". */
export function formatLength(milliseconds: number, language: Language): string {
  const minutes = Math.round(milliseconds / 60_000)
  const part = (n: number, unit: string) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(n)
  const days = Math.floor(minutes / 1440), hours = Math.floor((minutes % 1440) / 60), rest = minutes % 60
  return [days && part(days, 'day'), hours && part(hours, 'hour'), (rest || minutes === 0) && part(rest, 'minute')].filter(Boolean).join(' ')
}

/** What a countdown shows: 4:59, 1:02:03. */
export function formatCountdown(milliseconds: number): string {
  const total = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  return (hours ? `${hours}:${two(Math.floor((total % 3600) / 60))}` : String(Math.floor(total / 60))) + `:${two(total % 60)}`
}

/** An ISO 8601 duration of the contract (PT1H30M, P14D) in milliseconds. */
export const durationMs = (iso: string): number => Temporal.Duration.from(iso).total({ unit: 'millisecond', relativeTo: '2026-01-01' })
