import { Button, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { SpanText } from '../../components/TimeText'
import { graphql } from '../../gql/staff'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { SeatWalkIn } from '../acts/documents'
import { asAny, Results } from '../acts/Results'
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

/** A walk-in may sit down at times that are on or begin within the hour; later ones are held for somebody. */
const near = 3_600_000

/** A free time as it stood when it was chosen. */
export interface Chosen {
  place: Place
  slot: Slot
}

/** What can be done with a free time: seat a party that stands at the door, or hold it for one on the telephone. */
export function FreeTime({ at, opened, onClose }: { at: Chosen | null; opened: boolean; onClose: () => void }) {
  const close = useWords(shellWords).close
  return (
    <Modal opened={opened} onClose={onClose} title={at?.place.name} closeButtonProps={{ 'aria-label': close }} data-testid="free-time">
      {at && <Form key={at.slot.id} {...at} onClose={onClose} />}
    </Modal>
  )
}

function Form({ place, slot, onClose }: Chosen & { onClose: () => void }) {
  const { tongue } = useShared()
  const { freeCell: words } = tongue.words
  const [party, setParty] = useState<number>(Math.max(place.minParty, Math.min(place.maxParty, 2)))
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const target = `free-${slot.id}`
  const seat = useCommand(SeatWalkIn, { target, about: place.name })
  const hold = useCommand(Hold, { target, about: place.name })
  const soon = slot.from - serverNow() < near
  const send = async (command: typeof seat | typeof hold) => {
    const customer = name.trim() ? { name: name.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}) } : undefined
    const result = await command.run({ slotIds: [slot.id], partySize: party, ...(customer ? { customer } : {}) })
    if (result && (result.settled.kind === 'done' || result.settled.kind === 'doneBefore')) {
      command.dismiss()
      onClose()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(soon ? seat : hold)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm"><SpanText from={slot.from} to={slot.until} zone={tongue.zone} /></Text>
        <Group gap="sm" align="end" wrap="nowrap">
          <NumberInput label={words.party} value={party} onChange={(next) => typeof next === 'number' && setParty(next)} min={1} max={500} allowDecimal={false} w="6rem" data-autofocus />
          <TextInput label={words.name} placeholder={words.optional} value={name} onChange={(event) => setName(event.currentTarget.value)} flex={1} autoComplete="off" />
          <TextInput label={words.phone} placeholder={words.optional} value={phone} onChange={(event) => setPhone(event.currentTarget.value)} flex={1} type="tel" autoComplete="off" />
        </Group>
        {!soon && <Text size="sm" c="dimmed">{words.later}</Text>}
        <Results of={[asAny(seat), asAny(hold)]} />
        <Group justify="flex-end" gap="sm">
          {soon && <Button variant="outline" color="slate" disabled={seat.busy} onClick={() => void send(hold)}>{words.hold}</Button>}
          <Button type="submit" loading={seat.busy}>{soon ? words.walkIn : words.hold}</Button>
        </Group>
      </Stack>
    </form>
  )
}
