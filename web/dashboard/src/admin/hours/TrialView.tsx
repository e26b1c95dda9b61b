import { Alert, Badge, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Icon } from '../../components/icons'
import { ReadError } from '../../components/states'
import { ZoneNote } from '../../components/TimeText'
import { codeOf } from '../../api/client'
import { useLanguage } from '../../messages/language'
import { number } from '../../messages/words'
import { formatTime } from '../../time/format'
import { Section } from '../frame/Section'
import { useAdminWords } from '../words'
import { DayList } from './DayList'
import { Stranded } from './Stranded'
import { compare } from './trial'
import type { OpeningTrial } from './useTrial'
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
