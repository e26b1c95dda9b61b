import { Text } from '@mantine/core'
import { TimeText } from '../../components/TimeText'
import type { ReservationStatus } from '../../gql/enums'
import { enumWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import type { Step } from './rail'
import { useReservationWords } from './words'

const lost: readonly ReservationStatus[] = ['CANCELLED', 'NO_SHOW', 'EXPIRED']

/** The states of a reservation as stations on a line. */
export function Rail({ steps, zone }: { steps: readonly Step[]; zone: string }) {
  const words = useReservationWords().page
  const say = useWords(enumWords).reservationStatus
  return (
    <ol className="rail-of-states" aria-label={words.rail} data-testid="rail">
      {steps.map((step) => (
        <li
          key={step.status}
          data-status={step.status}
          data-reached={step.reached || undefined}
          data-now={step.now || undefined}
          data-ended={lost.includes(step.status) || undefined}
          aria-current={step.now ? 'step' : undefined}
        >
          <span className="rail-line" aria-hidden="true" />
          <span className="rail-stop" aria-hidden="true" />
          <Text size="sm" fw={step.now ? 650 : 400} c={step.reached ? undefined : 'dimmed'}>
            {say[step.status]}
            {step.now && (
              <Text span size="xs" c="dimmed">
                {' '}
                · {words.now}
              </Text>
            )}
          </Text>
          {step.at && (
            <Text size="xs" c="dimmed">
              <TimeText at={step.at} zone={zone} style="dateTime" />
            </Text>
          )}
        </li>
      ))}
    </ol>
  )
}
