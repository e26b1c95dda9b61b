import type { WaitlistEntryStatus, WaitlistFactor } from '../../gql/enums'

export interface Turn {
  id: string
  status: WaitlistEntryStatus
  joinedAt: string
  from: string
  factors: readonly { factor: WaitlistFactor; weight: number; value: number }[]
}

/** What an entry has by the policy in force, apart from how well a place fits: the sum of weight times value. */
export const pointsOf = (entry: Pick<Turn, 'factors'>): number => entry.factors.reduce((sum, { weight, value }) => sum + weight * value, 0)

/** The policy's order: who has an open offer first, for they are being served; then by points, and between equals whoever joined first. */
export function inTurn<T extends Turn>(entries: readonly T[]): T[] {
  const served = (entry: T) => (entry.status === 'OFFERED' ? 0 : entry.status === 'WAITING' ? 1 : 2)
  return [...entries].sort(
    (a, b) => served(a) - served(b) || pointsOf(b) - pointsOf(a) || Date.parse(a.joinedAt) - Date.parse(b.joinedAt) || (a.id < b.id ? -1 : 1),
  )
}

/**
 * The turn of an entry among those of its day, who are in turn already. Without weights that is its place by joining, as the server counts it over
 * all wishes that overlap; with weights it is the order of points, which only a place that frees can decide for good.
 */
export function turnOf<T extends Turn & { position?: number | null }>(entry: T, ofDay: readonly T[]): number | undefined {
  if (entry.status !== 'WAITING') return undefined
  if (entry.factors.length === 0) return entry.position ?? undefined
  return ofDay.filter((other) => other.status === 'WAITING').indexOf(entry) + 1
}

interface Wish extends Turn {
  to: string
  partySize: number
  resourceId?: string | null
}

interface Place {
  startsAt: string
  endsAt: string
  resource: { id: string; minParty: number; maxParty: number }
}

/** Those who wait for a place like this one, in turn: it lies in the time that they wish for, is the one they want, and fits the party. */
export const suitedBy = <W extends Wish>(place: Place, entries: readonly W[]): W[] =>
  inTurn(entries).filter(
    (entry) =>
      entry.status === 'WAITING' &&
      Date.parse(entry.from) <= Date.parse(place.startsAt) &&
      Date.parse(place.endsAt) <= Date.parse(entry.to) &&
      (!entry.resourceId || entry.resourceId === place.resource.id) &&
      entry.partySize >= place.resource.minParty &&
      entry.partySize <= place.resource.maxParty,
  )

/** Entries under the civil days for which they wish, the nearest first; within a day in turn. */
export function byWishedDay<T extends Turn>(entries: readonly T[], dayOf: (instant: string) => string): [day: string, entries: T[]][] {
  const days = new Map<string, T[]>()
  for (const entry of inTurn(entries)) {
    const day = dayOf(entry.from)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
}
