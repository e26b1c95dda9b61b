import type { Span } from './kinds'

/** Whether two stretches share a moment; those that only touch do not. */
export const meets = (a: Span, b: Span): boolean => a.from < b.until && b.from < a.until

export const clip = (a: Span, to: Span): Span | undefined => {
  const from = Math.max(a.from, to.from)
  const until = Math.min(a.until, to.until)
  return from < until ? { from, until } : undefined
}

/** What is left of a stretch without the others, in order. */
export function without(whole: Span, others: readonly Span[]): Span[] {
  const left: Span[] = []
  let from = whole.from
  for (const other of others.toSorted((a, b) => a.from - b.from)) {
    if (other.until <= from) continue
    if (other.from >= whole.until) break
    if (other.from > from) left.push({ from, until: other.from })
    from = Math.max(from, other.until)
  }
  if (from < whole.until) left.push({ from, until: whole.until })
  return left
}

/** Stretches put together where they touch or overlap. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until)
    else all.push({ from: span.from, until: span.until })
  }
  return all
}
