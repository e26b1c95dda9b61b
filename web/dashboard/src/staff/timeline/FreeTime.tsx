import { Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { SpanText } from '../../components/TimeText'
import { graphql } from '../../gql/staff'
import type { SlotCoreFragment } from '../../gql/staff/graphql'
import { ActDialog } from '../acts/ActDialog'
import { asAny } from '../acts/Results'
import { isAtHand } from '../choosing/standing'
import { WalkInDialog } from '../walkin/WalkInDialog'
import { useShared } from './Floor'
import type { Place, Slot } from './kinds'

const Hold = graphql(`
  mutation StaffTimelineHold($input: HoldSlotInput!) {
    holdSlot(input: $input) {
      ...CommandFields
      reservation {
        ...ReservationCore
      }
    }
  }
`)

/** A free time as it stood when it was chosen. */
export interface Chosen {
  place: Place
  slot: Slot
}

const asRead = ({ place, slot }: Chosen): SlotCoreFragment => ({
  __typename: 'Slot', id: slot.id, version: slot.version, startsAt: new Date(slot.from).toISOString(), endsAt: new Date(slot.until).toISOString(), capacity: slot.capacity,
  remaining: slot.remaining, bookable: true, blockers: [], state: slot.state, walkInOnly: slot.walkInOnly, resource: { __typename: 'Resource', id: place.id, version: 0, name: place.name, kind: place.kind },
})

/** What can be done with a free time: seat a party that stands at the door or, where it is later, hold it for somebody on the telephone. */
export function FreeTime({ at, close }: { at: Chosen; close: () => void }) {
  const [slot] = useState(() => asRead(at))
  const [soon] = useState(() => isAtHand(slot, serverNow()))
  return soon ? <WalkInDialog at={slot} close={close} /> : <HoldDialog {...at} close={close} />
}

function HoldDialog({ place, slot, close }: Chosen & { close: () => void }) {
  const { tongue } = useShared()
  const words = tongue.words.hold
  const [party, size] = useState(Math.max(place.minParty, Math.min(place.maxParty, 2)))
  const [name, call] = useState('')
  const [phone, dial] = useState('')
  const hold = useCommand(Hold, { target: `hold:${slot.id}`, about: name || place.name })
  const send = () =>
    hold.run({ slotIds: [slot.id], partySize: party, ...(name.trim() ? { customer: { name: name.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}) } } : {}) })
  return (
    <ActDialog title={words.title(place.name)} what={words.what} go={words.go} command={asAny(hold)} send={send} close={close}>
      <Text size="sm"><SpanText from={slot.from} to={slot.until} zone={tongue.zone} /></Text>
      <Group gap="sm" align="end" wrap="wrap">
        <NumberInput label={words.party} value={party} min={1} max={500} w="6rem" allowDecimal={false} data-autofocus onChange={(next) => typeof next === 'number' && next > 0 && size(next)} />
        <TextInput label={words.name} value={name} maxLength={200} onChange={(event) => call(event.currentTarget.value)} autoComplete="off" flex={1} />
        <TextInput label={words.phone} type="tel" value={phone} disabled={!name.trim()} onChange={(event) => dial(event.currentTarget.value)} autoComplete="off" flex={1} />
      </Group>
    </ActDialog>
  )
}
