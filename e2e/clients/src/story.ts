import assert from 'node:assert/strict'
import { day, graphql, key, venueId, ws, type Who } from './house'
import { Line } from './line'
import { Stream, nothingLostOrTwice } from './witness'
import type { Person, Watches } from './operations'

/** Makes a person who speaks to these addresses. */
export type Greet = (who: Who, graphql: string, ws: string) => Person

type Event<W extends keyof Watches> = NonNullable<Watches[W]['response'][keyof Watches[W]['response']]>
type OfferEvent = Event<'bookingOffersSubscription'>
type ReservationEvent = Event<'bookingReservationsSubscription'>

/**
 * The story of the README, told with one client library on a day of its own: a guest takes a table, another waits for it,
 * the first gives it up, staff hear of it and settle it. On the way an answer gets lost and the staff's sockets are cut,
 * twice. Resolves to what was seen of it.
 */
export async function story(greet: Greet, daysAhead: number): Promise<string> {
  const calls = await Line.to(graphql)
  const sockets = await Line.to(ws)
  const guest = greet('customerA', calls.address, ws)
  const second = greet('customerB', graphql, ws)
  const staff = greet('staff', graphql, sockets.address)
  const admin = greet('admin', graphql, ws)

  const { availability } = await guest.ask('bookingAvailabilityQuery', { venueId, date: day(daysAhead) })
  const slot = availability.nodes.find(s => s.bookable)
  assert.ok(slot, 'no table is free')

  // The answer to a hold gets lost. The client sends it again, with the same key: one hold, replayed.
  const wish = { slotIds: [slot.id], partySize: 2 }
  calls.loseTheNextAnswer()
  const { holdSlot: held } = await guest.ask('bookingHoldMutation', { input: { ...wish, idempotencyKey: key() } })
  assert.equal(held.outcome, 'COMMITTED', JSON.stringify(held))
  assert.equal(held.replayed, true)

  const decision = { reservationId: held.reservation!.id, expectedVersion: held.reservation!.version, idempotencyKey: key() }
  const { confirmReservation: booked } = await guest.ask('bookingConfirmMutation', { input: decision })
  assert.deepEqual([booked.replayed, booked.reservation?.status], [false, 'CONFIRMED'])
  const { confirmReservation: again } = await guest.ask('bookingConfirmMutation', { input: decision })
  assert.deepEqual([again.replayed, again.reservation?.id], [true, booked.reservation?.id])

  const { holdSlot: refused } = await second.ask('bookingHoldMutation', { input: { ...wish, idempotencyKey: key() } })
  assert.deepEqual([refused.outcome, refused.problem?.code, refused.slots?.[0]?.bookable], ['REJECTED', 'SLOT_OCCUPIED', false])
  const { joinWaitlist: joined } = await second.ask('bookingJoinMutation', {
    input: { venueId, partySize: 2, from: slot.startsAt, to: slot.endsAt, resourceId: slot.resource.id, idempotencyKey: key() },
  })
  assert.deepEqual([joined.outcome, joined.entry?.status, joined.entry?.position], ['COMMITTED', 'WAITING', 1])

  const offers = new Stream<OfferEvent>()
  const reservations = new Stream<ReservationEvent>()
  const stops = [
    staff.watch('bookingOffersSubscription', { venueId }, e => offers.push(e.offerChanged)),
    staff.watch('bookingReservationsSubscription', { venueId }, e => reservations.push(e.reservationChanged)),
  ]
  await offers.until(e => e.kind === 'SNAPSHOT')
  await reservations.until(e => e.kind === 'SNAPSHOT')

  // The guest gives the table up while the staff are cut off.
  sockets.cut()
  const { cancelReservation: cancelled } = await guest.ask('bookingCancelMutation', {
    input: { reservationId: booked.reservation!.id, expectedVersion: booked.reservation!.version, reasonCode: 'CUSTOMER_REQUEST', idempotencyKey: key() },
  })
  assert.equal(cancelled.reservation?.status, 'CANCELLED')
  await reservations.until(e => e.reservation?.id === booked.reservation!.id && e.reservation.status === 'CANCELLED')
  const { offer } = await offers.until(e => e.offer?.entry.id === joined.entry!.id && e.offer.status === 'OFFERED')

  // And once more while they settle it.
  sockets.cut()
  const yes = { offerId: offer!.id, expectedVersion: offer!.version, confirmationSource: 'FRONT_DESK', idempotencyKey: key() } as const
  const { confirmOffer: won } = await staff.ask('bookingDecideMutation', { input: yes })
  assert.deepEqual([won.outcome, won.replayed, won.reservation?.status], ['COMMITTED', false, 'CONFIRMED'])
  const { confirmOffer: repeated } = await staff.ask('bookingDecideMutation', { input: yes })
  assert.deepEqual([repeated.replayed, repeated.reservation?.id], [true, won.reservation?.id])
  const { confirmOffer: late } = await admin.ask('bookingDecideMutation', { input: { ...yes, confirmationSource: 'PHONE', idempotencyKey: key() } })
  assert.deepEqual([late.outcome, late.problem?.code, late.problem?.currentVersion], ['REJECTED', 'DECISION_STALE', offer!.version + 1])
  await offers.until(e => e.offer?.id === offer!.id && e.offer.status === 'ACCEPTED')
  await reservations.until(e => e.reservation?.id === won.reservation!.id && e.reservation.status === 'CONFIRMED')
  if (staff.remembered) {
    assert.equal(staff.remembered('Offer', offer!.id), 'ACCEPTED')
    assert.equal(staff.remembered('Reservation', booked.reservation!.id), 'CANCELLED')
  }

  for (const stop of stops) stop()
  for (const person of [guest, second, staff, admin]) person.leave()
  await sockets.idle()
  sockets.close()
  calls.close()
  assert.ok(sockets.connections >= 3, 'the sockets were not made anew')
  await nothingLostOrTwice('bookingOffersSubscription', offers.seen)
  await nothingLostOrTwice('bookingReservationsSubscription', reservations.seen)
  return `${offers.seen.length + reservations.seen.length} events over ${sockets.connections} connections`
}
