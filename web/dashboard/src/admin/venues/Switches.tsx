import { Badge, Button, CloseButton, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import type { AdminVenueSettingsFragment } from '../../gql/admin/graphql'
import { useMay } from '../../shell/Viewer'
import { Moved } from '../draft/Moved'
import { SaveBar } from '../draft/SaveBar'
import { useDraft } from '../draft/useDraft'
import { CustomerPicker, type Person } from '../entry/CustomerPicker'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'

const Set = graphql(`
  mutation AdminSetSwitches($input: SetSwitchesInput!) {
    setSwitches(input: $input) {
      ...CommandFields
      venue {
        ...AdminVenueSettings
      }
    }
  }
`)

interface Values {
  offers: boolean
  notices: boolean
  /** null: everybody */
  allowList: Person[] | null
}

const valuesOf = ({ switches }: AdminVenueSettingsFragment): Values => ({
  offers: switches.offers,
  notices: switches.notices,
  allowList: switches.allowList?.map(({ id, name }) => ({ id, name })) ?? null,
})

/** Automatic offers, notices, and to whom offers are kept. Each change has a reason. */
export function Switches({ venue }: { venue: AdminVenueSettingsFragment }) {
  const {
    settings: { switches: words },
    frame,
  } = useAdminWords()
  const may = useMay('venue:manage')
  const now = valuesOf(venue)
  const draft = useDraft(now, venue.version)
  const [reason, setReason] = useState('')
  const [adding, setAdding] = useState(false)
  const set = useCommand(Set, { target: venue.id, about: venue.name })
  useSettled(set.state, () => {
    draft.reset()
    setReason('')
  })
  const { offers, notices, allowList } = draft.values
  const save = () =>
    void set.run(
      {
        venueId: venue.id,
        reason: reason.trim(),
        expectedVersion: draft.expectedVersion,
        ...(draft.edited.includes('offers') ? { offers } : {}),
        ...(draft.edited.includes('notices') ? { notices } : {}),
        ...(draft.edited.includes('allowList')
          ? { allowListed: allowList !== null, ...(allowList ? { allowList: allowList.map(({ id }) => id) } : {}) }
          : {}),
      },
      venue,
    )
  const say = (value: Values[keyof Values]) =>
    typeof value === 'boolean'
      ? value
        ? words.on
        : words.off
      : value === null
        ? words.everybody
        : value.map(({ name }) => name).join(', ') || words.allowNone
  return (
    <Section
      title={words.title}
      text={words.text}
      testId="switches"
      {...(venue.switches.offers && venue.switches.notices ? {} : { tone: 'amber' as const })}
    >
      <Stack gap="sm">
        <Switch
          label={words.offers}
          description={words.offersHelp}
          disabled={!may}
          checked={offers}
          onChange={(event) => draft.set({ offers: event.currentTarget.checked })}
        />
        <Switch
          label={words.notices}
          description={words.noticesHelp}
          disabled={!may}
          checked={notices}
          onChange={(event) => draft.set({ notices: event.currentTarget.checked })}
        />
        <Switch
          label={words.allowListed}
          description={words.allowListedHelp}
          disabled={!may}
          checked={allowList !== null}
          onChange={(event) => draft.set({ allowList: event.currentTarget.checked ? (now.allowList ?? []) : null })}
        />
        {allowList && (
          <Stack gap="xs" component="div" role="group" aria-label={words.allowList} ps="xl">
            {allowList.length === 0 && (
              <Text size="sm" c="dimmed">
                {words.allowNone}
              </Text>
            )}
            <Group gap="xs">
              {allowList.map((person) => (
                <Badge
                  key={person.id}
                  variant="light"
                  color="slate"
                  tt="none"
                  size="lg"
                  rightSection={
                    <CloseButton
                      size="xs"
                      aria-label={words.removePerson(person.name)}
                      onClick={() => draft.set({ allowList: allowList.filter(({ id }) => id !== person.id) })}
                    />
                  }
                >
                  {person.name}
                </Badge>
              ))}
            </Group>
            {adding ? (
              <CustomerPicker
                label={words.addPerson}
                venueId={venue.id}
                value={null}
                takeFocus
                onChange={(person) => {
                  if (person && !allowList.some(({ id }) => id === person.id)) draft.set({ allowList: [...allowList, person] })
                  setAdding(false)
                }}
              />
            ) : (
              may && (
                <div>
                  <Button variant="outline" color="slate" onClick={() => setAdding(true)}>
                    {words.addPerson}
                  </Button>
                </div>
              )
            )}
          </Stack>
        )}
        {draft.dirty && (
          <TextInput
            label={frame.reason}
            description={frame.reasonHelp}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maw="32rem"
          />
        )}
        {may && (
          <SaveBar
            draft={draft}
            command={set}
            save={save}
            label={words.submit}
            done={words.done}
            fault={draft.dirty && !reason.trim() ? words.reasonMissing : undefined}
            moved={<Moved draft={draft} now={now} label={(field) => words[field]} say={(_, value) => say(value)} />}
          />
        )}
      </Stack>
    </Section>
  )
}
