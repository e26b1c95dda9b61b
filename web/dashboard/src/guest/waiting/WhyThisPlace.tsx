import { Text } from '@mantine/core'
import { useLanguage } from '../../messages/language'
import { formatTime, zoneName } from '../../time/format'
import { turnBy } from '../terms/terms'
import { useGuestWords } from '../words'
import type { EntryRead } from './Entry'

/** Why one stands where one stands, by the rules of the venue. */
export function WhyThisPlace({ entry }: { entry: EntryRead }) {
  const { line } = useGuestWords()
  const language = useLanguage()
  const zone = entry.venue.timeZone
  const turn = turnBy(entry.venue.policy.rules)
  const factors = turn.factors.map((factor) => line.factor[factor] ?? factor)
  const listed = factors.length > 1 ? `${factors.slice(0, -1).join(', ')}${line.and}${factors.at(-1)}` : (factors[0] ?? '')
  return (
    <Text size="sm">
      {turn.byJoining ? line.byJoining : line.weighed(listed)} <time dateTime={entry.joinedAt}>{formatTime(entry.joinedAt, zone, language, 'dateTime')}</time>
      <span className="zone">{zoneName(zone, entry.joinedAt, language)}</span>
    </Text>
  )
}
