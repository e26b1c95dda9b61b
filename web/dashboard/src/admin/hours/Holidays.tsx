import { Badge, Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useCommand } from '../../commands/useCommand'
import type { AdminHolidaysQuery, AdminVenueSettingsFragment } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import { Moved } from '../draft/Moved'
import { SaveBar } from '../draft/SaveBar'
import { useDraft } from '../draft/useDraft'
import { Section } from '../frame/Section'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { RegionsQuery, SetHolidays } from './documents'
import { sayDay } from './weekdays'

interface Props {
  venue: AdminVenueSettingsFragment
  calendar: AdminHolidaysQuery['holidays'] | undefined
  changed: () => void
  may: boolean
}

/** Whose public holidays the venue knows, and whether it is closed on them. */
export function Holidays({ venue, calendar, changed, may }: Props) {
  const {
    hours: { holidays: words },
    frame,
  } = useAdminWords()
  const language = useLanguage()
  const [regions] = useQuery({ query: RegionsQuery })
  const now = { region: venue.holidayRegion ?? null, closed: venue.closedOnHolidays }
  const draft = useDraft<{ region: string | null; closed: boolean }>(now, venue.version)
  const set = useCommand(SetHolidays, { target: venue.id, about: venue.name })
  const [all, setAll] = useState(false)
  useSettled(set.state, () => {
    draft.reset()
    changed()
  })
  const { region, closed } = draft.values
  const known = regions.data?.holidayRegions ?? []
  const nameOf = (code: string | null) => known.find((one) => one.code === code)?.name ?? code ?? words.noRegion
  const days = calendar?.days ?? []
  return (
    <Section title={words.title} text={words.text} testId="holidays">
      <Stack component="form" gap="sm" onSubmit={(event) => event.preventDefault()}>
        <Select
          label={words.region}
          placeholder={words.search}
          searchable
          clearable
          limit={80}
          disabled={!may}
          maw="24rem"
          value={region}
          onChange={(next) => draft.set(next ? { region: next } : { region: null, closed: false })}
          data={known.length ? known.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })) : region ? [region] : []}
          clearButtonProps={{ 'aria-label': frame.remove }}
        />
        <Switch
          label={words.closed}
          disabled={!may || !region}
          checked={closed}
          onChange={(event) => draft.set({ closed: event.currentTarget.checked })}
        />
        {may && (
          <SaveBar
            draft={draft}
            command={set}
            label={words.save}
            done={words.done}
            save={() => void set.run({ venueId: venue.id, ...(region ? { region } : {}), closed, expectedVersion: draft.expectedVersion }, venue)}
            moved={
              <Moved
                draft={draft}
                now={now}
                label={(field) => (field === 'region' ? words.region : words.closed)}
                say={(_, value) => (typeof value === 'boolean' ? (value ? frame.yes : frame.no) : nameOf(value))}
              />
            }
          />
        )}
      </Stack>
      {calendar?.region && (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {words.coming}
          </Text>
          {days.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <ul className="holiday-list">
              {days.slice(0, all ? days.length : 8).map((day) => (
                <li key={`${day.date} ${day.name}`}>
                  <span className="digits">{sayDay(day.date, language)}</span>{' '}
                  <span>{language === 'ko' || day.name === day.localName ? day.localName : `${day.name} (${day.localName})`}</span>{' '}
                  <Badge size="sm" variant="light" tt="none" color={day.closed ? 'amber' : 'slate'}>
                    {day.closed ? words.shut : words.open}
                  </Badge>
                </li>
              ))}
            </ul>
          )}
          {days.length > 8 && !all && (
            <Group>
              <Button variant="subtle" onClick={() => setAll(true)}>
                {words.more(days.length - 8)}
              </Button>
            </Group>
          )}
          <Text size="xs" c="dimmed">
            {words.coverage(sayDay(calendar.coveredFrom, language), sayDay(calendar.coveredTo, language))} {calendar.attribution}
          </Text>
        </Stack>
      )}
    </Section>
  )
}
