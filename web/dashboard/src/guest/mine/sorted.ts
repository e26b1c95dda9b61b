import { endOf, startOf } from '../../fragments/slots'
import { awaitsGuest } from '../urgent/awaits'

interface Booking {
  status: string
  viewerCommands: readonly string[]
  expiresAt?: string | null
  requestedAt?: string | null
  slots: readonly { startsAt: string; endsAt: string }[]
}

/** A guest's bookings by what they ask of the guest: holds that run out, then what is to come in the order of time. What is behind an offer or lapsed is neither. */
export function sorted<B extends Booking>(bookings: readonly B[], now: number): { holds: B[]; coming: B[] } {
  const holds = bookings.filter((booking) => awaitsGuest(booking, now)).sort((a, b) => Date.parse(a.expiresAt!) - Date.parse(b.expiresAt!))
  const coming = bookings
    .filter((booking) => booking.status !== 'HELD' || (!!booking.requestedAt && !!booking.expiresAt && Date.parse(booking.expiresAt) > now))
    .filter((booking) => booking.status === 'CHECKED_IN' || endOf(booking.slots) > now)
    .sort((a, b) => startOf(a.slots) - startOf(b.slots))
  return { holds, coming }
}
