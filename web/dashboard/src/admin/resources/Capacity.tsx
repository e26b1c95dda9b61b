import { ActionIcon, Alert, Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAllPages } from '../../api/useAllPages'
import { serverNow } from '../../api/clock'
import { Icon } from '../../components/icons'
import { Empty, Loaded } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import { useAddress } from '../../shell/useAddress'
import { addDays, dayOf } from '../../time/day'
import { SlotsQuery } from '../documents'
import { SlotRow } from './SlotRow'
import { Section } from '../frame/Section'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import type { Place } from './PlaceTable'

/** The slots of a day, and the capacity of one of them. Only shared places have one to adjust. */
export function Capacity({ venueId, zone, places }: { venueId: string; zone: string; places: readonly Place[] }) {
  const {
    resources: { capacity: words },
  } = useAdminWords()
  const [address, setAddress] = useAddress()
  const day = address.day ?? dayOf(serverNow(), zone)
  const shared = places.filter((one) => one.kind === 'POOLED')
  const [place, setPlace] = useState(shared.length > 0 ? 'shared' : '')
  const go = (to: string) => setAddress({ day: to })
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
      <Slots key={`${day} ${place}`} venueId={venueId} day={day} zone={zone} place={place} />
    </Section>
  )
}

/** A house of many places has thousands of slots in a day; so many of them are drawn at a time. */
const atATime = 100

function Slots({ venueId, day, zone, place }: { venueId: string; day: string; zone: string; place: string }) {
  const {
    resources: { capacity: words },
  } = useAdminWords()
  const [most, setMost] = useState(atATime)
  const [answer, again, all] = useAllPages({ query: SlotsQuery, variables: { venueId, day }, requestPolicy: 'cache-and-network' }, (data) => data.availability)
  const { columns } = words
  const slots = all.filter((slot) => !place || (place === 'shared' ? slot.resource.kind === 'POOLED' : slot.resource.id === place))
  return (
    <Loaded of={answer} retry={again}>
      {() =>
        slots.length === 0 ? (
          <Empty title={words.none}>{words.noneText}</Empty>
        ) : (
          <>
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
              {slots.slice(0, most).map((slot) => (
                <SlotRow key={slot.id} slot={slot} zone={zone} />
              ))}
            </Sheet>
            {slots.length > most && (
              <div>
                <Button variant="subtle" color="slate" onClick={() => setMost(most + atATime)}>
                  {words.more}
                </Button>
              </div>
            )}
          </>
        )
      }
    </Loaded>
  )
}
