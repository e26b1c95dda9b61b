import { isLive, piecesOf } from './bars'
import type { Booking, Obstacle, Place, Slot, Span } from './kinds'
import { meets } from './span'
import type { ProblemCode } from '../../gql/enums'

/** What is picked up: one bar of a booking. The rest of the booking comes along by the same time. */
export interface Lifted extends Span {
  key: string
  placeId: string
  booking: Booking
}

/** Where it might be put. */
export interface Target extends Span {
  placeId: string
  /** All slots that the booking would have then. */
  slotIds: readonly string[]
  /** Why it can't be put there, in the order of the contract; none: it fits. */
  obstacles: readonly Obstacle[]
  /** It is where it came from. */
  home: boolean
}

/** What is known of the floor when something is moved on it. */
export interface Ground {
  place(id: string): Place | undefined
  slotsOf(placeId: string): readonly Slot[]
  excludes(placeId: string): ReadonlySet<string>
  /** Whether no new bookings are taken at a place in some of this time. */
  paused(place: Place, span: Span): boolean
  /** The bookings that take some of a place. */
  bookingsAt(placeId: string): readonly Booking[]
  now: number
  /** The server's word on each slot for a party of this size; undefined while it is being asked. */
  obstacles: ReadonlyMap<string, readonly ProblemCode[]> | undefined
}

const order: readonly Obstacle[] = [
  'NO_SLOT', 'PARTY_TOO_SMALL', 'PARTY_TOO_LARGE', 'RESOURCE_CLOSED', 'WALK_IN_ONLY', 'OUTSIDE_BOOKING_WINDOW', 'SLOT_OCCUPIED', 'CAPACITY_EXCEEDED', 'PACING_EXCEEDED',
]
const rank = (obstacle: Obstacle) => (order.includes(obstacle) ? order.indexOf(obstacle) : order.length)

/** Slots that follow each other from one on, until they are as long as what is moved; undefined where they end before. */
export function chainFrom(slots: readonly Slot[], first: Slot, count: number, length: number): Slot[] | undefined {
  const chain = [first]
  if (count === 1) return chain
  for (let last = first; last.until - first.from < length; ) {
    const next = slots.find((slot) => slot.from === last.until)
    if (!next) return undefined
    chain.push((last = next))
  }
  return chain
}

/** What others have of a place in a stretch of time: the most people at once, and whether anybody is there at all. */
function taken(ground: Ground, placeId: string, span: Span, but: string): { people: number; any: boolean } {
  const others = ground.bookingsAt(placeId).filter((booking) => booking.id !== but && isLive(booking.status))
  const there = others.flatMap((booking) => piecesOf(booking).filter((piece) => piece.placeId === placeId && meets(piece, span)).map((piece) => ({ ...piece, party: booking.partySize })))
  const people = Math.max(0, ...there.map((one) => there.filter((other) => other.from <= one.from && one.from < other.until).reduce((sum, other) => sum + other.party, 0)))
  return { people, any: there.length > 0 }
}

const quarter = (at: number) => Math.floor(at / 900_000)
/** Obstacles that may be nobody but the booking itself. */
const ofItself = new Set<Obstacle>(['SLOT_OCCUPIED', 'CAPACITY_EXCEEDED'])

function obstaclesOn(ground: Ground, place: Place, slot: Slot, booking: Booking): Set<Obstacle> {
  const found = new Set<Obstacle>()
  if (booking.partySize < place.minParty) found.add('PARTY_TOO_SMALL')
  if (booking.partySize > place.maxParty) found.add('PARTY_TOO_LARGE')
  if (!place.active || ground.paused(place, slot)) found.add('RESOURCE_CLOSED')
  if (slot.until <= ground.now) found.add('OUTSIDE_BOOKING_WINDOW')
  const here = taken(ground, place.id, slot, booking.id)
  const besideHere = [...ground.excludes(place.id)].some((id) => taken(ground, id, slot, booking.id).any)
  if (besideHere || (place.kind === 'EXCLUSIVE' && here.any)) found.add('SLOT_OCCUPIED')
  if (place.kind === 'POOLED' && here.people + booking.partySize > slot.capacity) found.add('CAPACITY_EXCEEDED')
  const its = booking.slots.some((own) => (own.placeId === place.id || ground.excludes(place.id).has(own.placeId)) && meets(own, slot))
  for (const said of ground.obstacles?.get(slot.id) ?? []) {
    if (its && ofItself.has(said)) continue
    if (said === 'PACING_EXCEEDED' && booking.slots.some((own) => quarter(own.from) === quarter(slot.from))) continue
    found.add(said)
  }
  return found
}

/** The rest of the booking at another time: each slot's like on its own place. */
function companions(ground: Ground, lifted: Lifted, by: number): Slot[] | undefined {
  const inBar = (slot: { placeId: string } & Span) => slot.placeId === lifted.placeId && slot.from >= lifted.from && slot.until <= lifted.until
  const found: Slot[] = []
  for (const own of lifted.booking.slots) {
    if (inBar(own)) continue
    const slot = ground.slotsOf(own.placeId).find((other) => other.from === own.from + by)
    if (!slot) return undefined
    found.push(slot)
  }
  return found
}

/** Every place of a row at which what is picked up might be put, by start. */
export function targetsIn(ground: Ground, placeId: string, lifted: Lifted): Target[] {
  const place = ground.place(placeId)
  if (!place) return []
  const slots = ground.slotsOf(placeId).filter((slot) => slot.state === 'OPEN' || lifted.booking.slots.some((own) => own.id === slot.id))
  const count = lifted.booking.slots.filter((slot) => slot.placeId === lifted.placeId && slot.from >= lifted.from && slot.until <= lifted.until).length
  const had = new Set(lifted.booking.slots.map((slot) => slot.id))
  return slots.map((slot): Target => {
    const chain = chainFrom(slots, slot, count, lifted.until - lifted.from)
    const rest = companions(ground, lifted, slot.from - lifted.from)
    const all = [...(chain ?? [slot]), ...(rest ?? [])]
    const found = new Set<Obstacle>(chain && rest ? [] : ['NO_SLOT'])
    for (const one of all) {
      const where = ground.place(one.placeId)
      if (where) for (const obstacle of obstaclesOn(ground, where, one, lifted.booking)) found.add(obstacle)
    }
    const slotIds = all.map((one) => one.id)
    const home = slotIds.length === had.size && slotIds.every((id) => had.has(id))
    return { placeId, from: slot.from, until: (chain ?? [slot]).at(-1)!.until, slotIds, home, obstacles: home ? [] : [...found].toSorted((a, b) => rank(a) - rank(b)) }
  })
}

/** The target of a row that begins nearest to a moment. */
export function nearest(targets: readonly Target[], at: number): Target | undefined {
  let best: Target | undefined
  for (const target of targets) if (!best || Math.abs(target.from - at) < Math.abs(best.from - at)) best = target
  return best
}
