import { Button, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { TimeText } from '../../components/TimeText'
import type { SlotCoreFragment } from '../../gql/staff/graphql'
import { useVenue } from '../../shell/venue'
import { useMay } from '../../shell/Viewer'
import { addDays, dayOf } from '../../time/day'
import { ActDialog } from '../acts/ActDialog'
import { SeatWalkIn } from '../acts/documents'
import { OverrideReason } from '../acts/Override'
import { asAny } from '../acts/Results'
import { useGivenReason } from '../acts/useGivenReason'
import { useActWords } from '../acts/words'
import { SlotChoice } from '../choosing/SlotChoice'
import { isAtHand, standingOf } from '../choosing/standing'
import { useSlots } from '../choosing/useSlots'

/** The button that seats a party at the door, for the head of a staff screen. */
export function WalkInButton() {
  const [shown, { open, close }] = useDisclosure()
  const words = useActWords()
  if (!useMay('reservation:operate')) return null
  return (
    <>
      <Button variant="outline" leftSection={<Icon name="person" size={16} />} onClick={open} data-testid="walk-in">
        {words.button.walkIn}
      </Button>
      {shown && <WalkInDialog close={close} />}
    </>
  )
}

/**
 * Seats a party that came without a booking: how many, where, and who if they like. `at` is a place that was pointed at, for example on the
 * timeline; without it every place that is free now or soon can be chosen.
 */
export function WalkInDialog({ close, at }: { close: () => void; at?: SlotCoreFragment }) {
  const words = useActWords().dialog
  const venue = useVenue()
  const zone = venue.timeZone
  const [party, size] = useState(2)
  const [chosen, choose] = useState<SlotCoreFragment[]>(at ? [at] : [])
  const [name, call] = useState('')
  const [phone, dial] = useState('')
  const [note, write] = useState('')
  const reason = useGivenReason()
  // A night's last places begin after midnight: tomorrow's early ones are read as well.
  const [today] = useState(() => dayOf(serverNow(), zone))
  const slots = useSlots({ venueId: venue.id, from: addDays(today, -1), to: addDays(today, 1), partySize: party })
  const mayOverride = useMay('reservation:override')
  const seat = useCommand(SeatWalkIn, { target: `walkIn:${venue.id}`, about: name || undefined })
  const now = serverNow()
  const rules = [
    ...new Set(
      chosen.flatMap((slot) => {
        const found = slots.slots?.find((other) => other.id === slot.id) ?? slot
        const standing = standingOf(found, 'walkIn', party, now)
        return standing.kind === 'against' ? standing.rules : []
      }),
    ),
  ]
  const send = () => {
    const why = rules.length > 0 ? reason.given() : undefined
    if (rules.length > 0 && why === undefined) return undefined
    return seat.run({
      slotIds: chosen.map((slot) => slot.id),
      partySize: party,
      ...(name.trim() ? { customer: { name: name.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}) } } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(why === undefined ? {} : { override: { reason: why } }),
    })
  }
  return (
    <ActDialog {...words.walkIn} size="lg" command={asAny(seat)} close={close} blocked={chosen.length === 0} send={send}>
      <Group gap="sm" align="end" wrap="wrap">
        <NumberInput
          label={words.walkIn.party}
          value={party}
          min={1}
          max={99}
          w="6rem"
          allowDecimal={false}
          data-autofocus
          onChange={(next) => typeof next === 'number' && next > 0 && (size(next), at || choose([]))}
        />
        <TextInput
          label={words.guest.name}
          placeholder={words.guest.nameHelp}
          value={name}
          maxLength={200}
          onChange={(event) => call(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput
          label={words.guest.phone}
          type="tel"
          value={phone}
          disabled={!name.trim()}
          onChange={(event) => dial(event.currentTarget.value)}
          autoComplete="off"
        />
      </Group>
      {at ? (
        <Text size="sm">
          {words.walkIn.place}: <strong>{at.resource.name}</strong> · <TimeText at={at.startsAt} zone={zone} bare />–
          <TimeText at={at.endsAt} zone={zone} />
        </Text>
      ) : (
        <SlotChoice
          of={slots}
          zone={zone}
          purpose="walkIn"
          partySize={party}
          chosen={chosen}
          choose={choose}
          among={(slot) => isAtHand(slot, now)}
          mayOverride={mayOverride}
          empty={words.walkIn.none}
        />
      )}
      {rules.length > 0 && <OverrideReason rules={rules} {...reason.field} />}
      <TextInput
        label={words.walkIn.note}
        description={words.walkIn.noteHelp}
        value={note}
        maxLength={500}
        onChange={(event) => write(event.currentTarget.value)}
      />
    </ActDialog>
  )
}
