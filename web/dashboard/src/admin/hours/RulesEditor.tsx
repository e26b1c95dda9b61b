import { Button, MultiSelect, Paper, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import type { AdminHoursQuery, AdminHoursVenueFragment, AdminWindowFragment, OpeningPreviewInput } from '../../gql/admin/graphql'
import { useLanguage } from '../../messages/language'
import type { Day } from '../../time/day'
import { Moved } from '../draft/Moved'
import { SaveBar } from '../draft/SaveBar'
import { useDraft } from '../draft/useDraft'
import { useLeaveGuard } from '../frame/useLeaveGuard'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { Dates } from './Dates'
import { SetHours } from './documents'
import { TrialView } from './TrialView'
import { useTrial } from './useTrial'
import { useSayRules } from './sayRules'
import { asInput, faultsOfWeek, type Window } from './week'
import { WeekEditor } from './WeekEditor'
import { sayDay } from './weekdays'
import { datePatch, type Exception, fieldsOf, marksOf, rulesOf } from './year'

interface Props {
  venue: AdminHoursVenueFragment
  places: readonly { id: string; name: string; active: boolean }[]
  /** Whose rules these are; undefined: the venue's. */
  place: { id: string; name: string } | undefined
  today: Day
  last: Day
  holidays: readonly { date: Day; name: string; localName: string; closed: boolean }[]
  clockChanges: AdminHoursQuery['clockChanges']
  may: boolean
}

interface Rules {
  windows: Window[]
  exceptions: Exception[]
}

const plain = (window: AdminWindowFragment): Window => asInput(window)
const standing = (venue: AdminHoursVenueFragment, place: string | undefined): Rules => {
  const set = venue.openingRules.sets.find((one) => (one.resource?.id ?? undefined) === place)
  return {
    windows: set?.windows.map(plain) ?? [],
    exceptions: set?.exceptions.map(({ date, closed, windows }) => ({ date, closed, windows: windows.map(plain) })) ?? [],
  }
}
const input = ({ windows, exceptions }: Rules) => ({
  windows: windows.map(asInput),
  exceptions: exceptions.map(({ date, closed, windows: own }) =>
    closed ? { date, closed } : { date, closed, windows: own.map((window) => ({ ...asInput(window), weekdays: [] })) },
  ),
})

/** The rules of the venue or of one place: week, dates, what a change would do, and saving it. */
export function RulesEditor({ venue, places, place, today, last, holidays, clockChanges, may }: Props) {
  const { hours: words } = useAdminWords()
  const language = useLanguage()
  const say = useSayRules()
  const now = useMemo(() => standing(venue, place?.id), [venue, place?.id])
  const fields = useMemo(() => fieldsOf(now), [now])
  const draft = useDraft(fields, venue.version)
  const [also, setAlso] = useState<string[]>([])
  const [days, setDays] = useState(14)
  const set = useCommand(SetHours, { target: venue.id, about: place?.name ?? venue.name })
  useSettled(set.state, () => {
    draft.reset()
    setAlso([])
  })
  useLeaveGuard(draft.dirty)
  const rules = useMemo(() => rulesOf(draft.values), [draft.values])
  const scope = place ? { resourceIds: [place.id, ...also] } : {}
  const faulty = faultsOfWeek(rules.windows).some((faults) => faults.length > 0)
  const before: OpeningPreviewInput = { venueId: venue.id, days, ...(place ? { resourceIds: [place.id] } : {}), ...input(now) }
  const trial = useTrial({ now: before, next: { venueId: venue.id, days, ...scope, ...input(rules) }, dirty: draft.dirty || also.length > 0, faulty })
  const marks = useMemo(() => marksOf({ exceptions: rules.exceptions, holidays, clockChanges }), [rules.exceptions, holidays, clockChanges])
  const venueWeek = useMemo(() => standing(venue, undefined).windows, [venue])
  const save = () => void set.run({ venueId: venue.id, ...scope, ...input(rules), expectedVersion: draft.expectedVersion }, venue)
  return (
    <div className="aside">
      <Stack>
        <WeekEditor
          windows={rules.windows}
          change={(windows) => draft.set({ windows })}
          readOnly={!may}
          {...(place ? { note: words.scope.noWindows } : {})}
        />
        <Dates
          today={today}
          last={last}
          exceptions={rules.exceptions}
          saved={now.exceptions}
          week={rules.windows.length ? rules.windows : venueWeek}
          marks={marks}
          change={(exceptions) => draft.set(datePatch(rules.exceptions, exceptions))}
          readOnly={!may}
        />
      </Stack>
      <Stack className="in-sight">
        <TrialView trial={trial} dirty={draft.dirty} days={days} setDays={setDays} venue={venue} marks={marks} />
        {may && (
          <Paper withBorder p="md" component="form" onSubmit={(event) => event.preventDefault()}>
            <Stack gap="sm">
              {place && (
                <>
                  <MultiSelect
                    label={words.scope.also}
                    description={words.scope.alsoHelp}
                    size="xs"
                    searchable
                    data={places.filter((one) => one.active && one.id !== place.id).map((one) => ({ value: one.id, label: one.name }))}
                    value={also}
                    onChange={setAlso}
                  />
                  {now.windows.length > 0 && (
                    <div>
                      <Button variant="outline" color="slate" onClick={() => draft.set({ windows: [] })} disabled={rules.windows.length === 0}>
                        {words.scope.back}
                      </Button>
                    </div>
                  )}
                </>
              )}
              <SaveBar
                draft={
                  also.length > 0
                    ? {
                        ...draft,
                        dirty: true,
                        reset: () => {
                          draft.reset()
                          setAlso([])
                        },
                      }
                    : draft
                }
                command={set}
                save={save}
                label={words.save}
                done={words.done}
                fault={faulty ? words.trial.fault : undefined}
                moved={
                  <Moved
                    draft={draft}
                    now={fields}
                    label={(field) => (field === 'windows' ? words.field.windows : sayDay(field.slice(3), language))}
                    say={(field, value) => (field === 'windows' ? say.week(value as Window[]) : say.date(value as Exception | undefined))}
                  />
                }
              />
            </Stack>
          </Paper>
        )}
      </Stack>
    </div>
  )
}
