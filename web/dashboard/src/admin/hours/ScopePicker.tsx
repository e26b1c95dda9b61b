import { Badge, Group, Select, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { AdminHoursVenueFragment } from '../../gql/admin/graphql'
import { useAdminWords } from '../words'

interface Props {
  venue: AdminHoursVenueFragment
  places: readonly { id: string; name: string; active: boolean }[]
  chosen: string
  choose: (id: string) => void
  refresh: () => void
}

/** Whose rules are shown: the venue's, or those of one place. And how far the slots follow them. */
export function ScopePicker({ venue, places, chosen, choose, refresh }: Props) {
  const {
    hours: { scope: words, state },
  } = useAdminWords()
  const { number, laidOutNumber, sets, tzdata } = venue.openingRules
  const own = new Set(sets.map((set) => set.resource?.id).filter(Boolean))
  const behind = laidOutNumber < number
  useEffect(() => {
    if (!behind) return
    const timer = setInterval(refresh, 1_500)
    return () => clearInterval(timer)
  }, [behind, refresh])
  const place = places.find((one) => one.id === chosen)
  const option = (one: { id: string; name: string }) => ({ value: one.id, label: one.name })
  const active = places.filter((one) => one.active || own.has(one.id))
  const grouped = [
    { group: words.own, items: active.filter((one) => own.has(one.id)).map(option) },
    { group: words.others, items: active.filter((one) => !own.has(one.id)).map(option) },
  ]
  return (
    <Group align="flex-end" justify="space-between">
      <div>
        <Select
          label={words.label}
          w="18rem"
          allowDeselect={false}
          searchable={active.length > 10}
          value={chosen}
          onChange={(next) => choose(String(next ?? ''))}
          data={[{ value: '', label: words.venue }, ...grouped.filter(({ items }) => items.length > 0)]}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {!place ? words.venueText : own.has(place.id) ? words.ownText(place.name) : words.followsText(place.name)}
        </Text>
      </div>
      <Group gap="xs">
        <Badge variant="light" tt="none" color={behind ? 'amber' : 'pine'} data-testid="laid-out">
          {behind ? state.catchingUp : state.laidOut}
        </Badge>
        <Text size="xs" c="dimmed">
          {state.tzdata(tzdata)}
        </Text>
      </Group>
    </Group>
  )
}
