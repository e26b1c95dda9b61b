import { Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { SpanText } from '../../components/TimeText'
import { placesOf, spanOf } from '../../fragments/slots'
import type { SlotCoreFragment } from '../../gql/staff/graphql'
import { useMay } from '../../shell/Viewer'
import { dayOf } from '../../time/day'
import { SlotChoice } from '../choosing/SlotChoice'
import { overlapsOwn, standingOf } from '../choosing/standing'
import { useSlots } from '../choosing/useSlots'
import { ActDialog } from './ActDialog'
import { MoveReservation } from './documents'
import { OverrideReason } from './Override'
import { hasMoved, type ReservationDialog } from './ReservationDialogs'
import { asAny } from './Results'
import { useGivenReason } from './useGivenReason'
import { useActWords } from './words'

/** Moves a reservation to other places of a day: one step, in which the old place is kept until the new one is won. */
export function MoveDialog({ reservation, seen, about, close }: ReservationDialog) {
  const words = useActWords().dialog
  const { timeZone: zone, id: venueId } = reservation.venue
  const first = reservation.slots[0]!
  const [day, go] = useState(() => dayOf(first.startsAt, zone))
  const [party, size] = useState(reservation.partySize)
  const [chosen, choose] = useState<SlotCoreFragment[]>([])
  const slots = useSlots({ venueId, from: day, to: day, partySize: party })
  const mayOverride = useMay('reservation:override')
  const reason = useGivenReason()
  const move = useCommand(MoveReservation, { target: reservation.id, about })
  const own = new Set(reservation.slots.map((slot) => slot.id))
  const rules = [
    ...new Set(
      chosen.flatMap((slot) => {
        const standing = standingOf(slot, 'book', party, serverNow(), overlapsOwn(slot, reservation.slots))
        return standing.kind === 'against' ? standing.rules : []
      }),
    ),
  ]
  const send = () => {
    const why = rules.length > 0 ? reason.given() : undefined
    if (rules.length > 0 && why === undefined) return undefined
    return move.run(
      {
        reservationId: reservation.id,
        slotIds: chosen.map((slot) => slot.id),
        expectedVersion: seen,
        ...(party === reservation.partySize ? {} : { partySize: party }),
        ...(why === undefined ? {} : { override: { reason: why } }),
      },
      reservation,
    )
  }
  return (
    <ActDialog
      {...words.move}
      title={words.move.title(reservation.customer.name)}
      size="lg"
      command={asAny(move)}
      close={close}
      changed={hasMoved(reservation, seen, move.busy)}
      blocked={chosen.length === 0}
      send={send}
    >
      <Text size="sm">
        {words.move.now}: <strong>{placesOf(reservation.slots)}</strong> ·{' '}
        <SpanText {...spanOf(reservation.slots)!} zone={zone} />
      </Text>
      <Group gap="sm" align="end">
        <TextInput
          type="date"
          label={words.move.day}
          value={day}
          data-autofocus
          onChange={(event) => event.currentTarget.value && (go(event.currentTarget.value), choose([]))}
        />
        <NumberInput
          label={words.move.party}
          value={party}
          min={1}
          max={99}
          w="6rem"
          allowDecimal={false}
          onChange={(next) => typeof next === 'number' && next > 0 && (size(next), choose([]))}
        />
      </Group>
      <SlotChoice
        of={slots}
        zone={zone}
        purpose="book"
        partySize={party}
        chosen={chosen}
        choose={choose}
        most={reservation.slots.length}
        among={(slot) => !own.has(slot.id) || party !== reservation.partySize}
        own={reservation.slots}
        mayOverride={mayOverride}
      />
      {rules.length > 0 && <OverrideReason rules={rules} {...reason.field} />}
    </ActDialog>
  )
}
