import { Alert, Stack, Text } from '@mantine/core'
import { Icon } from '../../components/icons'
import { SpanText } from '../../components/TimeText'
import { useLanguage } from '../../messages/language'
import { naturally } from '../../messages/order'
import { number } from '../../messages/words'
import { dayOf } from '../../time/day'
import { groupBy } from '../frame/groupBy'
import { PageLink } from '../frame/PageLink'
import { useAdminWords } from '../words'
import type { OpeningTrial } from './useTrial'

/** Booked slots that the tried rules would not have: nobody moves them but people. */
export function Stranded({
  slots,
  venue,
}: {
  slots: NonNullable<OpeningTrial['data']>['next']['stranded']
  venue: { code: string; timeZone: string }
}) {
  const {
    hours: { trial: words },
  } = useAdminWords()
  const language = useLanguage()
  const times = [...groupBy(slots, (slot) => `${slot.startsAt} ${slot.endsAt}`).values()].map((same) =>
    same.toSorted((a, b) => naturally(a.resource.name, b.resource.name, language)),
  )
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
