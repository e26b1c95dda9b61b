import type { Language } from '../../messages/language'

// Lengths of time as the contract writes them: days of 24 hours, hours, minutes, seconds. A form has a number and a unit.

export const units = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const
export type Unit = keyof typeof units

const iso = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Seconds of a duration such as PT1H30M; undefined for what is none. */
export function secondsOf(text: string): number | undefined {
  const part = iso.exec(text)
  if (!part || /[PT]$/.test(text)) return undefined
  const [weeks, days, hours, minutes, seconds] = part.slice(1).map((digits) => Number(digits ?? 0)) as [number, number, number, number, number]
  return weeks * 7 * units.day + days * units.day + hours * units.hour + minutes * units.minute + seconds
}

/** The contract's one way to write so many seconds. */
export function durationOf(seconds: number): string {
  if (seconds === 0) return 'PT0S'
  const days = Math.floor(seconds / units.day)
  const hours = Math.floor((seconds % units.day) / units.hour)
  const minutes = Math.floor((seconds % units.hour) / units.minute)
  const rest = seconds % units.minute
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`
  return `P${days ? `${days}D` : ''}${time && `T${time}`}`
}

/** The largest of the units in which so many seconds are a whole number. */
export const unitOf = (seconds: number, among: readonly Unit[] = ['second', 'minute', 'hour', 'day']): Unit =>
  among.findLast((unit) => seconds > 0 && seconds % units[unit] === 0) ?? among.find((unit) => unit === 'minute') ?? among[0]!

const formats = new Map<string, Intl.NumberFormat>()
function format(language: Language, unit: Unit): Intl.NumberFormat {
  const key = `${language} ${unit}`
  let made = formats.get(key)
  if (!made)
    formats.set(
      key,
      (made = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: language === 'ko' ? 'short' : 'long', maximumFractionDigits: 1 })),
    )
  return made
}

/** So many seconds as people say them: 1 hour 30 minutes. */
export function sayLength(seconds: number, language: Language): string {
  if (seconds > 0 && seconds < 10 && seconds % 1 !== 0) return format(language, 'second').format(seconds)
  let left = Math.round(seconds)
  const said: string[] = []
  for (const unit of ['day', 'hour', 'minute', 'second'] as const) {
    const count = Math.floor(left / units[unit])
    left -= count * units[unit]
    if (count) said.push(format(language, unit).format(count))
  }
  return said.join(' ') || format(language, 'minute').format(0)
}

/** A duration of the contract as people say it; what is none stays as it is. */
export function sayDuration(text: string, language: Language): string {
  const seconds = secondsOf(text)
  return seconds === undefined ? text : sayLength(seconds, language)
}

/** The same with its two largest parts at most, for figures that were measured: 2 days 3 hours, not the seconds of it. */
export function sayRoughly(text: string, language: Language): string {
  const seconds = secondsOf(text)
  if (seconds === undefined) return text
  if (seconds < 1) return format(language, 'second').format(Math.round(seconds * 10) / 10)
  const step = seconds >= units.day ? units.hour : seconds >= units.hour ? units.minute : 1
  return sayLength(Math.round(seconds / step) * step, language)
}
