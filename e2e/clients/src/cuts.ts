import assert from 'node:assert/strict'
import { documents } from './booking'
import { call, comeAndGo } from './call'
import { day, venueId } from './house'
import { subscribeResuming, type Subscriber } from './resume'
import { Stream, nothingLostOrTwice, type Told } from './witness'
import type { Line } from './line'

/**
 * Watches the venue's reservations while some come and go and the line is disturbed, in the middle of what happens as well
 * as in between. Resolves to what was seen of it.
 */
export async function comesThrough(client: Subscriber, line: Line, disturb: () => void, daysAhead: number): Promise<string> {
  const events = new Stream<Told & { reservation?: { id: string; status: string } }>()
  const request = { query: documents.bookingReservationsSubscription, variables: { venueId } }
  const stop = subscribeResuming(client, request, {
    next: ({ data }) => events.push(data.reservationChanged),
    error: events.fail,
    complete() {},
  })
  await events.until(e => e.kind === 'SNAPSHOT')
  const { availability } = await call('staff', 'bookingAvailabilityQuery', { venueId, date: day(daysAhead) })
  const rounds = availability.nodes.filter(s => s.bookable).slice(0, 12)
  for (const [i, slot] of rounds.entries()) {
    const gone = comeAndGo(slot.id)
    disturb()
    const id = await gone
    if (i % 3 === 2) await events.until(e => e.reservation?.id === id && e.reservation.status === 'CANCELLED')
  }
  stop()
  await line.idle()
  line.close()
  assert.equal(rounds.length, 12)
  assert.ok(line.connections >= 5, `${line.connections} connections`)
  await nothingLostOrTwice('bookingReservationsSubscription', events.seen)
  return `${events.seen.length} events over ${line.connections} connections`
}
