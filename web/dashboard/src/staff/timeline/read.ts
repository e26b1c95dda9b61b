import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/core'
import { client } from '../../api/client'
import type { Day } from '../../time/day'
import { ArrivalsQuery, BookingsQuery, OffersQuery, PlacesQuery, SlotsQuery } from './documents'
import { bookingOf, pauseOf, placeOf, slotOf } from './fromApi'
import type { Booking, Span } from './kinds'
import { meets } from './span'

/** A read that failed; the page shows its error. */
export class ReadFailed extends Error {
  constructor(readonly error: CombinedError) {
    super(error.message)
  }
}

/** Reads from the server. What is read is kept by the screen itself, so the answer is not watched in the cache. */
async function ask<Data, Variables extends AnyVariables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> {
  const answer = await client.query(document, variables, { requestPolicy: 'network-only' }).toPromise()
  if (answer.error || !answer.data) throw new ReadFailed(answer.error!)
  return answer.data
}

interface Page<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

/** All pages of a list, one after the other. */
async function all<Node>(page: (after: string | null) => Promise<Page<Node>>): Promise<Node[]> {
  const nodes: Node[] = []
  for (let after: string | null = null; ; ) {
    const { nodes: more, pageInfo } = await page(after)
    nodes.push(...more)
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return nodes
    after = pageInfo.endCursor
  }
}

export async function readPlaces(venueId: string) {
  let rest: Awaited<ReturnType<typeof first>> | undefined
  const first = async (after: string | null) => {
    const data = await ask(PlacesQuery, { venueId, after })
    return { areas: data.venue?.areas ?? [], pauses: data.pauses.nodes.map(pauseOf), resources: data.venue?.resources ?? { nodes: [], pageInfo: { hasNextPage: false } } }
  }
  const places = await all(async (after) => (rest = await first(after)).resources)
  return { places: places.map(placeOf), areas: rest?.areas ?? [], pauses: rest?.pauses ?? [] }
}

/** How long before its day a booking may begin and still be there. */
const longest = 12 * 3_600_000

/** The bookings of a day, and those of the evening before that reach into it. */
export async function readBookings(venueId: string, day: Span): Promise<Booking[]> {
  const between = (from: number, to: number) =>
    all(async (after) => (await ask(BookingsQuery, { venueId, from: new Date(from).toISOString(), to: new Date(to).toISOString(), after })).reservations)
  const [before, on] = await Promise.all([between(day.from - longest, day.from), between(day.from, day.until)])
  return [...before.map(bookingOf).filter((booking) => booking.slots.some((slot) => meets(slot, day))), ...on.map(bookingOf)]
}

const slotPages = (venueId: string, day: Day, party: number) => all(async (after) => (await ask(SlotsQuery, { venueId, day, party, after })).availability)

export const readSlots = async (venueId: string, day: Day) => (await slotPages(venueId, day, 2)).map(slotOf)

/** Why a party of this size can't have each slot of the day, as the server judges it. */
export const readObstacles = async (venueId: string, day: Day, party: number) => new Map((await slotPages(venueId, day, party)).map((slot) => [slot.id, slot.blockers]))

export const readOffers = async (venueId: string) =>
  (await all(async (after) => (await ask(OffersQuery, { venueId, after })).offers)).map((offer) => ({ id: offer.id, version: offer.version, holdId: offer.hold.id }))

export const readArrivals = async (venueId: string, day: Day) => (await ask(ArrivalsQuery, { venueId, day })).arrivals
export type Arrival = Awaited<ReturnType<typeof readArrivals>>[number]
