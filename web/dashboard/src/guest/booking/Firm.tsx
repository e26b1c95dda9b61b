import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { useCountdown } from '../../time/countdown'
import { dayOf } from '../../time/day'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { Ask } from '../sheet/Ask'
import { CancelTerms } from '../terms/CancelTerms'
import { changeableUntil } from '../terms/terms'
import { useGuestWords } from '../words'
import { AddToCalendar } from './AddToCalendar'
import type { BookingProps } from './Booking'
import { GuestCancel, GuestConfirm, GuestMove } from './commands'
import { Summary } from './Summary'

/** A booking that stands. */
export function Firm({ reservation, reload, told }: BookingProps) {
  const words = useGuestWords()
  const [asking, setAsking] = useState(false)
  const { id, version, venue, status } = reservation
  const target = { target: id, about: venue.name }
  const confirm = useCommand(GuestConfirm, target)
  const move = useCommand(GuestMove, target)
  const cancel = useCommand(GuestCancel, target)
  const rules = reservation.policyVersion.rules
  const first = reservation.slots[0]
  const may = (command: string) => reservation.viewerCommands.includes(command) && !cancel.busy
  // What may still be done ends at an instant, with no change that would be told.
  const over = useCountdown(first && new Date(changeableUntil(first.startsAt, rules)).toISOString())?.over
  const wasOver = useRef(over)
  useEffect(() => {
    if (over && !wasOver.current) reload()
    wasOver.current = over
  }, [over, reload])
  const here = status === 'CHECKED_IN'
  const title = here ? words.confirmed.seated : words.confirmed.title
  return (
    <Stack gap="lg">
      <Head>
        <span className="firm-mark"><Icon name="check" size={28} /></span> {title}
      </Head>
      {here && <Text>{words.confirmed.seatedText}</Text>}
      {told}
      <Summary venue={venue} slots={reservation.slots} partySize={reservation.partySize} customer={reservation.customer} />
      {move.state.phase === 'settled' && move.state.result.settled.kind !== 'accepted' ? <CommandResult of={move} done={words.confirmed.moved} /> : <Said of={[confirm, cancel, move]} followed />}
      {!here && !reservation.intent && (
        <>
          <div className="steps-row">
            <AddToCalendar reservation={reservation} />
            {may('moveReservation') && (
              <Button
                variant="default" leftSection={<Icon name="move" />}
                renderRoot={(props) => (
                  <Link to="/book/$venue" params={{ venue: venue.code }} search={{ instead: id, party: String(reservation.partySize), ...(first ? { day: dayOf(first.startsAt, venue.timeZone) } : {}) }} {...props} />
                )}
              >
                {words.confirmed.change}
              </Button>
            )}
            {may('cancelReservation') && <Button variant="subtle" color="rust" onClick={() => setAsking(true)}>{words.confirmed.cancel}</Button>}
          </div>
          <Text size="sm" c="dimmed">
            {first && <CancelTerms startsAt={first.startsAt} zone={venue.timeZone} rules={rules} />} {rules.confirmation === 'REQUEST' && words.confirmed.confirmsItself}
          </Text>
        </>
      )}
      {asking && (
        <Ask
          title={words.confirmed.cancelTitle} yes={words.confirmed.cancel} no={words.confirmed.keep} onNo={() => setAsking(false)}
          text={<>{words.confirmed.cancelText} {first && <CancelTerms startsAt={first.startsAt} zone={venue.timeZone} rules={rules} />}</>}
          onYes={() => {
            setAsking(false)
            void cancel.run({ reservationId: id, expectedVersion: version, reasonCode: 'CUSTOMER_REQUEST' }, reservation)
          }}
        />
      )}
    </Stack>
  )
}
