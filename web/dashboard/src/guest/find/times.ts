import type { ProblemCode, ResourceKind } from '../../gql/enums'
import { naturally } from '../../messages/order'

// A day of a venue as a guest reads it: times, not slots. Which table it becomes matters less than when.

/** A slot as availability answered it for one party. `slotId` instead of `id`: this is a picture for that party, not the slot that other pages know. */
export interface Place {
  slotId: string
  startsAt: string
  endsAt: string
  bookable: boolean
  blockers: readonly ProblemCode[]
  remaining: number
  resource: { id: string; name: string; kind: ResourceKind; minParty: number; maxParty: number }
}

/** `free`: plenty. `few`: the last ones. `full`: all taken, so one can wait for it. */
type TimeState = 'free' | 'few' | 'full'

export interface Time {
  startsAt: string
  endsAt: string
  state: TimeState
  /** Parties of this size that still fit. */
  left: number
  /** Bookable places, the best fitting first. */
  places: Place[]
  /** Places that would suit, were they not taken. */
  taken: Place[]
}

/** What waiting can help against: somebody else has it now. */
const taken = new Set<ProblemCode>(['SLOT_OCCUPIED', 'CAPACITY_EXCEEDED', 'PACING_EXCEEDED'])

/** So many or fewer, and the chip says how many. */
const fewLeft = 2

const roomFor = (place: Place, party: number): number => (place.resource.kind === 'POOLED' ? Math.floor(place.remaining / party) : 1)

/** The smallest place that takes the party comes first, so that a table for eight is kept for eight. */
const better = (a: Place, b: Place): number =>
  a.resource.maxParty - b.resource.maxParty || a.resource.minParty - b.resource.minParty || naturally(a.resource.name, b.resource.name, 'en')

const isTaken = (place: Place): boolean => !place.bookable && place.blockers.length > 0 && place.blockers.every((code) => taken.has(code))

function timeOf(startsAt: string, endsAt: string, all: Place[], party: number): Time | null {
  const places = all.filter((place) => place.bookable).sort(better)
  const others = all.filter(isTaken).sort(better)
  if (places.length === 0 && others.length === 0) return null
  const left = places.reduce((sum, place) => sum + roomFor(place, party), 0)
  const state: TimeState = left === 0 ? 'full' : left <= fewLeft && (others.length > 0 || places.some((place) => place.resource.kind === 'POOLED')) ? 'few' : 'free'
  return { startsAt, endsAt, state, left, places, taken: others }
}

/** The times that a day has for a party, in order. Slots that begin and end alike are one time; what has begun is left out. */
export function timesOf(all: readonly Place[], party: number, now: number, only?: (place: Place) => boolean): Time[] {
  const groups = new Map<string, Place[]>()
  for (const place of all) {
    if (Date.parse(place.startsAt) <= now || (only && !only(place))) continue
    const key = `${place.startsAt} ${place.endsAt}`
    const group = groups.get(key)
    if (group) group.push(place)
    else groups.set(key, [place])
  }
  return [...groups.values()]
    .map((group) => timeOf(group[0]!.startsAt, group[0]!.endsAt, group, party))
    .filter((time) => time !== null)
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || Date.parse(a.endsAt) - Date.parse(b.endsAt))
}

/** The same time among others, wherever they were read. */
export const sameTime = (a: { startsAt: string; endsAt: string }, b: { startsAt: string; endsAt: string }): boolean =>
  Date.parse(a.startsAt) === Date.parse(b.startsAt) && Date.parse(a.endsAt) === Date.parse(b.endsAt)

/** The free times nearest to a wish: by how far their start is from it, the earlier one first between equals. */
export function nearest(times: readonly Time[], wish: string, many = 3): Time[] {
  const at = Date.parse(wish)
  const away = (time: Time) => Math.abs(Date.parse(time.startsAt) - at)
  return times
    .filter((time) => time.state !== 'full')
    .sort((a, b) => away(a) - away(b) || Date.parse(a.startsAt) - Date.parse(b.startsAt))
    .slice(0, many)
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}
