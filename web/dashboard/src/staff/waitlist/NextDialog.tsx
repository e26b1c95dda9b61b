import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { serverNow } from '../../api/clock'
import { ReadError } from '../../components/states'
import type { SlotCoreFragment } from '../../gql/staff/graphql'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useVenue } from '../../shell/venue'
import { dayOf } from '../../time/day'
import { useActWords } from '../acts/words'
import { SlotChoice } from '../choosing/SlotChoice'
import { useSlots } from '../choosing/useSlots'
import { SelectionRecord } from '../queue/SelectionRecord'
import { WhomWouldItChoose } from './documents'
import { suitedBy } from './turns'
import type { Entry } from './useWaiting'
import { useWaitlistWords } from './words'

interface Props {
  policyVersionId: string
  /** Those who wait, in turn. */
  waiting: readonly Entry[]
  /** The places of the venue, with the parties that they suit. */
  resources: readonly { id: string; minParty: number; maxParty: number }[]
  close: () => void
}

/** Asks the server whom the policy in force would choose for a place that is free; of one that is taken it says whom it would suit. */
export function NextDialog({ policyVersionId, waiting, resources, close }: Props) {
  const words = useWaitlistWords().next
  const closeLabel = useWords(shellWords).close
  const venue = useVenue()
  const zone = venue.timeZone
  const [day, go] = useState(() => dayOf(waiting[0]?.from ?? serverNow(), zone))
  const [chosen, choose] = useState<SlotCoreFragment[]>([])
  // Whether a place can be had does not matter here: the question is who would be next if it could.
  const slots = useSlots({ venueId: venue.id, from: day, to: day, partySize: 1 })
  const names = new Map(waiting.map((entry) => [entry.id, entry.customer.name]))
  const place = chosen[0]
  const bounds = resources.find((resource) => resource.id === place?.resource.id)
  const wished = (slot: SlotCoreFragment) =>
    waiting.some(
      (entry) =>
        Date.parse(entry.from) <= Date.parse(slot.startsAt) &&
        Date.parse(slot.endsAt) <= Date.parse(entry.to) &&
        (!entry.resourceId || entry.resourceId === slot.resource.id),
    )
  const open = slots.slots && { ...slots, slots: slots.slots.map((slot) => ({ ...slot, blockers: [] })) }
  return (
    <Modal opened onClose={close} title={words.title} size="lg" closeButtonProps={{ 'aria-label': closeLabel }}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.what}
        </Text>
        <TextInput
          type="date"
          label={words.day}
          value={day}
          w="11rem"
          data-autofocus
          onChange={(event) => event.currentTarget.value && (go(event.currentTarget.value), choose([]))}
        />
        <SlotChoice
          of={open ?? slots}
          zone={zone}
          purpose="book"
          partySize={1}
          chosen={chosen}
          choose={choose}
          among={wished}
          mayOverride={false}
          empty={words.nobodyWishes}
        />
        {!place ? (
          <Text size="sm">{words.choose}</Text>
        ) : place.remaining > 0 ? (
          <Choice policyVersionId={policyVersionId} slotId={place.id} names={names} />
        ) : (
          <Suited by={bounds ? suitedBy({ ...place, resource: bounds }, waiting) : []} />
        )}
      </Stack>
    </Modal>
  )
}

/** The place is taken: whom it would suit, by the order that is shown; the server decides once it frees. */
function Suited({ by }: { by: readonly Entry[] }) {
  const words = useWaitlistWords().next
  const acts = useActWords()
  const [first, ...others] = by
  return (
    <Text role="status" data-testid="next-suited">
      {words.taken}{' '}
      {first ? (
        <>
          <strong>{first.customer.name}</strong> · {acts.party(first.partySize)}
          {others.length > 0 && ` (${words.thenOthers(others.length)})`}
        </>
      ) : (
        words.suitsNobody
      )}
    </Text>
  )
}

function Choice({ policyVersionId, slotId, names }: { policyVersionId: string; slotId: string; names: ReadonlyMap<string, string> }) {
  const words = useWaitlistWords().next
  const acts = useActWords()
  const [answer, again] = useQuery({ query: WhomWouldItChoose, variables: { policyVersionId, slotId }, requestPolicy: 'network-only' })
  if (!answer.data || answer.fetching)
    return answer.error ? (
      <ReadError error={answer.error} retry={() => again({ requestPolicy: 'network-only' })} />
    ) : (
      <Text size="sm" c="dimmed">
        {words.reading}
      </Text>
    )
  const record = answer.data.policyPreview
  return (
    <Stack gap="xs" role="status" data-testid="next-choice">
      {record.chosen ? (
        <Text>
          {words.chosen}: <strong>{record.chosen.customer.name}</strong> · {acts.party(record.chosen.partySize)}
        </Text>
      ) : (
        <Text>{words.nobody}</Text>
      )}
      <SelectionRecord of={record} names={names} />
    </Stack>
  )
}
