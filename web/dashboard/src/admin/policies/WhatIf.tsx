import { Alert, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { useAllPages } from '../../api/useAllPages'
import { serverNow } from '../../api/clock'
import { Icon } from '../../components/icons'
import { Loaded, Loading } from '../../components/states'
import { TimeText, ZoneNote } from '../../components/TimeText'
import type { AdminPolicyVersionFragment, AdminSelectionFragment } from '../../gql/admin/graphql'
import { enumWords, shellWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { dayOf } from '../../time/day'
import { formatTime } from '../../time/format'
import { PlacesQuery, SlotsQuery } from '../documents'
import { Section } from '../frame/Section'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { SkippedQuery, TrialQuery, WaitingQuery } from './documents'
import { waitingFor } from './waiting'

interface Props {
  version: AdminPolicyVersionFragment
  active: AdminPolicyVersionFragment
  venueId: string
  zone: string
}

/** Whom two versions would choose for a slot, side by side. */
export function WhatIf({ version, active, venueId, zone }: Props) {
  const {
    policies: { trial: words },
  } = useAdminWords()
  const language = useLanguage()
  const [, , entries] = useAllPages({ query: WaitingQuery, variables: { venueId } }, (data) => data.waitlistEntries)
  const [, , places] = useAllPages({ query: PlacesQuery, variables: { venueId } }, (data) => data.venue?.resources)
  const bounds = useMemo(() => new Map(places.map((place) => [place.id, place])), [places])
  const [picked, setDay] = useState<string>()
  const first = entries[0] && Date.parse(entries[0].from) > serverNow() ? entries[0].from : serverNow()
  const day = picked ?? dayOf(first, zone)
  const [slotId, setSlot] = useState<string | null>(null)
  const [reading, , slots] = useAllPages({ query: SlotsQuery, variables: { venueId, day }, requestPolicy: 'cache-and-network' }, (data) => data.availability)
  const options = useMemo(
    () =>
      slots
        .filter((slot) => Date.parse(slot.startsAt) > serverNow())
        .map((slot) => {
          const count = waitingFor(slot, entries, bounds.get(slot.resource.id))
          return {
            value: slot.id,
            label: `${formatTime(slot.startsAt, zone, language)} · ${slot.resource.name}${count ? ` · ${words.waiting(count)}` : ''}`,
            count,
          }
        })
        .sort((a, b) => b.count - a.count),
    [slots, entries, bounds, zone, language, words],
  )
  return (
    <Section
      title={words.title}
      text={
        <>
          {words.text} <ZoneNote zone={zone} />
        </>
      }
      testId="what-if"
    >
      <Group align="flex-end">
        <TextInput
          type="date"
          label={words.day}
          value={day}
          onChange={(event) => {
            if (event.currentTarget.value) {
              setDay(event.currentTarget.value)
              setSlot(null)
            }
          }}
        />
        <Select
          label={words.slot}
          w="22rem"
          searchable
          placeholder={words.choose}
          nothingFoundMessage={words.noSlots}
          value={slotId}
          onChange={setSlot}
          data={options}
          disabled={reading.fetching && options.length === 0}
        />
      </Group>
      {slotId &&
        (slots.find((slot) => slot.id === slotId)?.remaining === 0 ? (
          <Text size="sm" role="status">
            {words.taken}
          </Text>
        ) : (
          <Beside one={version} other={active} slotId={slotId} zone={zone} />
        ))}
    </Section>
  )
}

function Beside({ one, other, slotId, zone }: { one: AdminPolicyVersionFragment; other: AdminPolicyVersionFragment; slotId: string; zone: string }) {
  const {
    policies: { trial: words },
  } = useAdminWords()
  const [answer, again] = useQuery({ query: TrialQuery, variables: { one: one.id, other: other.id, slotId }, requestPolicy: 'network-only' })
  const ids = useMemo(
    () => [...new Set([...(answer.data?.one.skipped ?? []), ...(answer.data?.other.skipped ?? [])].map((skipped) => skipped.entryId))].slice(0, 100),
    [answer.data],
  )
  const [skipped] = useQuery({ query: SkippedQuery, variables: { ids }, pause: ids.length === 0 })
  const people = useMemo(
    () =>
      new Map((skipped.data?.nodes ?? []).flatMap((node) => (node?.__typename === 'WaitlistEntry' ? [[node.id, node.customer.name] as const] : []))),
    [skipped.data],
  )
  return (
    <Loaded of={answer} retry={again} loading={<Loading rows={2} height={80} />}>
      {(data) => {
        const agree = data.one.chosen?.id === data.other.chosen?.id
        return (
          <Stack gap="sm" aria-live="polite">
            <Alert variant="light" color={agree ? 'slate' : 'amber'} icon={<Icon name={agree ? 'check' : 'info'} />} p="xs">
              {agree ? words.same : words.differ}
            </Alert>
            <div className="beside">
              <Choice selection={data.other} people={people} zone={zone} active />
              <Choice selection={data.one} people={people} zone={zone} />
            </div>
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Choice({
  selection,
  people,
  zone,
  active = false,
}: {
  selection: AdminSelectionFragment
  people: ReadonlyMap<string, string>
  zone: string
  active?: boolean
}) {
  const {
    policies: { trial: words },
  } = useAdminWords()
  const problems = useWords(enumWords).problem as Record<string, string>
  const shell = useWords(shellWords)
  const language = useLanguage()
  const { chosen } = selection
  return (
    <div data-testid="choice" data-chosen={chosen?.id}>
      <Title order={3} size="h6">
        {words.with(number(language, selection.policyVersion.number))}
        {active && ` (${words.active})`}
      </Title>
      <dl className="facts">
        <dt>{words.chosen}</dt>
        <dd>
          {chosen ? (
            <>
              <strong>{chosen.customer.name}</strong>, {shell.party(chosen.partySize)}, {words.joined}{' '}
              <TimeText at={chosen.joinedAt} zone={zone} style="dateTime" bare />
            </>
          ) : (
            words.nobody
          )}
        </dd>
        <dt>{words.considered}</dt>
        <dd>{number(language, selection.considered)}</dd>
        <dt>{words.skipped}</dt>
        <dd>{number(language, selection.skipped.length)}</dd>
      </dl>
      {selection.skipped.length === 0 ? (
        <Text size="xs" c="dimmed">
          {words.skippedNone}
        </Text>
      ) : (
        <Sheet
          label={`${words.skipped}, ${words.with(number(language, selection.policyVersion.number))}`}
          head={
            <>
              <th scope="col" className="number">
                {words.position}
              </th>
              <th scope="col">{words.who}</th>
              <th scope="col">{words.why}</th>
            </>
          }
        >
          {selection.skipped.map((skipped) => (
            <tr key={skipped.entryId}>
              <td className="number">{number(language, skipped.position)}</td>
              <td>{people.get(skipped.entryId) ?? '…'}</td>
              <td>
                {problems[skipped.code] ?? skipped.code}
                {skipped.reason && (
                  <Text size="xs" c="dimmed">
                    {skipped.reason}
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </Sheet>
      )}
    </div>
  )
}
