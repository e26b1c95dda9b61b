import { isLate, isLive, lookOf, piecesOf } from './bars'
import { clashes, type Claim } from './clashes'
import type { Bar, Booking, FreeCell, OpenOffer, PauseSpan, Place, RowView, Shut, Slot, Span, Use } from './kinds'
import { laneCount, packLanes } from './lanes'
import { clip, joined, meets, without } from './span'

/** All that a row is made from. */
export interface RowFacts {
  place: Place
  day: Span
  now: number
  bookings: readonly Booking[]
  /** Bookings of places that exclude this one, with those places' names. */
  neighbours: readonly { booking: Booking; placeId: string; name: string }[]
  /** By start. */
  slots: readonly Slot[]
  pauses: readonly PauseSpan[]
  offers: ReadonlyMap<string, OpenOffer>
  open: ReadonlySet<string>
  /** Show what is over, too. */
  withOver: boolean
}

/** Takes the old part where the new one says the same, so that what shows it need not be drawn again. */
function kept<T>(before: readonly T[] | undefined, next: readonly T[], same: (a: T, b: T) => boolean): readonly T[] {
  if (!before) return next
  const parts = next.map((part, i) => (before[i] !== undefined && same(before[i], part) ? before[i] : part))
  return parts.length === before.length && parts.every((part, i) => part === before[i]) ? before : parts
}

const sameSpan = (a: Span, b: Span) => a.from === b.from && a.until === b.until
const sameBar = (a: Bar, b: Bar) =>
  a.key === b.key && a.booking === b.booking && sameSpan(a, b) && a.look === b.look && a.lane === b.lane && a.late === b.late && a.conflict === b.conflict && a.withdrawn === b.withdrawn && a.open === b.open
const sameUse = (a: Use, b: Use) => sameSpan(a, b) && a.used === b.used && a.capacity === b.capacity
const sameCell = (a: FreeCell, b: FreeCell) => sameSpan(a, b) && a.slot === b.slot && a.used === b.used
const sameShut = (a: Shut, b: Shut) => sameSpan(a, b) && a.why === b.why && a.text === b.text

/** The pauses that stand in the way of a place; one of a part stands in the way of what it is joined into. */
export const pausesOf = (place: Place, pauses: readonly PauseSpan[]): PauseSpan[] =>
  pauses.filter((pause) => pause.placeId === null || pause.placeId === place.id || place.joins.includes(pause.placeId))

const claimsOf = (booking: Booking, placeId: string): Claim[] =>
  isLive(booking.status) ? piecesOf(booking).filter((piece) => piece.placeId === placeId).map((piece) => ({ key: piece.key, from: piece.from, until: piece.until, party: booking.partySize })) : []

/** What a row shows, made from what is known of the day. */
export function rowView(facts: RowFacts, before: RowView | undefined): RowView {
  const { place, day, now, slots } = facts
  const pooled = place.kind === 'POOLED'
  const shown = facts.bookings.filter((booking) => isLive(booking.status) || facts.withOver)
  const pieces = shown.flatMap((booking) => piecesOf(booking).filter((piece) => piece.placeId === place.id && meets(piece, day)).map((piece) => ({ ...piece, booking })))
  const claims = shown.flatMap((booking) => claimsOf(booking, place.id))
  const next = facts.neighbours.flatMap(({ booking, placeId, name }) => claimsOf(booking, placeId).map((claim) => ({ ...claim, name })))
  const clashing = clashes(place, claims, next, (at) => slots.find((slot) => slot.from <= at && at < slot.until)?.capacity)
  const lanes = packLanes(pieces, new Map((before?.bars ?? []).map((bar) => [bar.key, bar.lane])))
  const bars = pieces
    .map((piece): Bar => ({
      key: piece.key, booking: piece.booking, placeId: place.id, from: piece.from, until: piece.until, lane: lanes.get(piece.key)!,
      look: lookOf(piece.booking, facts.offers.has(piece.booking.id)), late: isLate(piece.booking, now), conflict: clashing.has(piece.key), withdrawn: piece.withdrawn,
      open: facts.open.has(piece.booking.id),
    }))
    .toSorted((a, b) => a.from - b.from || (a.key < b.key ? -1 : 1))
  const openSlots = slots.filter((slot) => slot.state === 'OPEN')
  const view: RowView = {
    place,
    bars: kept(before?.bars, bars, sameBar),
    // A row does not become lower while it is looked at: rows beneath it would jump.
    lanes: Math.max(laneCount(lanes), before?.lanes ?? 1),
    free: kept(before?.free, freeCells(facts, openSlots, claims, next), sameCell),
    shut: kept(before?.shut, shutSpans(facts, openSlots, next), sameShut),
    use: kept(before?.use, pooled ? uses(openSlots, day) : [], sameUse),
    conflict: bars.some((bar) => bar.conflict),
  }
  const same = before && before.place === place && before.bars === view.bars && before.lanes === view.lanes && before.free === view.free && before.shut === view.shut && before.use === view.use
  return same ? before : view
}

function freeCells({ place, now, day, pauses }: RowFacts, slots: readonly Slot[], claims: readonly Claim[], neighbours: readonly Claim[]): FreeCell[] {
  if (!place.active) return []
  const paused = pausesOf(place, pauses)
  const cells: FreeCell[] = []
  for (const [i, slot] of slots.entries()) {
    if (slot.until <= now || slot.remaining <= 0 || paused.some((pause) => meets(pause, slot))) continue
    if (neighbours.some((other) => meets(other, slot)) || (place.kind === 'EXCLUSIVE' && claims.some((claim) => meets(claim, slot)))) continue
    const seen = clip({ from: slot.from, until: Math.min(slot.until, slots[i + 1]?.from ?? Infinity) }, day)
    if (seen) cells.push({ ...seen, slot, used: place.kind === 'POOLED' ? slot.capacity - slot.remaining : 0 })
  }
  return cells
}

function shutSpans({ place, day, pauses }: RowFacts, slots: readonly Slot[], neighbours: readonly (Claim & { name: string })[]): Shut[] {
  const closed = place.active ? without(day, joined(slots)) : [day]
  const shut: Shut[] = closed.map((span) => ({ ...span, why: 'closed', text: '' }))
  for (const pause of pausesOf(place, pauses)) {
    const seen = clip(pause, day)
    if (seen) shut.push({ ...seen, why: 'paused', text: pause.reason })
  }
  for (const other of neighbours) {
    const seen = clip(other, day)
    if (seen) shut.push({ ...seen, why: 'joined', text: other.name })
  }
  return shut
}

const uses = (slots: readonly Slot[], day: Span): Use[] =>
  slots.flatMap((slot, i) => {
    const seen = clip({ from: slot.from, until: Math.min(slot.until, slots[i + 1]?.from ?? Infinity) }, day)
    return seen ? [{ ...seen, used: slot.capacity - slot.remaining, capacity: slot.capacity }] : []
  })
