import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useQuery } from 'urql'
import { CommandResult } from '../../commands/CommandResult'
import type { Command } from '../../commands/useCommand'
import type { GuestHoldSlotMutation, HoldSlotInput } from '../../gql/guest/graphql'
import { useLanguage } from '../../messages/language'
import { useViewer } from '../../shell/Viewer'
import { durationMs, formatLength } from '../../time/format'
import type { VenueToBook } from '../find/Find'
import type { Time } from '../find/times'
import { CancelTerms } from '../terms/CancelTerms'
import { When } from '../when/When'
import { useGuestWords } from '../words'
import { GuestKnown } from './commands'
import { PlaceChoice } from './PlaceChoice'

interface Props {
  venue: VenueToBook
  party: number
  time: Time
  place: string | undefined
  hold: Command<Omit<HoldSlotInput, 'idempotencyKey'>, GuestHoldSlotMutation['holdSlot']>
}

/** Holding a time. What is told to the venue goes along with the hold, since no later step takes it. */
export function HoldForm({ venue, party, time, place, hold }: Props) {
  const words = useGuestWords()
  const language = useLanguage()
  const viewer = useViewer()
  const [slotId, setSlotId] = useState<string>()
  const [known] = useQuery({ query: GuestKnown, variables: { venueId: venue.id } })
  const [contact, setContact] = useState<{ name?: string; email?: string; phone?: string }>({})
  const [note, setNote] = useState('')
  const customer = (known.data?.reservations.nodes[0] ?? known.data?.waitlistEntries.nodes[0])?.customer
  const rules = venue.policy.rules
  const chosen = time.places.find((one) => one.slotId === slotId) ?? time.places[0]
  if (!chosen) return null
  const before = { name: customer?.name ?? viewer.displayName, email: customer?.email ?? '', phone: customer?.phone ?? '' }
  const unreachable = !!known.data && !before.email && !before.phone
  const take = (event: FormEvent) => {
    event.preventDefault()
    const now = { ...before, ...contact }
    const told = (['name', 'email', 'phone'] as const).some((field) => contact[field] !== undefined && contact[field] !== before[field])
    void hold.run({
      slotIds: [chosen.slotId],
      partySize: party,
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(told ? { customer: { name: now.name, ...(now.email ? { email: now.email } : {}), ...(now.phone ? { phone: now.phone } : {}) } } : {}),
    })
  }
  const field = (name: 'name' | 'email' | 'phone') => ({ value: contact[name] ?? before[name], onChange: (event: { currentTarget: { value: string } }) => setContact({ ...contact, [name]: event.currentTarget.value }) })
  return (
    <form onSubmit={take}>
      <Stack gap="sm">
        <div>
          <When from={time.startsAt} to={time.endsAt} zone={venue.timeZone} device />
          <Text>{words.people(party)}</Text>
        </div>
        <PlaceChoice places={time.places} value={chosen.slotId} onChange={setSlotId} fixed={place} />
        <details>
          <summary>{words.hold.note}</summary>
          <span className="field-help">{words.hold.noteHelp}</span>
          <textarea className="field" aria-label={`${words.hold.note}. ${words.hold.noteHelp}`} rows={2} maxLength={2000} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        </details>
        <details open={unreachable || undefined}>
          <summary>{words.hold.contact}</summary>
          <Stack gap="sm" pt="xs">
            {unreachable && <Text size="sm">{words.hold.contactMissing}</Text>}
            <TextInput label={words.hold.name} required maxLength={200} autoComplete="name" {...field('name')} />
            <TextInput label={words.hold.phone} type="tel" maxLength={40} autoComplete="tel" {...field('phone')} />
            <TextInput label={words.hold.email} type="email" maxLength={320} autoComplete="email" {...field('email')} />
          </Stack>
        </details>
        <CommandResult of={hold} quietWhenDone />
        <Button type="submit" size="lg" fullWidth loading={hold.busy} data-testid="hold">{words.hold.take(formatLength(durationMs(rules.holdTtl), language))}</Button>
        <Text size="sm" c="dimmed">
          {words.hold.explain} {rules.confirmation === 'REQUEST' && words.hold.asks(formatLength(durationMs(rules.requestTtl), language))} <CancelTerms startsAt={time.startsAt} zone={venue.timeZone} rules={rules} />
        </Text>
      </Stack>
    </form>
  )
}
