import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { StatusBadge } from '../../components/StatusBadge'
import { TimeText } from '../../components/TimeText'
import type { IntentCoreFragment } from '../../gql/staff/graphql'
import { commandWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { nameOf } from '../../commands/say'
import { useCommand } from '../../commands/useCommand'
import { AttemptActs, IntentActs } from '../acts/IntentActs'
import { CancelIntent, RetryIntent } from '../acts/documents'
import { asAny, Results } from '../acts/Results'
import { useReservationWords } from './words'

/** The work that an outside booking system has with a reservation, and every try at it. */
export function InHand({ intent, zone }: { intent: IntentCoreFragment; zone: string }) {
  const words = useReservationWords().page
  const language = useLanguage()
  const name = nameOf(useWords(commandWords), intent.kind)
  return (
    <section className="panel" aria-labelledby="in-hand">
      <h2 id="in-hand">{words.intent}</h2>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <StatusBadge of="intentStatus" value={intent.status} />
      </Group>
      <ul className="attempts">
        {intent.attempts.map((attempt) => (
          <li key={attempt.id}>
            <Group gap="xs">
              <Text size="sm">
                {number(language, attempt.number)}. {attempt.provider}
              </Text>
              <StatusBadge of="attemptStatus" value={attempt.status} />
              <Text size="xs" c="dimmed">
                <TimeText at={attempt.startedAt} zone={zone} style="dateTime" />
              </Text>
            </Group>
            {attempt.failure && (
              <Text size="sm" lang="en">
                {attempt.failure}
              </Text>
            )}
            {attempt.status === 'UNKNOWN' && <AttemptActs attempt={attempt} />}
          </li>
        ))}
      </ul>
      <IntentActs intent={intent} about={name} />
    </section>
  )
}

/** The intent that the reservation has in hand or, since this page was opened, had last. */
export function useLastInHand({ id, intent }: { id: string; intent?: { id: string } | null }): string | undefined {
  const [last, remember] = useState<{ of: string; intent: string }>()
  if (intent && intent.id !== last?.intent) remember({ of: id, intent: intent.id })
  return last?.of === id ? last.intent : undefined
}

/** How the command ended that was given about work which is over by now: its panel is gone, its result is not. */
export function OutOfHand({ intent }: { intent: string }) {
  const retry = useCommand(RetryIntent, { target: intent })
  const callOff = useCommand(CancelIntent, { target: intent })
  return <Results of={[asAny(retry), asAny(callOff)]} />
}
