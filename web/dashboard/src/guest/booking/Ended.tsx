import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCommand } from '../../commands/useCommand'
import { Alternatives } from '../find/Alternatives'
import { timeAt } from '../find/wish'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { useGuestWords } from '../words'
import { serverNow } from '../../api/clock'
import { spanOf } from '../../fragments/slots'
import type { IntentRead } from '../request/useLastIntent'
import { WaitForIt } from '../request/WaitForIt'
import type { BookingRead } from './Booking'
import { GuestCancel, GuestConfirm, GuestExtendHold } from './commands'
import { Summary } from './Summary'

/** A booking that is over, one way or another: what happened, and what can be had instead. */
export function Ended({ reservation, told, failed }: { reservation: BookingRead; told?: ReactNode; failed: IntentRead | undefined }) {
  const words = useGuestWords()
  const { venue, status } = reservation
  const target = { target: reservation.id, about: venue.name }
  const said = [useCommand(GuestConfirm, target), useCommand(GuestExtendHold, target), useCommand(GuestCancel, target)]
  const span = spanOf(reservation.slots)
  const ahead = span && Date.parse(span.from) > serverNow()
  const { confirmed, held } = words
  const [title, text] =
    failed ? [words.inHand.failed, words.inHand.gone]
    : status === 'EXPIRED' ? [held.over, held.overText]
    : status === 'COMPLETED' ? [confirmed.completed, '']
    : status === 'NO_SHOW' ? [confirmed.noShow, confirmed.noShowText]
    : [confirmed.cancelled, `${confirmed.cancelledBy[reservation.statusReason ?? ''] ?? ''} ${confirmed.cancelledText}`]
  return (
    <Stack gap="lg">
      <div>
        <Head>{title}</Head>
        <Text>{text}</Text>
      </div>
      {told}
      <Said of={said} followed />
      <Summary venue={venue} slots={reservation.slots} partySize={reservation.partySize} over={status !== 'COMPLETED'} />
      {status === 'EXPIRED' && ahead && (
        <Button size="lg" renderRoot={(props) => <Link to="/book/$venue" params={{ venue: venue.code }} search={timeAt({ startsAt: span.from, endsAt: span.to }, venue.timeZone, reservation.partySize)} {...props} />}>
          {held.again}
        </Button>
      )}
      {failed?.status === 'FAILED_RACE' && ahead && <WaitForIt intent={failed} />}
      {ahead ? (
        <Alternatives venue={venue} wish={span.from} party={reservation.partySize} />
      ) : (
        <Button variant="outline" renderRoot={(props) => <Link to="/book/$venue" params={{ venue: venue.code }} {...props} />}>{confirmed.bookAgain}</Button>
      )}
    </Stack>
  )
}
