import { Stack } from '@mantine/core'
import type { GuestReservationQuery } from '../../gql/guest/graphql'
import { serverNow } from '../../api/clock'
import { InHand } from '../request/InHand'
import { useLastIntent } from '../request/useLastIntent'
import { Urgent } from '../urgent/Urgent'
import { Ended } from './Ended'
import { Firm } from './Firm'
import { Held } from './Held'
import { Requested } from './Requested'

export type BookingRead = NonNullable<GuestReservationQuery['reservation']>

export interface BookingProps {
  reservation: BookingRead
  reload: () => void
}

/** Shows a booking by what it is now. */
export function Booking({ reservation, reload }: BookingProps) {
  const intent = useLastIntent(reservation, reload)
  return (
    <Stack gap="lg">
      <Urgent venue={reservation.venue} except={reservation.id} />
      {intent && <InHand intent={intent} within />}
      <Now reservation={reservation} reload={reload} />
    </Stack>
  )
}

function Now({ reservation, reload }: BookingProps) {
  switch (reservation.status) {
    case 'HELD':
      if (reservation.requestedAt) return <Requested reservation={reservation} reload={reload} />
      if (!reservation.intent && reservation.expiresAt && Date.parse(reservation.expiresAt) <= serverNow()) return <Ended reservation={{ ...reservation, status: 'EXPIRED' }} />
      return <Held reservation={reservation} reload={reload} />
    case 'CONFIRMED':
    case 'CHECKED_IN':
      return <Firm reservation={reservation} reload={reload} />
    default:
      return <Ended reservation={reservation} />
  }
}
