import { Text } from '@mantine/core'
import type { AdminHoursQuery } from '../../gql/admin/graphql'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { useWords } from '../../messages/words'
import { formatTime, zoneName } from '../../time/format'
import { sayLength } from '../entry/length'
import { groupBy } from '../frame/groupBy'
import { Section } from '../frame/Section'
import { useAdminWords } from '../words'
import { sayDay } from './weekdays'

/** What the next clock changes do to the slots. */
export function ClockChanges({ changes, zone }: { changes: AdminHoursQuery['clockChanges']; zone: string }) {
  const {
    hours: { clock: words },
  } = useAdminWords()
  const effects = useWords(enumWords).clockEffect as Record<string, string>
  const language = useLanguage()
  return (
    <Section title={words.title} text={changes.length ? words.text : words.none} testId="clock-changes">
      {changes.length > 0 && (
        <ul className="holiday-list">
          {changes.map((change) => {
            const by = change.offsetAfter - change.offsetBefore
            const to = `${formatTime(change.at, zone, language)} ${zoneName(zone, change.at, language)}`
            const touched = [...groupBy(change.touched, (slot) => `${slot.wallClock} ${slot.effect}`).values()]
            return (
              <li key={change.at}>
                <strong>{sayDay(change.date, language)}</strong>: {(by > 0 ? words.forward : words.back)(sayLength(Math.abs(by), language), to)}.{' '}
                {touched.length === 0 ? (
                  <Text span c="dimmed" size="sm">
                    {words.untouched}
                  </Text>
                ) : (
                  touched.map((slots) => words.touched(slots[0]!.wallClock, effects[slots[0]!.effect] ?? slots[0]!.effect, slots.length)).join('; ')
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
