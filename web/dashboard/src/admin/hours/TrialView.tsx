import { Alert, Badge, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Icon } from '../../components/icons'
import { ReadError } from '../../components/states'
import { SpanText, ZoneNote } from '../../components/TimeText'
import { codeOf } from '../../api/client'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { dayOf } from '../../time/day'
import { formatTime } from '../../time/format'
import { groupBy } from '../frame/groupBy'
import { PageLink } from '../frame/PageLink'
import { Section } from '../frame/Section'
import { Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { compare, type Group as Slots } from './trial'
import { useSayMarks } from './sayMarks'
import type { OpeningTrial } from './useTrial'
import { sayDay } from './weekdays'
import type { Marks } from './year'

interface Props {
  trial: OpeningTrial
  dirty: boolean
  days: number
  setDays: (days: number) => void
  venue: { code: string; timeZone: string }
  marks: ReadonlyMap<string, Marks>
}

/** What a draft of opening rules would do in the coming weeks, before anything is saved. */
export function TrialView({ trial, dirty, days, setDays, venue, marks }: Props) {
  const {
    hours: { trial: words },
  } = useAdminWords()
  const language = useLanguage()
  const zone = venue.timeZone
  const { data } = trial
  const change = useMemo(() => (data ? compare(data.now, data.next, zone) : undefined), [data, zone])
  return (
    <Section
      title={words.title}
      testId="trial"
      text={<ZoneNote zone={zone} />}
      actions={
        <NumberInput
          label={words.days}
          w="6.5rem"
          min={1}
          max={62}
          allowDecimal={false}
          value={days}
          onChange={(next) => Number(next) >= 1 && setDays(Math.min(62, Number(next)))}
        />
      }
    >
      <Stack gap="sm" aria-live="polite" aria-busy={trial.fetching} className={trial.fetching ? 'stale' : undefined}>
        {!dirty && !change && (
          <Text size="sm" c="dimmed">
            {words.idle}
          </Text>
        )}
        {trial.faulty && (
          <Text size="sm" c="dimmed">
            {words.fault}
          </Text>
        )}
        {trial.error &&
          (codeOf(trial.error) === 'PAYLOAD_INVALID' ? (
            <Alert variant="light" color="amber" icon={<Icon name="warning" />} title={words.fault}>
              {trial.error.graphQLErrors[0]?.message}
            </Alert>
          ) : (
            <ReadError error={trial.error} />
          ))}
        {dirty && !change && trial.fetching && (
          <Text size="sm" c="dimmed">
            {words.reading}
          </Text>
        )}
        {change && data && (
          <>
            <Text size="sm">{words.total(number(language, data.now.total), number(language, data.next.total))}</Text>
            <Group gap="xs">
              {change.appears > 0 && (
                <Badge variant="light" color="pine" tt="none">
                  + {words.appears(change.appears)}
                </Badge>
              )}
              {change.goes > 0 && (
                <Badge variant="light" color="rust" tt="none">
                  − {words.goes(change.goes)}
                </Badge>
              )}
              {change.turns > 0 && (
                <Badge variant="light" color="sea" tt="none">
                  {words.turns(change.turns)}
                </Badge>
              )}
              <Badge variant="light" color="slate" tt="none">
                {change.appears + change.goes + change.turns === 0 ? words.same : words.stays(change.stays)}
              </Badge>
            </Group>
            {change.until && (
              <Text size="xs" c="dimmed">
                {words.until(formatTime(change.until, zone, language, 'dateTime'))}
              </Text>
            )}
            <Stranded slots={data.next.stranded} venue={venue} />
            <DayList days={change.days} marks={marks} zone={zone} />
          </>
        )}
      </Stack>
    </Section>
  )
}

function Stranded({ slots, venue }: { slots: NonNullable<OpeningTrial['data']>['next']['stranded']; venue: Props['venue'] }) {
  const {
    hours: { trial: words },
  } = useAdminWords()
  const language = useLanguage()
  const times = [...groupBy(slots, (slot) => `${slot.startsAt} ${slot.endsAt}`).values()]
  if (slots.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Icon name="check" size={14} /> {words.strandedNone}
      </Text>
    )
  return (
    <Alert variant="light" color="rust" icon={<Icon name="warning" />} title={words.stranded(slots.length)} data-testid="stranded">
      <Stack gap={4}>
        <Text size="sm">{words.strandedText}</Text>
        <ul className="holiday-list">
          {times.slice(0, 12).map((same) => (
            <li key={same[0]!.id}>
              <PageLink to={`/v/${venue.code}/timeline?day=${dayOf(same[0]!.startsAt, venue.timeZone)}`}>
                <SpanText from={same[0]!.startsAt} to={same[0]!.endsAt} zone={venue.timeZone} bare />
              </PageLink>
              {`: ${same.map((slot) => slot.resource.name + (slot.capacity > 1 ? ` (${words.taken(number(language, slot.capacity - slot.remaining), number(language, slot.capacity))})` : '')).join(', ')}`}
            </li>
          ))}
        </ul>
        {times.length > 12 && <Text size="xs">{words.moreTimes(times.length - 12)}</Text>}
      </Stack>
    </Alert>
  )
}

function DayList({ days, marks, zone }: { days: ReturnType<typeof compare>['days']; marks: Props['marks']; zone: string }) {
  const {
    hours: { trial: words },
  } = useAdminWords()
  const language = useLanguage()
  const say = useSayMarks()
  const [every, setEvery] = useState(false)
  const changing = days.filter((day) => day.appears.length + day.goes.length + day.turns.length > 0)
  const shown = every ? days : changing
  const times = (groups: Slots[], sign: string, name: string) =>
    groups.length > 0 && (
      <div>
        <Text span size="xs" c="dimmed">
          {name}:{' '}
        </Text>
        {groups.map((group, i) => (
          <span
            key={i}
          >{`${i > 0 ? ', ' : ''}${sign}${words.plus(`${formatTime(group.startsAt, zone, language)}–${formatTime(group.endsAt, zone, language)}`, group.resources.length)}`}</span>
        ))}
      </div>
    )
  return (
    <Stack gap="xs">
      {shown.length > 0 && (
        <Sheet
          label={words.list}
          head={
            <>
              <th scope="col">{words.columns.day}</th>
              <th scope="col" className="number">
                {words.columns.before}
              </th>
              <th scope="col" className="number">
                {words.columns.after}
              </th>
              <th scope="col">{words.columns.change}</th>
            </>
          }
        >
          {shown.map((day) => {
            const mark = marks.get(day.day)
            return (
              <tr key={day.day}>
                <th scope="row">
                  {sayDay(day.day, language, { month: 'short', day: 'numeric', weekday: 'short' })}
                  {mark && (
                    <Text size="xs" c="dimmed">
                      {say(mark)}
                    </Text>
                  )}
                </th>
                <td className="number">{number(language, day.before)}</td>
                <td className="number">{number(language, day.after)}</td>
                <td>
                  {times(day.appears, '+', words.added)}
                  {times(day.goes, '−', words.gone)}
                  {times(day.turns, '', words.turned)}
                  {day.appears.length + day.goes.length + day.turns.length === 0 && (
                    <Text size="xs" c="dimmed">
                      {words.nothing}
                    </Text>
                  )}
                </td>
              </tr>
            )
          })}
        </Sheet>
      )}
      {days.length > changing.length && (
        <div>
          <Button variant="subtle" color="slate" onClick={() => setEvery(!every)}>
            {every ? words.onlyChanged : words.showDays}
          </Button>
        </div>
      )}
    </Stack>
  )
}
