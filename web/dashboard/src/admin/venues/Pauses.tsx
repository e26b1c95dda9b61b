import { Badge, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { Loaded, Loading } from '../../components/states'
import { TimeText, ZoneNote } from '../../components/TimeText'
import { graphql } from '../../gql/admin'
import type { AdminPauseFragment } from '../../gql/admin/graphql'
import { useMay } from '../../shell/Viewer'
import { useServerNow } from '../../time/countdown'
import { PlacesQuery } from '../documents'
import { MomentInput } from '../entry/MomentInput'
import { instantAt, wallOf } from '../entry/wall'
import { Section } from '../frame/Section'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const PausesQuery = graphql(`
  query AdminPauses($venueId: ID!) {
    pauses(venueId: $venueId, first: 100) {
      nodes {
        ...AdminPause
      }
    }
  }
`)
export const PauseFields = graphql(`
  fragment AdminPause on Pause {
    id
    version
    from
    until
    reason
    endedAt
    resource {
      id
      version
      name
    }
  }
`)
const Begin = graphql(`
  mutation AdminPauseBookings($input: PauseBookingsInput!) {
    pauseBookings(input: $input) {
      ...CommandFields
      pause {
        ...AdminPause
      }
    }
  }
`)
const End = graphql(`
  mutation AdminEndPause($input: EndPauseInput!) {
    endPause(input: $input) {
      ...CommandFields
      pause {
        ...AdminPause
      }
    }
  }
`)

interface Place {
  id: string
  timeZone: string
}

/** Pauses that run or are planned, and one more. */
export function Pauses({ venue }: { venue: Place }) {
  const {
    settings: { pauses: words },
  } = useAdminWords()
  const [answer, again] = useQuery({ query: PausesQuery, variables: { venueId: venue.id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const may = useMay('venue:operate')
  const { columns } = words
  return (
    <Section
      title={words.title}
      text={
        <>
          {words.text} <ZoneNote zone={venue.timeZone} />
        </>
      }
      testId="pauses"
    >
      <Loaded of={answer} retry={again} loading={<Loading rows={2} height={32} />}>
        {(data) =>
          data.pauses.nodes.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <Sheet
              label={words.title}
              head={
                <>
                  <th scope="col">{columns.what}</th>
                  <th scope="col">{columns.from}</th>
                  <th scope="col">{columns.until}</th>
                  <th scope="col">{columns.reason}</th>
                  <th scope="col">{columns.state}</th>
                  <ActsHead />
                </>
              }
            >
              {data.pauses.nodes.map((pause) => (
                <PauseRow key={pause.id} pause={pause} zone={venue.timeZone} may={may} changed={refresh} />
              ))}
            </Sheet>
          )
        }
      </Loaded>
      {may && <NewPause venue={venue} added={refresh} />}
    </Section>
  )
}

function PauseRow({ pause, zone, may, changed }: { pause: AdminPauseFragment; zone: string; may: boolean; changed: () => void }) {
  const {
    settings: { pauses: words },
  } = useAdminWords()
  const now = useServerNow(5_000)
  const end = useCommand(End, { target: pause.id, about: pause.resource?.name ?? words.whole })
  useSettled(end.state, changed)
  const what = pause.resource?.name ?? words.whole
  const running = Date.parse(pause.from) <= now
  return (
    <>
      <tr data-over={pause.endedAt ? true : undefined}>
        <th scope="row">{what}</th>
        <td>
          <TimeText at={pause.from} zone={zone} style="dateTime" bare />
        </td>
        <td>
          <TimeText at={pause.until} zone={zone} style="dateTime" bare />
        </td>
        <td>{pause.reason}</td>
        <td>
          <Badge variant="light" tt="none" color={pause.endedAt ? 'slate' : running ? 'amber' : 'sea'}>
            {pause.endedAt ? words.ended : running ? words.running : words.planned}
          </Badge>
        </td>
        <td className="acts">
          {may && !pause.endedAt && (
            <Button
              variant="outline"
              color="slate"
              disabled={end.busy}
              aria-label={words.endOf(what)}
              onClick={() => void end.run({ pauseId: pause.id, expectedVersion: pause.version }, pause)}
            >
              {words.end}
            </Button>
          )}
        </td>
      </tr>
      {end.state.phase !== 'idle' && (
        <tr>
          <td colSpan={6}>
            <CommandResult of={end} done={words.ends} />
          </td>
        </tr>
      )}
    </>
  )
}

function NewPause({ venue, added }: { venue: Place; added: () => void }) {
  const {
    settings: { pauses: words },
  } = useAdminWords()
  const [places] = useQuery({ query: PlacesQuery, variables: { venueId: venue.id } })
  const now = useServerNow(30_000)
  const [what, setWhat] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const resources = places.data?.venue?.resources.nodes.filter((place) => place.active) ?? []
  const begin = useCommand(Begin, { target: `new-pause ${venue.id}`, about: resources.find((place) => place.id === what)?.name ?? words.whole })
  useSettled(begin.state, () => {
    setFrom('')
    setUntil('')
    setReason('')
    added()
  })
  const starts = from ? instantAt(from, venue.timeZone) : undefined
  const ends = instantAt(until, venue.timeZone)
  const wrongOrder = !!ends && Date.parse(ends) <= Math.max(now, starts ? Date.parse(starts) : 0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ends)
          void begin.run({
            venueId: venue.id,
            ...(what ? { resourceId: what } : {}),
            ...(starts ? { from: starts } : {}),
            until: ends,
            reason: reason.trim(),
          })
      }}
    >
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <Select
            label={words.what}
            allowDeselect={false}
            value={what}
            onChange={(next) => setWhat(next ?? '')}
            data={[{ value: '', label: words.whole }, ...resources.map((place) => ({ value: place.id, label: place.name }))]}
            searchable={resources.length > 8}
          />
          <MomentInput label={words.from} value={from} onChange={setFrom} zone={venue.timeZone} description={words.fromHelp} />
          <MomentInput
            label={words.until}
            value={until}
            onChange={setUntil}
            zone={venue.timeZone}
            required
            min={wallOf(now, venue.timeZone)}
            error={wrongOrder ? words.order : undefined}
          />
          <TextInput
            label={words.reason}
            description={words.reasonHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" variant="outline" disabled={begin.busy || !ends || wrongOrder || !reason.trim()}>
            {words.submit}
          </Button>
        </Group>
        <CommandResult of={begin} done={words.done} />
      </Stack>
    </form>
  )
}
