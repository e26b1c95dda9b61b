import { Stack } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { GuestReservationQuery } from '../../gql/guest/graphql'
import { serverNow } from '../../api/clock'
import { intentIsOver } from '../../commands/driver'
import { showing } from '../../commands/unseen'
import { Head } from '../page/Head'
import { InHand } from '../request/InHand'
import { type IntentRead, useLastIntent } from '../request/useLastIntent'
import { Urgent } from '../urgent/Urgent'
import { useGuestWords } from '../words'
import { Ended } from './Ended'
import { Firm } from './Firm'
import { Held } from './Held'
import { Requested } from './Requested'
import { Summary } from './Summary'

export type BookingRead = NonNullable<GuestReservationQuery['reservation']>

export interface BookingProps {
  reservation: BookingRead
  reload: () => void
  /** What a worker does about it, or why that failed. */
  told?: ReactNode
}

/** Shows a booking by what it is now. */
export function Booking({ reservation, reload }: BookingProps) {
  const intent = useLastIntent(reservation, reload)
  // All that is commanded on it is told on this page.
  useEffect(() => showing(reservation.id), [reservation.id])
  const under = intent && !intentIsOver(intent.status)
  return (
    <Stack gap="lg">
      {under && reservation.status === 'HELD' ? (
        <Arranged reservation={reservation} intent={intent} />
      ) : (
        <Now reservation={reservation} reload={reload} told={intent && <InHand intent={intent} within />} failed={intent && !under ? intent : undefined} />
      )}
      <Urgent venue={reservation.venue} except={reservation.id} />
    </Stack>
  )
}

/** A hold that a worker has in hand: nothing is to be done but to wait, or to call it off. */
function Arranged({ reservation, intent }: { reservation: BookingRead; intent: IntentRead }) {
  const { inHand } = useGuestWords()
  return (
    <>
      <Head>{inHand.title}</Head>
      <Summary venue={reservation.venue} slots={reservation.slots} partySize={reservation.partySize} customer={reservation.customer} />
      <InHand intent={intent} within />
    </>
  )
}

function Now({ reservation, reload, told, failed }: BookingProps & { failed: IntentRead | undefined }) {
  switch (reservation.status) {
    case 'HELD':
      if (reservation.requestedAt) return <Requested reservation={reservation} reload={reload} told={told} />
      if (!reservation.intent && reservation.expiresAt && Date.parse(reservation.expiresAt) <= serverNow()) return <Ended reservation={{ ...reservation, status: 'EXPIRED' }} told={told} failed={failed} />
      return <Held reservation={reservation} reload={reload} told={told} />
    case 'CONFIRMED':
    case 'CHECKED_IN':
      return <Firm reservation={reservation} reload={reload} told={told} />
    default:
      return <Ended reservation={reservation} told={told} failed={failed} />
  }
}
