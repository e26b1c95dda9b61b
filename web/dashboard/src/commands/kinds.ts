import type { CommandOutcome, ProblemCode, RetryRule } from '../gql/enums'

/** What every answer of a mutation has, whatever else it brings. */
export interface CommandPayload {
  __typename?: string
  outcome: CommandOutcome
  replayed: boolean
  retryAfterMs?: number | null
  correlationId: string
  problem?: Problem | null
}

interface Problem {
  code: ProblemCode
  message: string
  field?: readonly string[] | null
  retry: RetryRule
  currentVersion?: number | null
}

/** Something with an identity, as an answer or a read brings it. */
export interface Entity {
  __typename: string
  id: string
  version?: number
  [field: string]: unknown
}

/** A command whose result is not known yet. It is written down before it leaves, and stays until it is known. */
export interface OpenCommand {
  /** The idempotency key, born with the intent to act. */
  key: string
  /** The mutation, for example confirmReservation. */
  operation: string
  /** What it is about: one command at a time may be open on it. */
  target: string
  /** Who meant it; nobody else's page repeats it. */
  viewer: string
  /** The document, so that it can be sent again before the screen that has it is loaded. */
  text: string
  hash?: string
  input: Record<string, unknown>
  /** What to call the target in a list of commands: a name, a table. */
  about?: string
  /** When it was meant, by the device's clock. */
  at: number
  /**
   * `sending`: on its way. `stillRunning`: the server has it and is not done. `waiting`: the server asked to wait. `unknown`: no answer came;
   * the same command is being asked for again. `signedOut`: goes on once its owner has signed in again.
   */
  phase: 'sending' | 'stillRunning' | 'waiting' | 'unknown' | 'signedOut'
}

/** How a command ended. */
export type Settled =
  | { kind: 'done' | 'doneBefore' }
  /** A worker has it; what becomes of it is told by the intent. */
  | { kind: 'accepted'; intentId: string | null; intentStatus: string | null }
  /** The domain said no, for a reason that may be asked for again. */
  | { kind: 'refused'; problem: Problem }
  /** It never reached the domain, and nothing was changed. */
  | { kind: 'notTaken'; code: string; message: string }

/** A settled command, as the list of recent commands keeps it. It holds no customer's data. */
export interface CommandRecord {
  key: string
  operation: string
  target: string
  about?: string
  at: number
  settledAt: number
  settled: Settled
  correlationId?: string
  /** What it made or changed. */
  entity?: { __typename: string; id: string; version?: number }
  /** It was sent more than once, because an answer was lost, late or busy. */
  repeated?: boolean
  /** It was open when the page was left, and was settled after it came back. */
  recovered?: boolean
}

/** What the page that sent it knows besides; gone with the page. */
export interface CommandResult<Payload extends CommandPayload = CommandPayload> extends CommandRecord {
  payload?: Payload
  /** The entity as it now stands: read again after the command. */
  now?: Entity
  /** The entity as it stood on the screen when the command was meant. */
  saw?: Entity
  /** Reading again succeeded, so `now` is not older than the command. */
  reread: boolean
}
