import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAllPages } from '../../api/useAllPages'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import { useLanguage } from '../../messages/language'
import { useServerNow } from '../../time/countdown'
import { PlacesQuery } from '../documents'
import { MomentInput } from '../entry/MomentInput'
import { instantAt, wallOf } from '../entry/wall'
import { useSettled } from '../frame/useSettled'
import { inOrder } from '../resources/place'
import { useAdminWords } from '../words'

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

interface Place {
  id: string
  timeZone: string
}

/** The form of a new pause. */
export function NewPause({ venue, added }: { venue: Place; added: () => void }) {
  const {
    settings: { pauses: words },
  } = useAdminWords()
  const [, , places] = useAllPages({ query: PlacesQuery, variables: { venueId: venue.id } }, (data) => data.venue?.resources)
  const language = useLanguage()
  const now = useServerNow(30_000)
  const [what, setWhat] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const resources = inOrder(places, language).filter((place) => place.active)
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
