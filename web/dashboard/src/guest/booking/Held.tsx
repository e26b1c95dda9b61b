import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import { CountdownRing } from '../../components/CountdownRing'
import { useLanguage } from '../../messages/language'
import { useCountdown } from '../../time/countdown'
import { dayOf } from '../../time/day'
import { durationMs, formatLength, formatTime, zoneName } from '../../time/format'
import { Head } from '../page/Head'
import { Said } from '../page/Said'
import { Ask } from '../sheet/Ask'
import { CancelTerms } from '../terms/CancelTerms'
import { beganAt } from '../terms/terms'
import { useGuestWords } from '../words'
import type { BookingProps } from './Booking'
import { GuestCancel, GuestConfirm, GuestExtendHold } from './commands'
import { Summary } from './Summary'

/** A place that is kept while its guest decides. */
export function Held({ reservation, reload, told }: BookingProps) {
  const words = useGuestWords()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const { id, version, venue, expiresAt } = reservation
  const target = { target: id, about: venue.name }
  const confirm = useCommand(GuestConfirm, target)
  const extend = useCommand(GuestExtendHold, target)
  const cancel = useCommand(GuestCancel, target)
  const time = useCountdown(expiresAt)
  const rules = reservation.policyVersion.rules
  const may = (command: string) => reservation.viewerCommands.includes(command) && !time?.over && !confirm.busy
  const input = { reservationId: id, expectedVersion: version }
  const asks = rules.confirmation === 'REQUEST'
  const forOffer = reservation.viewerCommands.length === 0 && !reservation.intent && !time?.over
  const first = reservation.slots[0]
  const label = first ? words.held.label(formatTime(first.startsAt, venue.timeZone, language)) : words.held.title
  return (
    <Stack gap="lg">
      <div className="ring-head">
        {expiresAt && <CountdownRing until={expiresAt} from={beganAt(expiresAt, rules.holdTtl, reservation.createdAt)} size={96} label={label} onOver={reload} />}
        <div>
          <Head>{words.held.title}</Head>
          {expiresAt && <Text c="dimmed">{words.until(formatTime(expiresAt, venue.timeZone, language), zoneName(venue.timeZone, expiresAt, language))}</Text>}
        </div>
      </div>
      {told}
      <Summary venue={venue} slots={reservation.slots} partySize={reservation.partySize} customer={reservation.customer} />
      <Said of={[confirm, extend, cancel]} followed />
      {forOffer ? (
        <Text>{words.held.forOffer}</Text>
      ) : (
        <div className="steps">
          <Button size="lg" fullWidth disabled={!may('confirmReservation')} loading={confirm.state.phase === 'open' && confirm.state.mine} onClick={() => void confirm.run(input, reservation)} data-testid="confirm">
            {asks ? words.held.ask : words.held.confirm}
          </Button>
          <div className="steps-row">
            <Button variant="default" disabled={!may('extendHold')} onClick={() => void extend.run(input, reservation)} title={reservation.viewerCommands.includes('extendHold') ? undefined : words.held.extended}>
              {words.held.extend} (+{formatLength(durationMs(rules.holdTtl), language)})
            </Button>
            {may('moveReservation') && (
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link to="/book/$venue" params={{ venue: venue.code }} search={{ instead: id, party: String(reservation.partySize), ...(first ? { day: dayOf(first.startsAt, venue.timeZone) } : {}) }} {...props} />
                )}
              >
                {words.held.change}
              </Button>
            )}
            <Button variant="subtle" color="rust" disabled={!may('cancelReservation')} onClick={() => setAsking(true)}>{words.held.giveBack}</Button>
          </div>
        </div>
      )}
      <Text size="sm" c="dimmed">
        {words.held.nothingYet} {asks && words.hold.asks(formatLength(durationMs(rules.requestTtl), language))} {first && <CancelTerms startsAt={first.startsAt} zone={venue.timeZone} rules={rules} />}
      </Text>
      {asking && (
        <Ask
          title={words.held.givesBack} yes={words.held.giveBack} no={words.held.keep} onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void cancel.run({ ...input, reasonCode: 'CUSTOMER_REQUEST' }, reservation)
          }}
        />
      )}
    </Stack>
  )
}
