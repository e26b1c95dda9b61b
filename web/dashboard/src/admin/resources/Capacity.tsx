import { ActionIcon, Alert, Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { serverNow } from '../../api/clock'
import { Icon } from '../../components/icons'
import { Empty, Loaded } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import { addDays, dayOf } from '../../time/day'
import { SlotsQuery } from '../documents'
import { SlotRow } from './SlotRow'
import { Section } from '../frame/Section'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useAddress } from '../frame/useAddress'
import { useAdminWords } from '../words'
import type { Place } from './PlaceTable'

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
