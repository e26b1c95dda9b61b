import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import { useLanguage } from '../../messages/language'
import { useCountdown } from '../../time/countdown'
import { formatTime, zoneName } from '../../time/format'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { Ask } from '../sheet/Ask'
import { useGuestWords } from '../words'
import { AddToCalendar } from './AddToCalendar'
import type { BookingProps } from './Booking'
import { GuestCancel, GuestConfirm } from './commands'
import { Summary } from './Summary'

/** The venue has been asked and has yet to say yes or no. */
export function Requested({ reservation, told }: BookingProps) {
  const words = useGuestWords()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const { id, version, venue, expiresAt } = reservation
  const target = { target: id, about: venue.name }
  const confirm = useCommand(GuestConfirm, target) // it was given on the page before, and its result is told here
  const cancel = useCommand(GuestCancel, target)
  const over = useCountdown(expiresAt)?.over
  const may = reservation.viewerCommands.includes('cancelReservation') && !over
  return (
    <Stack gap="lg">
      <Head>{words.requested.title}</Head>
      {expiresAt && <Text>{words.requested.text(`${formatTime(expiresAt, venue.timeZone, language, 'dateTime')} (${zoneName(venue.timeZone, expiresAt, language)})`)}</Text>}
      {told}
      <Summary venue={venue} slots={reservation.slots} partySize={reservation.partySize} customer={reservation.customer} />
      <Said of={[confirm, cancel]} followed />
      <div className="steps-row">
        <AddToCalendar reservation={reservation} />
        <Button variant="subtle" color="rust" disabled={!may || cancel.busy} onClick={() => setAsking(true)}>{words.requested.withdraw}</Button>
      </div>
      {asking && (
        <Ask
          title={words.requested.withdraws} yes={words.requested.withdraw} no={words.held.keep} onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void cancel.run({ reservationId: id, expectedVersion: version, reasonCode: 'CUSTOMER_REQUEST' }, reservation)
          }}
        />
      )}
    </Stack>
  )
}
