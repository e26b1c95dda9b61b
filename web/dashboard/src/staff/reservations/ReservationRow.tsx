import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useCommand } from '../../commands/useCommand'
import { announce } from '../../components/announce'
import { StatusBadge } from '../../components/StatusBadge'
import { SpanText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import type { ReservationRowFragment } from '../../gql/staff/graphql'
import { number } from '../../messages/words'
import { useLanguage } from '../../messages/language'
import { CheckIn, Complete, ConfirmReservation, MarkNoShow } from '../acts/documents'
import { possibleActs, correctable, type ReservationAct } from '../acts/possible'
import { aboutReservation } from '../acts/ReservationActs'
import { asAny, Results } from '../acts/Results'
import { useActWords } from '../acts/words'
import { KeyButton } from '../keyboard/KeyButton'
import { Standing } from './Standing'
import { useReservationWords } from './words'

export interface RowProps {
  reservation: ReservationRowFragment
  zone: string
  venue: string
  selected: boolean
  /** The one row that Tab stops at. */
  stop: boolean
  select: (id: string) => void
  ask: (act: ReservationAct, reservation: ReservationRowFragment) => void
  /** Changes when time may have opened another act. */
  now: number
  mayCorrect: boolean
}

/** One reservation of the day. What can be done with it by one press stands in the row; the rest is behind its name. */
export const ReservationRow = memo(function ReservationRow(props: RowProps) {
  const possible = possibleActs(props.reservation, props.now)
  const correct = props.mayCorrect && correctable(props.reservation, props.now)
  return possible.length > 0 || props.reservation.intent ? (
    <ActiveRow {...props} possible={possible} correct={correct} />
  ) : (
    <StillRow {...props} correct={correct} />
  )
})

function ActiveRow({ possible, correct, ...props }: RowProps & { possible: readonly ReservationAct[]; correct: boolean }) {
  const { reservation, ask } = props
  const words = useActWords()
  const options = { target: reservation.id, about: aboutReservation(reservation) }
  const commands = {
    confirmReservation: useCommand(ConfirmReservation, options),
    checkInReservation: useCommand(CheckIn, options),
    completeReservation: useCommand(Complete, options),
    markNoShow: useCommand(MarkNoShow, options),
  }
  const go = async (act: keyof typeof commands) => {
    const result = await commands[act].run({ reservationId: reservation.id, expectedVersion: reservation.version }, reservation)
    if (result?.settled.kind === 'done') announce(`${reservation.customer.name}: ${words.done[act] ?? ''}`)
  }
  const busy = commands.checkInReservation.busy
  const button = (act: keyof typeof commands, hotkey: string, label: string, look: object = {}) =>
    possible.includes(act) && (
      <KeyButton size="compact-sm" {...(props.selected ? { hotkey } : {})} {...look} disabled={busy} onClick={() => void go(act)}>
        {label}
      </KeyButton>
    )
  const told = Object.values(commands).filter(
    ({ state }) => state.phase === 'open' || (state.phase === 'settled' && state.result.settled.kind !== 'done'),
  )
  return (
    <>
      <Cells {...props}>
        {button('confirmReservation', 'c', words.button.confirm)}
        {button('checkInReservation', 'c', words.button.checkIn)}
        {button('completeReservation', 'f', words.button.complete, { variant: 'outline' })}
        {button('markNoShow', 'n', words.button.noShow, { variant: 'outline', color: 'rust' })}
        {props.selected && possible.includes('moveReservation') && (
          <KeyButton size="compact-sm" hotkey="m" variant="subtle" color="slate" disabled={busy} onClick={() => ask('moveReservation', reservation)}>
            {words.button.move}
          </KeyButton>
        )}
        {props.selected && possible.includes('cancelReservation') && (
          <KeyButton size="compact-sm" hotkey="d" variant="subtle" color="rust" disabled={busy} onClick={() => ask('cancelReservation', reservation)}>
            {words.button.cancel}
          </KeyButton>
        )}
        {props.selected && correct && (
          <KeyButton
            size="compact-sm"
            hotkey="r"
            variant="subtle"
            color="slate"
            disabled={busy}
            onClick={() => ask('correctReservation', reservation)}
          >
            {words.button.correct}
          </KeyButton>
        )}
      </Cells>
      {told.length > 0 && (
        <tr className="reservation-told">
          <td colSpan={6}>
            <Results of={told.map(asAny)} />
          </td>
        </tr>
      )}
    </>
  )
}

function StillRow({ correct, ...props }: RowProps & { correct: boolean }) {
  const words = useActWords()
  return (
    <Cells {...props}>
      {correct && (props.selected || props.reservation.status === 'NO_SHOW') && (
        <KeyButton
          size="compact-sm"
          {...(props.selected ? { hotkey: 'r' } : {})}
          variant="subtle"
          color="slate"
          onClick={() => props.ask('correctReservation', props.reservation)}
        >
          {words.button.correct}
        </KeyButton>
      )}
    </Cells>
  )
}

function Cells({ reservation, zone, venue, selected, stop, select, children }: RowProps & { children: ReactNode }) {
  const words = useReservationWords()
  const language = useLanguage()
  const span = spanOf(reservation.slots)
  return (
    <tr
      className="reservation-row"
      data-row={reservation.id}
      data-status={reservation.status}
      aria-current={selected || undefined}
      onClick={() => select(reservation.id)}
    >
      <td>
        {span && <SpanText {...span} zone={zone} style="time" bare />}
      </td>
      <th scope="row">
        <Anchor
          className="reservation-name"
          fw={600}
          tabIndex={stop ? 0 : -1}
          onFocus={() => select(reservation.id)}
          renderRoot={(props) => <Link to="/v/$venue/reservations/$id" params={{ venue, id: reservation.id }} {...props} />}
        >
          {reservation.customer.name}
        </Anchor>
        <Group gap={4} component="span">
          {reservation.walkIn && (
            <Badge size="xs" variant="light" color="slate" tt="none">
              {words.walkIn}
            </Badge>
          )}
          {reservation.status === 'HELD' && reservation.viewerCommands.length === 0 && !reservation.intent && (
            <Badge size="xs" variant="light" color="sea" tt="none">
              {words.forOffer}
            </Badge>
          )}
          {reservation.override && (
            <Badge size="xs" variant="light" color="amber" tt="none">
              {words.against}
            </Badge>
          )}
          {reservation.customer.phone && (
            <Text size="xs" c="dimmed" span>
              {reservation.customer.phone}
            </Text>
          )}
        </Group>
      </th>
      <td className="number">{number(language, reservation.partySize)}</td>
      <td>{placesOf(reservation.slots)}</td>
      <td>
        <Group gap="xs">
          <StatusBadge of="reservationStatus" value={reservation.status} />
          <Standing of={reservation} />
        </Group>
      </td>
      <td>
        <Group gap={6} className="reservation-acts">
          {children}
        </Group>
      </td>
    </tr>
  )
}
