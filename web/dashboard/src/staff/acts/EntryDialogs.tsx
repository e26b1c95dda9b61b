import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import { SpanText } from '../../components/TimeText'
import type { EntryCoreFragment, SlotCoreFragment } from '../../gql/staff/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { dayOf } from '../../time/day'
import { SlotChoice } from '../choosing/SlotChoice'
import { useSlots } from '../choosing/useSlots'
import { ActDialog } from './ActDialog'
import { LeaveWaitlist, OfferToEntry, PrioritizeEntry } from './documents'
import { ReasonText } from './Reasons'
import { hasMoved } from './ReservationDialogs'
import { asAny } from './Results'
import { useGivenReason } from './useGivenReason'
import { useActWords } from './words'

interface EntryDialog {
  entry: EntryCoreFragment
  /** The version that was on the screen when the dialog was opened. */
  seen: number
  close: () => void
}

/** A place for somebody who waits, out of turn and for a reason. */
export function OfferDialog({ entry, seen, close }: EntryDialog) {
  const words = useActWords().dialog
  const { timeZone: zone, id: venueId } = entry.venue
  const [chosen, choose] = useState<SlotCoreFragment[]>([])
  const slots = useSlots({ venueId, from: dayOf(entry.from, zone), to: dayOf(entry.to, zone), partySize: entry.partySize })
  const reason = useGivenReason()
  const offer = useCommand(OfferToEntry, { target: entry.id, about: entry.customer.name })
  const within = (slot: SlotCoreFragment) =>
    Date.parse(slot.startsAt) >= Date.parse(entry.from) &&
    Date.parse(slot.endsAt) <= Date.parse(entry.to) &&
    (!entry.resourceId || slot.resource.id === entry.resourceId)
  const send = () => {
    const why = reason.given()
    return why === undefined
      ? undefined
      : offer.run({ entryId: entry.id, slotIds: chosen.map((slot) => slot.id), expectedVersion: seen, reason: why }, entry)
  }
  return (
    <ActDialog
      {...words.offer}
      title={words.offer.title(entry.customer.name)}
      size="lg"
      command={asAny(offer)}
      close={close}
      changed={hasMoved(entry, seen, offer.busy)}
      blocked={chosen.length === 0}
      send={send}
    >
      <Text size="sm">
        <SpanText from={entry.from} to={entry.to} zone={zone} />
      </Text>
      <SlotChoice
        of={slots}
        zone={zone}
        purpose="offer"
        partySize={entry.partySize}
        chosen={chosen}
        choose={choose}
        among={within}
        mayOverride={false}
      />
      <ReasonText {...reason.field} placeholder={words.offer.placeholder} />
    </ActDialog>
  )
}

export function PriorityDialog({ entry, seen, close, weight }: EntryDialog & { weight: number }) {
  const words = useActWords().dialog
  const language = useLanguage()
  const [priority, rank] = useState(entry.priority)
  const reason = useGivenReason()
  const prioritize = useCommand(PrioritizeEntry, { target: entry.id, about: entry.customer.name })
  const send = () => {
    const why = reason.given()
    return why === undefined ? undefined : prioritize.run({ entryId: entry.id, priority, reason: why, expectedVersion: seen }, entry)
  }
  return (
    <ActDialog {...words.priority} command={asAny(prioritize)} close={close} changed={hasMoved(entry, seen, prioritize.busy)} send={send}>
      <Text size="sm">{weight > 0 ? words.priority.weighs(number(language, weight)) : words.priority.weighsNot}</Text>
      <NumberInput
        label={words.priority.value}
        value={priority}
        min={0}
        max={100}
        allowDecimal={false}
        clampBehavior="strict"
        data-autofocus
        onChange={(next) => typeof next === 'number' && rank(next)}
      />
      <ReasonText {...reason.field} placeholder={words.priority.placeholder} focus={false} />
    </ActDialog>
  )
}

export function LeaveDialog({ entry, seen, close }: EntryDialog) {
  const words = useActWords().dialog
  const leave = useCommand(LeaveWaitlist, { target: entry.id, about: entry.customer.name })
  return (
    <ActDialog
      {...words.leave}
      tone="rust"
      command={asAny(leave)}
      close={close}
      changed={hasMoved(entry, seen, leave.busy)}
      send={() => leave.run({ entryId: entry.id, expectedVersion: seen }, entry)}
    >
      <Text size="sm" fw={600}>
        {entry.customer.name}
      </Text>
    </ActDialog>
  )
}
