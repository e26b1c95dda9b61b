import type { CSSProperties } from 'react'
import type { Span } from './kinds'

const percent = (share: number) => `${(share * 100).toFixed(4)}%`

/**
 * Where a stretch of time lies in a row, as shares of the day, so that another scale is another width of the row and nothing else. Plain lengths,
 * since what hundreds of elements are styled by must cost little.
 */
export function across(span: Span, day: Span): CSSProperties {
  const length = day.until - day.from
  const from = Math.max(span.from, day.from)
  return { left: percent((from - day.from) / length), width: percent((Math.min(span.until, day.until) - from) / length) }
}

export const shareOf = (at: number, day: Span): string => percent((at - day.from) / (day.until - day.from))
