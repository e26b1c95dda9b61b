import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../commands/useCommand'
import type { AttemptResolution } from '../../gql/enums'
import { KeyButton } from '../keyboard/KeyButton'
import { ActDialog } from './ActDialog'
import { CancelIntent, ResolveAttempt, RetryIntent } from './documents'
import { ReasonText } from './Reasons'
import { hasMoved } from './ReservationDialogs'
import { asAny, Results } from './Results'
import { useGivenReason } from './useGivenReason'
import { useActWords } from './words'

interface Unsettled {
  id: string
  version: number
  status: string
  provider: string
  reference: string
}

interface Unfinished {
  id: string
  version: number
  status: string
}

const finished = new Set(['SUCCEEDED', 'FAILED_RACE', 'FAILED_AUTH', 'FAILED_UPSTREAM', 'CANCELLED', 'EXPIRED'])

/** What staff can do with an attempt whose outcome nobody knows: ask over there, and say what they heard. */
export function AttemptActs({ attempt }: { attempt: Unsettled }) {
  const words = useActWords()
  const about = `${attempt.provider} · ${attempt.reference}`
  const resolve = useCommand(ResolveAttempt, { target: attempt.id, about })
  const [seen, ask] = useState<number>()
  return (
    <Stack gap="sm">
      {attempt.status === 'UNKNOWN' && (
        <Group gap="xs">
          <KeyButton hotkey="c" disabled={resolve.busy} onClick={() => ask(attempt.version)}>
            {words.button.settle}
          </KeyButton>
        </Group>
      )}
      <Results of={[asAny(resolve)]} />
      {seen !== undefined && <SettleDialog attempt={attempt} seen={seen} about={about} close={() => ask(undefined)} />}
    </Stack>
  )
}

const outcomes = ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const satisfies readonly AttemptResolution[]

function SettleDialog({ attempt, seen, about, close }: { attempt: Unsettled; seen: number; about: string; close: () => void }) {
  const words = useActWords().dialog
  const settle = words.settle
  const [resolution, choose] = useState<AttemptResolution>('SUCCEEDED')
  const [upstreamRef, name] = useState('')
  const reason = useGivenReason()
  const resolve = useCommand(ResolveAttempt, { target: attempt.id, about })
  const say = { SUCCEEDED: settle.succeeded, FAILED: settle.failed, CANCELLED: settle.cancelled }
  const send = () => {
    const why = reason.given()
    if (why === undefined) return undefined
    return resolve.run(
      { attemptId: attempt.id, expectedVersion: seen, resolution, reason: why, ...(upstreamRef.trim() ? { upstreamRef: upstreamRef.trim() } : {}) },
      attempt,
    )
  }
  return (
    <ActDialog
      title={settle.title}
      what={settle.what}
      go={settle.go}
      command={asAny(resolve)}
      close={close}
      changed={hasMoved(attempt, seen, resolve.busy)}
      send={send}
    >
      <Text size="sm" ff="monospace">
        {attempt.reference}
      </Text>
      <Radio.Group label={settle.how} value={resolution} onChange={(next) => choose(next as AttemptResolution)}>
        <Stack gap="xs" mt="xs">
          {outcomes.map((outcome) => (
            <Radio key={outcome} value={outcome} label={say[outcome]} />
          ))}
        </Stack>
      </Radio.Group>
      {resolution === 'SUCCEEDED' && (
        <TextInput
          label={settle.upstream}
          description={settle.upstreamHelp}
          maxLength={200}
          value={upstreamRef}
          onChange={(event) => name(event.currentTarget.value)}
        />
      )}
      <ReasonText {...reason.field} placeholder={settle.placeholder} />
    </ActDialog>
  )
}

/** What staff can do with an intent that does not get on: let the next attempt begin now, or call it off. */
export function IntentActs({ intent, about }: { intent: Unfinished; about: string }) {
  const words = useActWords()
  const retry = useCommand(RetryIntent, { target: intent.id, about })
  const callOff = useCommand(CancelIntent, { target: intent.id, about })
  const [seen, ask] = useState<number>()
  const input = { intentId: intent.id, expectedVersion: intent.version }
  return (
    <Stack gap="sm">
      {!finished.has(intent.status) && (
        <Group gap="xs">
          <KeyButton hotkey="t" variant="outline" disabled={retry.busy} onClick={() => void retry.run(input, intent)}>
            {words.button.retry}
          </KeyButton>
          <KeyButton hotkey="d" variant="outline" color="rust" disabled={retry.busy} onClick={() => ask(intent.version)}>
            {words.button.callOff}
          </KeyButton>
        </Group>
      )}
      <Results of={[asAny(retry), asAny(callOff)]} />
      {seen !== undefined && (
        <ActDialog
          {...words.dialog.callOff}
          tone="rust"
          command={asAny(callOff)}
          close={() => ask(undefined)}
          changed={hasMoved(intent, seen, callOff.busy)}
          send={() => callOff.run({ intentId: intent.id, expectedVersion: seen }, intent)}
        />
      )}
    </Stack>
  )
}
