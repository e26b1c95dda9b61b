import { ActionIcon, Alert, Badge, Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { serverNow } from '../../api/clock'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { Empty, Loaded } from '../../components/states'
import { SpanText, ZoneNote } from '../../components/TimeText'
import { graphql } from '../../gql/admin'
import type { SlotCoreFragment } from '../../gql/admin/graphql'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { useMay } from '../../shell/Viewer'
import { addDays, dayOf } from '../../time/day'
import { formatTime } from '../../time/format'
import { SlotsQuery } from '../documents'
import { Moved } from '../draft/Moved'
import { useDraft } from '../draft/useDraft'
import { Section } from '../frame/Section'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useAddress } from '../frame/useAddress'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import type { Place } from './PlaceTable'

const Adjust = graphql(`
  mutation AdminAdjustCapacity($input: AdjustCapacityInput!) {
    adjustCapacity(input: $input) {
      ...CommandFields
      slot {
        ...SlotCore
      }
    }
  }
`)

/** The slots of a day, and the capacity of one of them. Only shared places have one to adjust. */
export function Capacity({ venueId, zone, places }: { venueId: string; zone: string; places: Place[] }) {
  const {
    resources: { capacity: words },
  } = useAdminWords()
  const [address, setAddress] = useAddress()
  const day = address.day ?? dayOf(serverNow(), zone)
  const shared = places.filter((one) => one.kind === 'POOLED')
  const [place, setPlace] = useState(shared.length > 0 ? 'shared' : '')
  const [after, setAfter] = useState<string[]>([])
  const go = (to: string) => {
    setAfter([])
    setAddress({ day: to })
  }
  return (
    <Section
      title={words.title}
      text={
        <>
          {words.text} <ZoneNote zone={zone} />
        </>
      }
      testId="capacity"
    >
      {shared.length === 0 && (
        <Alert variant="light" color="sea" icon={<Icon name="info" />}>
          {words.onlyShared}
        </Alert>
      )}
      <Group align="flex-end" gap="xs">
        <ActionIcon color="slate" aria-label={words.previous} onClick={() => go(addDays(day, -1))}>
          <Icon name="back" />
        </ActionIcon>
        <TextInput type="date" label={words.day} value={day} onChange={(event) => event.currentTarget.value && go(event.currentTarget.value)} />
        <ActionIcon color="slate" aria-label={words.next} onClick={() => go(addDays(day, 1))}>
          <Icon name="forward" />
        </ActionIcon>
        <Select
          label={words.place}
          allowDeselect={false}
          searchable={places.length > 8}
          value={place}
          onChange={(next) => setPlace(next ?? '')}
          data={[
            ...(shared.length ? [{ value: 'shared', label: words.sharedPlaces }] : []),
            { value: '', label: words.allPlaces },
            ...places.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
      </Group>
      {[undefined, ...after].map((cursor, i, all) => (
        <SlotPage
          key={`${day} ${cursor ?? ''}`}
          venueId={venueId}
          day={day}
          zone={zone}
          place={place}
          after={cursor}
          first={i === 0}
          more={i === all.length - 1 ? (next) => setAfter([...after, next]) : undefined}
        />
      ))}
    </Section>
  )
}

interface PageProps {
  venueId: string
  day: string
  zone: string
  place: string
  after: string | undefined
  first: boolean
  more: ((cursor: string) => void) | undefined
}

function SlotPage({ venueId, day, zone, place, after, first, more }: PageProps) {
  const {
    resources: { capacity: words },
  } = useAdminWords()
  const [answer, again] = useQuery({ query: SlotsQuery, variables: { venueId, day, after: after ?? null }, requestPolicy: 'cache-and-network' })
  const { columns } = words
  return (
    <Loaded of={answer} retry={again}>
      {({ availability: { nodes, pageInfo } }) => {
        const slots = nodes.filter((slot) => !place || (place === 'shared' ? slot.resource.kind === 'POOLED' : slot.resource.id === place))
        if (slots.length === 0 && first && !pageInfo.hasNextPage) return <Empty title={words.none}>{words.noneText}</Empty>
        return (
          <>
            {slots.length > 0 && (
              <Sheet
                label={`${words.title}, ${day}`}
                head={
                  <>
                    <th scope="col">{columns.time}</th>
                    <th scope="col">{columns.place}</th>
                    <th scope="col" className="number">
                      {columns.taken}
                    </th>
                    <th scope="col" className="number">
                      {columns.capacity}
                    </th>
                    <th scope="col">{columns.state}</th>
                    <ActsHead />
                  </>
                }
              >
                {slots.map((slot) => (
                  <SlotRow key={slot.id} slot={slot} zone={zone} />
                ))}
              </Sheet>
            )}
            {more && pageInfo.hasNextPage && pageInfo.endCursor && (
              <div>
                <Button variant="subtle" color="slate" onClick={() => more(pageInfo.endCursor!)}>
                  {words.more}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function SlotRow({ slot, zone }: { slot: SlotCoreFragment; zone: string }) {
  const {
    resources: { capacity: words },
    frame,
  } = useAdminWords()
  const states = useWords(enumWords).slotState
  const language = useLanguage()
  const may = useMay('capacity:adjust')
  const [open, setOpen] = useState(false)
  const now = { capacity: slot.capacity }
  const draft = useDraft(now, slot.version)
  const [reason, setReason] = useState('')
  const adjust = useCommand(Adjust, { target: slot.id, about: `${slot.resource.name} ${formatTime(slot.startsAt, zone, language, 'dateTime')}` })
  useSettled(adjust.state, () => {
    draft.reset()
    setReason('')
    setOpen(false)
  })
  const n = (value: number) => number(language, value)
  const taken = slot.capacity - slot.remaining
  const { capacity } = draft.values
  const shared = slot.resource.kind === 'POOLED'
  const showForm = open || (adjust.state.phase === 'settled' && draft.dirty)
  return (
    <>
      <tr>
        <th scope="row">
          <SpanText from={slot.startsAt} to={slot.endsAt} zone={zone} style="time" bare />
        </th>
        <td>{slot.resource.name}</td>
        <td className="number">{n(taken)}</td>
        <td className="number">{n(slot.capacity)}</td>
        <td>
          <Badge variant="light" tt="none" color={slot.state === 'OPEN' ? 'pine' : 'slate'}>
            {states[slot.state] ?? slot.state}
          </Badge>
        </td>
        <td className="acts">
          {may &&
            (shared ? (
              <Button
                variant="subtle"
                color="slate"
                aria-expanded={showForm}
                aria-label={words.adjustOf(slot.resource.name, formatTime(slot.startsAt, zone, language))}
                onClick={() => setOpen(!showForm)}
              >
                {showForm ? frame.cancel : words.adjust}
              </Button>
            ) : null)}
        </td>
      </tr>
      {(showForm || adjust.state.phase !== 'idle') && (
        <tr className="sheet-form">
          <td colSpan={6}>
            <Stack gap="xs">
              {showForm && (
                <form
                  onSubmit={(event) => {
                    event.preventDefault()
                    void adjust.run({ slotId: slot.id, capacity, reason: reason.trim(), expectedVersion: draft.expectedVersion }, slot)
                  }}
                >
                  <Group align="flex-end" gap="sm">
                    <NumberInput
                      label={words.becomes}
                      w="7rem"
                      min={Math.max(1, taken)}
                      max={100_000}
                      clampBehavior="none"
                      allowDecimal={false}
                      value={capacity}
                      onChange={(next) => draft.set({ capacity: Number(next) })}
                      error={capacity < taken ? words.below(n(taken)) : undefined}
                    />
                    <TextInput
                      label={frame.reason}
                      description={frame.reasonHelp}
                      required
                      w="20rem"
                      maxLength={500}
                      value={reason}
                      onChange={(event) => setReason(event.currentTarget.value)}
                    />
                    <Button type="submit" disabled={adjust.busy || !draft.dirty || capacity < 1 || !reason.trim() || draft.moved.length > 0}>
                      {words.submit}
                    </Button>
                  </Group>
                </form>
              )}
              <Moved draft={draft} now={now} label={() => words.columns.capacity} say={(_, value) => n(value)} />
              <CommandResult of={adjust} done={(result) => words.done(n(result.payload?.slot?.capacity ?? slot.capacity))} />
            </Stack>
          </td>
        </tr>
      )}
    </>
  )
}
