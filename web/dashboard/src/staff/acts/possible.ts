import { endOf, startOf } from '../../fragments/slots'
import type { ReservationStatus } from '../../gql/enums'
import { durationMs } from '../../time/format'

/** What is needed of a reservation to know what may be done with it, and from when. */
export interface Actable {
  status: ReservationStatus
  viewerCommands: readonly string[]
  intent?: unknown
  slots: readonly { startsAt: string; endsAt: string }[]
  policyVersion?: { rules: { checkInOpens: string; noShowGrace: string } } | null
}

export type ReservationAct =
  | 'confirmReservation'
  | 'checkInReservation'
  | 'completeReservation'
  | 'markNoShow'
  | 'extendHold'
  | 'moveReservation'
  | 'cancelReservation'
  | 'correctReservation'

const shown: readonly ReservationAct[] = [
  'confirmReservation',
  'checkInReservation',
  'completeReservation',
  'markNoShow',
  'extendHold',
  'moveReservation',
  'cancelReservation',
]

/** From when the party may be seated, in milliseconds; undefined where the rules are not known. */
export const seatingFrom = (r: Actable): number | undefined =>
  r.policyVersion ? startOf(r.slots) - durationMs(r.policyVersion.rules.checkInOpens) : undefined

/** Until when a party that did not come is waited for. */
export const waitedForUntil = (r: Actable): number | undefined =>
  r.policyVersion ? startOf(r.slots) + durationMs(r.policyVersion.rules.noShowGrace) : undefined

/** The party should be here and is not. Time alone makes it so, without a word from the server. */
export const isLate = (r: Actable, now: number): boolean => r.status === 'CONFIRMED' && startOf(r.slots) <= now

/** What a person may have ended by mistake, until its time is over: by another command, never by going back. */
const mistakable: readonly ReservationStatus[] = ['CHECKED_IN', 'COMPLETED', 'CANCELLED', 'NO_SHOW']

export const correctable = (r: Actable, now: number): boolean => mistakable.includes(r.status) && !r.intent && now < endOf(r.slots)

/**
 * What may be done now: what the server said when it was read, and what time has opened since by the rules that the reservation was made under.
 * The server decides again in any case.
 */
export function possibleActs(r: Actable, now: number): ReservationAct[] {
  const open = new Set<string>(r.viewerCommands)
  if (r.status === 'CONFIRMED' && !r.intent) {
    const seating = seatingFrom(r)
    const waited = waitedForUntil(r)
    if (seating !== undefined && now >= seating) open.add('checkInReservation')
    if (waited !== undefined && now >= waited) open.add('markNoShow')
  }
  return shown.filter((act) => open.has(act))
}
