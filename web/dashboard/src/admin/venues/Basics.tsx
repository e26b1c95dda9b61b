import { NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import type { AdminVenueSettingsFragment } from '../../gql/admin/graphql'
import { useMay } from '../../shell/Viewer'
import { Moved } from '../draft/Moved'
import { SaveBar } from '../draft/SaveBar'
import { useDraft } from '../draft/useDraft'
import { ZonePicker } from '../entry/ZonePicker'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const Update = graphql(`
  mutation AdminUpdateVenue($input: UpdateVenueInput!) {
    updateVenue(input: $input) {
      ...CommandFields
      venue {
        ...AdminVenueSettings
      }
    }
  }
`)

/** Name, zone, and how far ahead slots are laid out. */
export function Basics({ venue }: { venue: AdminVenueSettingsFragment }) {
  const {
    settings: { basics: words },
  } = useAdminWords()
  const may = useMay('venue:manage')
  const now = { name: venue.name, timeZone: venue.timeZone, layoutDays: venue.layoutDays }
  const draft = useDraft(now, venue.version)
  const update = useCommand(Update, { target: venue.id, about: venue.name })
  useSettled(update.state, draft.reset)
  const { values } = draft
  const save = () => {
    const changed = Object.fromEntries(draft.edited.map((field) => [field, values[field]]))
    void update.run({ venueId: venue.id, ...changed, expectedVersion: draft.expectedVersion }, venue)
  }
  const fault = !values.name.trim() || !(values.layoutDays >= 1 && values.layoutDays <= 400) ? words.layoutHelp : undefined
  return (
    <Section title={words.title} testId="basics">
      <Stack component="form" gap="sm" onSubmit={(event) => event.preventDefault()}>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={words.name}
            required
            maxLength={200}
            disabled={!may}
            value={values.name}
            onChange={(event) => draft.set({ name: event.currentTarget.value })}
          />
          <ZonePicker label={words.timeZone} value={values.timeZone} onChange={(timeZone) => draft.set({ timeZone })} />
          <NumberInput
            label={words.layoutDays}
            description={words.layoutHelp}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={400}
            allowDecimal={false}
            disabled={!may}
            value={values.layoutDays}
            onChange={(days) => draft.set({ layoutDays: Number(days) })}
          />
        </SimpleGrid>
        {values.timeZone !== venue.timeZone && (
          <Text size="sm" c="amber.9">
            {words.zoneChanges}
          </Text>
        )}
        {may && (
          <SaveBar
            draft={draft}
            command={update}
            save={save}
            fault={fault}
            moved={<Moved draft={draft} now={now} label={(field) => words[field]} say={(_, value) => String(value)} />}
          />
        )}
      </Stack>
    </Section>
  )
}
