import type { ProblemCode, ResourceKind } from '../../gql/enums'
import { naturally } from '../../messages/order'

/** What is needed of a slot to know whether staff may take it. */
export interface Takeable {
  startsAt: string
  endsAt: string
  remaining: number
  blockers: readonly ProblemCode[]
  resource: { kind: ResourceKind }
}

/** For what a place is looked for: a booking or a move, a party at the door, an offer to somebody who waits. */
export type Purpose = 'book' | 'walkIn' | 'offer'

export type Standing =
  | { kind: 'free' }
  /** Units are free, but those who wait come first; an offer may use them. */
  | { kind: 'due' }
  /** Rules of the house stand in the way, which staff may pass over with a reason. */
  | { kind: 'against'; rules: ProblemCode[] }
  | { kind: 'never'; why: ProblemCode }

/** Rules of the house; what others have, and how many people fit, are walls. */
const passable: ReadonlySet<ProblemCode> = new Set(['RESOURCE_CLOSED', 'WALK_IN_ONLY', 'OUTSIDE_BOOKING_WINDOW', 'PACING_EXCEEDED', 'POLICY_FORBIDS'])
const taken: ReadonlySet<ProblemCode> = new Set(['SLOT_OCCUPIED', 'CAPACITY_EXCEEDED'])

/**
 * How a slot stands for a purpose. It says what to offer on the screen; the server decides. `own`: what takes it is the very reservation that
 * would be moved there.
 */
export function standingOf(slot: Takeable, purpose: Purpose, partySize: number, now: number, own = false): Standing {
  const units = slot.resource.kind === 'POOLED' ? partySize : 1
  const over = Date.parse(slot.endsAt) <= now
  const obstacles = slot.blockers.filter((code) => {
    if (own && taken.has(code)) return false
    if (purpose !== 'walkIn' || over) return true
    // Times ahead of the start don't bind a party at the door, and places for walk-ins are open to it.
    return code !== 'WALK_IN_ONLY' && code !== 'OUTSIDE_BOOKING_WINDOW'
  })
  const wall = obstacles.find((code) => !passable.has(code) && !(purpose === 'offer' && taken.has(code) && slot.remaining >= units))
  if (wall) return { kind: 'never', why: wall }
  if (over) return { kind: 'never', why: 'OUTSIDE_BOOKING_WINDOW' }
  const rules = obstacles.filter((code) => passable.has(code))
  if (rules.length > 0) return purpose === 'offer' ? { kind: 'never', why: rules[0]! } : { kind: 'against', rules }
  return obstacles.some((code) => taken.has(code)) ? { kind: 'due' } : { kind: 'free' }
}

interface Seat {
  startsAt: string
  endsAt: string
  resource: { id: string }
}

/** Whether one of these seats is in the way of another: the same place at an overlapping time. */
export const overlapsOwn = (slot: Seat, own: readonly Seat[]): boolean =>
  own.some(
    (mine) =>
      mine.resource.id === slot.resource.id &&
      Date.parse(mine.startsAt) < Date.parse(slot.endsAt) &&
      Date.parse(slot.startsAt) < Date.parse(mine.endsAt),
  )

/** How far ahead of its start a place counts as free for somebody at the door. */
const ahead = 90 * 60_000

/** On now, or about to be. */
export const isAtHand = (slot: { startsAt: string; endsAt: string }, now: number): boolean =>
  Date.parse(slot.endsAt) > now && Date.parse(slot.startsAt) - now <= ahead

/** Slots by their start, in order. */
export function byStart<S extends { startsAt: string; resource: { name: string } }>(slots: readonly S[]): [start: string, slots: S[]][] {
  const groups = new Map<string, S[]>()
  for (const slot of slots) groups.set(slot.startsAt, [...(groups.get(slot.startsAt) ?? []), slot])
  return [...groups]
    .sort(([a], [b]) => Date.parse(a) - Date.parse(b))
    .map(([start, group]) => [start, group.sort((a, b) => naturally(a.resource.name, b.resource.name))])
}
