import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import type { AdminAreaFragment } from '../../gql/admin/graphql'
import { useMay } from '../../shell/Viewer'
import { Moved } from '../draft/Moved'
import { useDraft } from '../draft/useDraft'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const Create = graphql(`
  mutation AdminCreateArea($input: CreateAreaInput!) {
    createArea(input: $input) {
      ...CommandFields
      area {
        ...AdminArea
      }
    }
  }
`)
const Update = graphql(`
  mutation AdminUpdateArea($input: UpdateAreaInput!) {
    updateArea(input: $input) {
      ...CommandFields
      area {
        ...AdminArea
      }
    }
  }
`)

/** The parts of the venue: their names, and one more. */
export function Areas({ venueId, areas, changed }: { venueId: string; areas: AdminAreaFragment[]; changed: () => void }) {
  const {
    settings: { areas: words },
  } = useAdminWords()
  const may = useMay('venue:manage')
  const [name, setName] = useState('')
  const create = useCommand(Create, { target: `new-area ${venueId}`, about: name })
  useSettled(create.state, () => {
    setName('')
    changed()
  })
  return (
    <Section title={words.title} text={words.text} testId="areas">
      {areas.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <Stack gap="xs">
        {areas.map((area) => (
          <AreaName key={area.id} area={area} may={may} />
        ))}
      </Stack>
      {may && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void create.run({ venueId, name: name.trim() })
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput label={words.name} maxLength={200} value={name} onChange={(event) => setName(event.currentTarget.value)} />
            <Button type="submit" variant="outline" disabled={create.busy || !name.trim()}>
              {words.add}
            </Button>
          </Group>
        </form>
      )}
      <CommandResult of={create} done={words.added} />
    </Section>
  )
}

function AreaName({ area, may }: { area: AdminAreaFragment; may: boolean }) {
  const words = useAdminWords()
  const { areas } = words.settings
  const draft = useDraft({ name: area.name }, area.version)
  const update = useCommand(Update, { target: area.id, about: area.name })
  useSettled(update.state, draft.reset)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void update.run({ areaId: area.id, name: draft.values.name.trim(), expectedVersion: draft.expectedVersion }, area)
      }}
    >
      <Group gap="xs">
        <TextInput
          aria-label={areas.rename(area.name)}
          disabled={!may}
          value={draft.values.name}
          maxLength={200}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
        />
        {draft.dirty && (
          <Button type="submit" disabled={update.busy || !draft.values.name.trim() || draft.moved.length > 0}>
            {words.frame.save}
          </Button>
        )}
        {draft.dirty && (
          <Button variant="subtle" color="slate" onClick={draft.reset}>
            {words.frame.cancel}
          </Button>
        )}
      </Group>
      <Moved draft={draft} now={{ name: area.name }} label={() => areas.name} say={(_, value) => value} />
      <CommandResult of={update} done={areas.renamed} />
    </form>
  )
}
