/** Rows that somebody has put aside on this page for a while, until when by the server's clock in milliseconds. Nobody else sees that. */
export type Snoozed = Readonly<Record<string, { until: number; version: number }>>

const asideFor = 5 * 60_000
/** However long it was put aside, it is back before its time is up. */
const backBefore = 60_000

/** Until when an item may be put aside; undefined where it is too late for that. */
export function asideUntil(item: { dueAt?: string | null }, now: number): number | undefined {
  const until = Math.min(now + asideFor, item.dueAt ? Date.parse(item.dueAt) - backBefore : Number.POSITIVE_INFINITY)
  return until > now + 5_000 ? until : undefined
}

/** Whether an item is put aside now. One that has changed since is back. */
export const isAside = (snoozed: Snoozed, item: { id: string; version: number }, now: number): boolean => {
  const aside = snoozed[item.id]
  return !!aside && aside.until > now && aside.version === item.version
}

/** When the first of them comes back. */
export function firstBack(snoozed: Snoozed, now: number): number | undefined {
  const times = Object.values(snoozed)
    .map((aside) => aside.until)
    .filter((until) => until > now)
  return times.length > 0 ? Math.min(...times) : undefined
}
