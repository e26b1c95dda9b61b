import type { CombinedError } from '@urql/core'
import { codeOf, correlationOf } from '../api/client'
import type { CommandPayload, Entity, OpenCommand, Settled } from './kinds'

/** What to make of an answer to a command. */
export type Reading =
  | { settled: Settled; payload?: CommandPayload; entity?: Entity; correlationId?: string }
  /** Ask again with the same key, at the earliest after so many milliseconds; undefined: after a while that grows. */
  | { again: OpenCommand['phase']; afterMs?: number }

const asEntity = (value: unknown): Entity | undefined => {
  const o = value as Entity | null
  return o && typeof o === 'object' && typeof o.id === 'string' && typeof o.__typename === 'string' ? o : undefined
}

/** The thing that a payload speaks of: its first field with an identity. Of a confirmed offer that is the offer. */
function entityOf(payload: CommandPayload): Entity | undefined {
  for (const [name, value] of Object.entries(payload)) {
    if (name === 'problem' || name === 'intent') continue
    const entity = asEntity(Array.isArray(value) ? value[0] : value)
    if (entity) return entity
  }
  return asEntity((payload as { intent?: unknown }).intent)
}

const intentOf = (payload: CommandPayload): Entity | undefined => asEntity((payload as { intent?: unknown }).intent)

function ofPayload(payload: CommandPayload): Reading {
  const entity = entityOf(payload)
  const rest = { payload, correlationId: payload.correlationId, ...(entity ? { entity } : {}) }
  switch (payload.outcome) {
    case 'COMMITTED':
      return { settled: { kind: payload.replayed ? 'doneBefore' : 'done' }, ...rest }
    case 'ACCEPTED': {
      const intent = intentOf(payload)
      return { settled: { kind: 'accepted', intentId: intent?.id ?? null, intentStatus: typeof intent?.status === 'string' ? intent.status : null }, ...rest }
    }
    case 'IN_PROGRESS':
      return { again: 'stillRunning', afterMs: payload.retryAfterMs ?? 1_000 }
    case 'REJECTED':
      if (!payload.problem) return { again: 'unknown' }
      return { settled: { kind: 'refused', problem: payload.problem }, ...rest }
    default: // an outcome that this page does not know yet: the ledger knows, so it is asked again
      return { again: 'unknown' }
  }
}

const retryAfter = (error: CombinedError): number | undefined => {
  const ms = error.graphQLErrors[0]?.extensions.retryAfterMs
  return typeof ms === 'number' ? ms : undefined
}

/** Classifies the answer to a command. An answer that was lost is `unknown`, never failed. */
export function readAnswer(answer: { data?: unknown; error?: CombinedError | undefined }): Reading {
  const payload = Object.entries((answer.data as Record<string, CommandPayload | null> | null) ?? {}).find(([name, value]) => name !== '__typename' && !!value)?.[1]
  if (payload && typeof payload === 'object' && payload.outcome) return ofPayload(payload)
  const code = codeOf(answer.error)
  switch (code) {
    case undefined: // no answer, or one that is none of ours
    case 'INTERNAL':
      return { again: 'unknown' }
    case 'UNAUTHENTICATED':
      return { again: 'signedOut' }
    case 'RATE_LIMITED':
    case 'UNAVAILABLE': {
      const afterMs = retryAfter(answer.error!)
      return afterMs === undefined ? { again: 'waiting' } : { again: 'waiting', afterMs }
    }
    default: {
      const correlationId = correlationOf(answer.error)
      return { settled: { kind: 'notTaken', code, message: answer.error?.graphQLErrors[0]?.message ?? '' }, ...(correlationId ? { correlationId } : {}) }
    }
  }
}
