import { Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useCommand } from '../../commands/useCommand'
import { SpanText, ZoneNote } from '../../components/TimeText'
import type { EntryCoreFragment, SlotCoreFragment } from '../../gql/staff/graphql'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { useVenue } from '../../shell/venue'
import { addDays, dayOf, instantOf } from '../../time/day'
import { SlotChoice } from '../choosing/SlotChoice'
import { useSlots } from '../choosing/useSlots'
import { ActDialog } from './ActDialog'
import { JoinWaitlist, LeaveWaitlist, OfferToEntry, PrioritizeEntry } from './documents'
import { ReasonText } from './Reasons'
import { hasMoved } from './ReservationDialogs'
import { asAny } from './Results'
import { useGivenReason } from './useGivenReason'
import { useActWords } from './words'

export interface EntryDialog {
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

/** Puts somebody on the list who telephones or stands at the desk. */
export function JoinDialog({ close, places }: { close: () => void; places: readonly { id: string; name: string }[] }) {
  const words = useActWords().dialog
  const venue = useVenue()
  const zone = venue.timeZone
  const [day, on] = useState(() => dayOf(serverNow(), zone))
  const [from, begin] = useState('18:00')
  const [until, end] = useState('21:00')
  const [party, size] = useState(2)
  const [place, at] = useState('')
  const [name, call] = useState('')
  const [phone, dial] = useState('')
  const [email, write] = useState('')
  const [tried, attempt] = useState(false)
  const join = useCommand(JoinWaitlist, { target: `join:${venue.id}`, about: name || undefined })
  // An end that is not after the beginning is one of the next day: an evening may go on past midnight.
  const endDay = until <= from ? addDays(day, 1) : day
  const bad = until === from
  const send = () => {
    attempt(true)
    if (!name.trim() || bad) return undefined
    return join.run({
      venueId: venue.id,
      partySize: party,
      from: instantOf(day, from, zone),
      to: instantOf(endDay, until, zone),
      ...(place ? { resourceId: place } : {}),
      customer: { name: name.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}), ...(email.trim() ? { email: email.trim() } : {}) },
    })
  }
  return (
    <ActDialog {...words.join} size="lg" command={asAny(join)} close={close} send={send}>
      <Stack gap="sm">
        <Group gap="sm" align="start" grow>
          <TextInput
            label={words.guest.name}
            withAsterisk
            value={name}
            maxLength={200}
            data-autofocus
            autoComplete="off"
            onChange={(event) => call(event.currentTarget.value)}
            error={tried && !name.trim() ? words.guest.nameMissing : undefined}
          />
          <TextInput label={words.guest.phone} type="tel" value={phone} autoComplete="off" onChange={(event) => dial(event.currentTarget.value)} />
          <TextInput label={words.guest.email} type="email" value={email} autoComplete="off" onChange={(event) => write(event.currentTarget.value)} />
        </Group>
        <Group gap="sm" align="start">
          <NumberInput
            label={words.join.party}
            value={party}
            min={1}
            max={99}
            w="6rem"
            allowDecimal={false}
            onChange={(next) => typeof next === 'number' && next > 0 && size(next)}
          />
          <TextInput
            type="date"
            label={words.join.day}
            value={day}
            onChange={(event) => event.currentTarget.value && on(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label={words.join.from}
            value={from}
            onChange={(event) => event.currentTarget.value && begin(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label={words.join.until}
            value={until}
            onChange={(event) => event.currentTarget.value && end(event.currentTarget.value)}
            error={bad ? words.join.badRange : undefined}
          />
          <Select
            label={words.join.place}
            w="11rem"
            value={place}
            allowDeselect={false}
            searchable={places.length > 12}
            onChange={(next) => at(next ?? '')}
            data={[{ value: '', label: words.join.anyPlace }, ...places.map(({ id, name: label }) => ({ value: id, label }))]}
          />
        </Group>
        <ZoneNote zone={zone} at={instantOf(day, from, zone)} />
      </Stack>
    </ActDialog>
  )
}
