import type { Place, Span } from './kinds'
import { meets } from './span'

export interface Claim extends Span {
  key: string
  party: number
}

/**
 * Which of a row's claims clash: any two at once on a place that takes one party, those under which a shared place holds more people than it has
 * places. `neighbours` are claims on places that this one is joined with or joins.
 */
export function clashes(place: Pick<Place, 'kind'>, claims: readonly Claim[], neighbours: readonly Claim[], capacityAt: (at: number) => number | undefined): Set<string> {
  const clashing = new Set<string>()
  if (place.kind === 'EXCLUSIVE') {
    const order = claims.toSorted((a, b) => a.from - b.from)
    for (let i = 0; i < order.length; i++) {
      for (let j = i + 1; j < order.length && order[j]!.from < order[i]!.until; j++) clashing.add(order[i]!.key).add(order[j]!.key)
      if (neighbours.some((other) => meets(order[i]!, other))) clashing.add(order[i]!.key)
    }
    return clashing
  }
  for (const claim of claims) {
    const capacity = capacityAt(claim.from)
    if (capacity === undefined) continue
    const together = claims.filter((other) => other.from <= claim.from && claim.from < other.until)
    if (together.reduce((sum, other) => sum + other.party, 0) > capacity) for (const other of together) clashing.add(other.key)
  }
  return clashing
}

/** For each place the others that exclude it: those that it joins, those that join it, and those that join one of the same. */
export function exclusions(places: readonly Pick<Place, 'id' | 'joins'>[]): Map<string, Set<string>> {
  const parts = new Map(places.map((place) => [place.id, new Set([place.id, ...place.joins])]))
  const found = new Map<string, Set<string>>()
  for (const a of places) {
    const mine = parts.get(a.id)!
    const others = new Set<string>()
    for (const b of places) if (b.id !== a.id && [...parts.get(b.id)!].some((part) => mine.has(part))) others.add(b.id)
    if (others.size) found.set(a.id, others)
  }
  return found
}
