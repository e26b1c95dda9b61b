import { MultiSelect, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { AdminAreaFragment } from '../../gql/admin/graphql'
import { type ResourceKind, resourceKindValues } from '../../gql/enums'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useAdminWords } from '../words'
import { faultsOf, type PlaceValues } from './place'

interface Props {
  values: PlaceValues
  set: (patch: Partial<PlaceValues>) => void
  areas: readonly AdminAreaFragment[]
  /** Given for a new place: what it may join. The kind and what it joins are settled with its making. */
  joinable?: readonly { id: string; name: string }[]
}

/** The fields of a place. */
export function PlaceFields({ values, set, areas, joinable }: Props) {
  const {
    resources: { form: words, noArea },
  } = useAdminWords()
  const kinds = useWords(enumWords).resourceKind
  const faults = faultsOf(values)
  return (
    <Stack gap="sm">
      <TextInput label={words.name} required maxLength={200} value={values.name} onChange={(event) => set({ name: event.currentTarget.value })} />
      {joinable && (
        <Stack gap={4} align="flex-start">
          <Text size="xs" fw={500}>
            {words.kind}
          </Text>
          <SegmentedControl
            aria-label={words.kind}
            value={values.kind}
            data={resourceKindValues.map((kind) => ({ value: kind, label: kinds[kind] }))}
            onChange={(kind) => set(kind === 'EXCLUSIVE' ? { kind, capacity: 1 } : { kind: kind as ResourceKind, combines: [] })}
          />
          <Text size="xs" c="dimmed">{`${words.kindHelp[values.kind]} ${words.kindFixed}`}</Text>
        </Stack>
      )}
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <NumberInput label={words.minParty} min={1} allowDecimal={false} value={values.minParty} onChange={(n) => set({ minParty: Number(n) })} />
        <NumberInput
          label={words.maxParty}
          min={1}
          allowDecimal={false}
          value={values.maxParty}
          onChange={(n) => set({ maxParty: Number(n) })}
          error={faults.includes('party') ? words.fault.party : undefined}
        />
        {values.kind === 'POOLED' && (
          <NumberInput
            label={words.capacity}
            min={1}
            max={100_000}
            allowDecimal={false}
            value={values.capacity}
            onChange={(n) => set({ capacity: Number(n) })}
            error={faults.includes('capacity') ? words.fault.capacity : undefined}
          />
        )}
        <Select
          label={words.area}
          allowDeselect={false}
          value={values.areaId}
          onChange={(areaId) => set({ areaId: areaId ?? '' })}
          data={[{ value: '', label: noArea }, ...areas.map((area) => ({ value: area.id, label: area.name }))]}
        />
      </SimpleGrid>
      {values.kind === 'POOLED' && !joinable && (
        <Text size="xs" c="dimmed">
          {words.capacityHelp}
        </Text>
      )}
      {joinable && values.kind === 'EXCLUSIVE' && (
        <MultiSelect
          label={words.combines}
          description={words.combinesHelp}
          size="xs"
          searchable
          value={values.combines}
          onChange={(combines) => set({ combines })}
          data={joinable.map((place) => ({ value: place.id, label: place.name }))}
          error={faults.includes('combines') ? words.fault.combines : undefined}
        />
      )}
      <Switch label={words.walkInOnly} checked={values.walkInOnly} onChange={(event) => set({ walkInOnly: event.currentTarget.checked })} />
      {!joinable && (
        <Switch
          label={words.active}
          description={words.retireText}
          checked={values.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}
