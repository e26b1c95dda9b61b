import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { intentIsOver } from '../../commands/driver'
import { useCommand } from '../../commands/useCommand'
import { Icon } from '../../components/icons'
import { useLanguage } from '../../messages/language'
import { formatTime, zoneName } from '../../time/format'
import { Said } from '../page/Said'
import { Ask } from '../sheet/Ask'
import { useGuestWords } from '../words'
import { GuestCancelIntent, GuestRetryIntent } from './asked'
import { Progress } from './Progress'
import type { IntentRead } from './useLastIntent'

/** What a worker does for the guest at this moment, or why it failed. */
export function InHand({ intent, within = false }: { intent: IntentRead; within?: boolean }) {
  const { inHand, held } = useGuestWords()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const target = { target: intent.id, about: intent.venue.name }
  const cancel = useCommand(GuestCancelIntent, target)
  const retry = useCommand(GuestRetryIntent, target)
  const zone = intent.venue.timeZone
  const over = intentIsOver(intent.status)
  const failed = over && intent.status !== 'SUCCEEDED'
  const last = intent.attempts.at(-1)
  const unknown = last?.status === 'UNKNOWN'
  const retrying = !over && last?.status === 'FAILED'
  const input = { intentId: intent.id, expectedVersion: intent.version }
  const wasHold = intent.reservation?.status === 'HELD'
  const stands = intent.reservation?.status === 'CONFIRMED'
  return (
    <Alert
      variant="light" color={failed ? 'rust' : over ? 'pine' : unknown ? 'amber' : 'sea'} icon={<Icon name={failed ? 'warning' : over ? 'check' : 'recent'} />} data-testid="intent" data-status={intent.status}
      title={`${inHand.kind[intent.kind] ?? ''}: ${failed ? inHand.failed : over ? inHand.done : inHand.title}`}
    >
      <Stack gap="sm">
        <Text aria-live="polite">
          {over && !failed ? '' : inHand.text[intent.status]} {unknown && inHand.unknown} {retrying && inHand.retrying} {!over && intent.queuePosition && intent.queuePosition > 1 ? inHand.queue(intent.queuePosition) : ''}
        </Text>
        {failed && <Text>{stands ? inHand.unchanged : wasHold ? inHand.holdBack : within ? '' : inHand.gone}</Text>}
        {!over && <Text size="sm">{inHand.until(`${formatTime(intent.expiresAt, zone, language, 'dateTime')} (${zoneName(zone, intent.expiresAt, language)})`)}</Text>}
        <Progress intent={intent} />
        <Said of={[cancel, retry]} />
        {!over && (
          <div className="steps-row">
            {retrying && <Button variant="outline" color="slate" disabled={retry.busy} onClick={() => void retry.run(input, intent)}>{inHand.retry}</Button>}
            {!unknown && <Button variant="outline" color="rust" disabled={cancel.busy} onClick={() => setAsking(true)}>{inHand.callOff}</Button>}
          </div>
        )}
        {!within && intent.reservation && <Anchor renderRoot={(props) => <Link to="/reservation/$id" params={{ id: intent.reservation!.id }} {...props} />}>{inHand.toBooking}</Anchor>}
        {intent.offer?.status === 'OFFERED' && over && <Anchor renderRoot={(props) => <Link to="/offer/$id" params={{ id: intent.offer!.id }} {...props} />}>{inHand.toOffer}</Anchor>}
      </Stack>
      {asking && (
        <Ask
          title={inHand.callOffs} yes={inHand.callOff} no={held.keep} onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void cancel.run(input, intent)
          }}
        />
      )}
    </Alert>
  )
}
