import type { CombinedError } from '@urql/core'
import { readAnswer } from './answer'
import type { CommandPayload, CommandResult, Entity, OpenCommand } from './kinds'
import * as ledger from './ledger'

// Drives a command until its result is known: the same input with the same key, however often it takes.

/** What the driver needs of the world. */
export interface World {
  /** Sends a command. `again` is true from the second time on: then it is made sure first that this page still speaks for whoever meant it. */
  send(command: OpenCommand, again: boolean): Promise<Answer>
  /** Reads an entity again from the server; undefined where that failed. */
  reread(entity: Entity): Promise<Entity | undefined>
  /** Follows the work that a worker took over, and says what became of it. */
  follow(intentId: string, told: (status: string) => void): void
  wait(ms: number, sooner: Promise<void>): Promise<void>
  now(): number
}

export interface Answer {
  data?: unknown
  error?: CombinedError | undefined
  /** This page no longer speaks for whoever meant the command; it was not sent. */
  notMine?: boolean
}

/** How long the silence after a lost answer grows. The first is long enough for a page that is being left to be gone. */
export const silence = (attempt: number): number => Math.min(20_000, 1_200 * 1.8 ** attempt)

const pokes = new Map<string, () => void>()
const running = new Map<string, Promise<CommandResult>>()
const followed = new Set<string>()
/** Keys of commands that other tabs drive. */
const awaited = new Set<string>()

/** Asks at once for the result of a command that waits. */
export const askNow = (target: string): void => pokes.get(target)?.()

export function askAllNow(): void {
  pokes.forEach((poke) => poke())
}

const never = new Promise<never>(() => {})

async function drive(command: OpenCommand, world: World, saw: Entity | undefined, recovered: boolean): Promise<CommandResult> {
  for (let attempt = 0; ; attempt++) {
    const again = recovered || attempt > 0
    // Nothing that sending may throw says whether the command arrived.
    const answer = await world.send(command, again).catch((): Answer => ({}))
    const reading = answer.notMine ? ({ again: 'signedOut' } as const) : readAnswer(answer)
    if ('again' in reading) {
      ledger.turn(command.target, command.key, reading.again)
      // It goes on when its owner opens a page again. Whoever is signed in here by then would do it in their own name.
      if (reading.again === 'signedOut') return never
      const poked = new Promise<void>((resolve) => pokes.set(command.target, resolve))
      await world.wait(reading.afterMs ?? silence(attempt), poked)
      pokes.delete(command.target)
      continue
    }
    const { settled, payload, entity, correlationId } = reading
    // What was answered is what happened; what is claimed is what stands now.
    const now = entity && settled.kind !== 'notTaken' ? await world.reread(entity).catch(() => undefined) : undefined
    const shown = now ?? entity
    return {
      key: command.key, operation: command.operation, target: command.target, at: command.at, settledAt: world.now(), settled, reread: !!now,
      ...(command.about ? { about: command.about } : {}),
      ...(correlationId ? { correlationId } : {}),
      ...(shown ? { entity: { __typename: shown.__typename, id: shown.id, ...(shown.version === undefined ? {} : { version: shown.version }) }, now: shown } : {}),
      ...(payload ? { payload } : {}),
      ...(saw ? { saw } : {}),
      ...(again ? { repeated: true } : {}),
      ...(recovered ? { recovered } : {}),
    }
  }
}

function follow(result: CommandResult, world: World): void {
  if (result.settled.kind !== 'accepted' || !result.settled.intentId || followed.has(result.key)) return
  followed.add(result.key)
  const { intentId } = result.settled
  world.follow(intentId, (intentStatus) => {
    if (intentStatus !== (result.settled as { intentStatus?: string }).intentStatus) ledger.restate((result = { ...result, settled: { kind: 'accepted', intentId, intentStatus } }))
  })
}

/** Drives a command that is written down. A second call for one that is being driven gets the same result. */
export function driveOpen(command: OpenCommand, world: World, saw?: Entity, recovered = false): Promise<CommandResult> {
  const before = running.get(command.key)
  if (before) return before
  const driving = drive(command, world, saw, recovered).then((result) => {
    running.delete(command.key)
    ledger.settle(result)
    follow(result, world)
    return result
  })
  running.set(command.key, driving)
  void locks()?.request(lockOf(command.key), () => driving)
  return driving
}

/** A tab holds this lock for as long as it drives the command; when the tab ends, however that comes, the lock does. */
const lockOf = (key: string): string => `slotq.command.${key}`

/** The browser has none for pages that did not come by https, unless they came from the device itself. */
const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined

/** What was written down by a tab may be heard of a little later than that its lock is free. */
const newsTakes = 1_000

/** Takes up what another tab of the same guest has open, with the same key, once that tab is gone without its result. */
export function inherit(world: World): void {
  for (const { key, target } of Object.values(ledger.memory.get().open)) {
    if (running.has(key) || awaited.has(key)) continue
    awaited.add(key)
    void locks()?.request(lockOf(key), async () => {
      await world.wait(newsTakes, never)
      awaited.delete(key)
      const command = ledger.openOn(target)
      if (command?.key === key) void driveOpen(command, world, undefined, true)
    })
  }
}

/** What somebody means to do. */
export interface Meant {
  operation: string
  target: string
  text: string
  hash?: string
  input: Record<string, unknown>
  about?: string
}

/** The same for two inputs that say the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).filter(([, x]) => x != null).toSorted(([a], [b]) => (a < b ? -1 : 1))) : v)

/**
 * Means a command. If the very same is open on this target the press rides on it, with its key; if another is, nothing is sent and that one is
 * told.
 */
export function mean<P extends CommandPayload>(meant: Meant, world: World, saw?: Entity): { result: Promise<CommandResult<P>> } | { busy: OpenCommand } {
  const open = ledger.openOn(meant.target)
  if (open) {
    if (open.operation !== meant.operation || canonical(open.input) !== canonical(meant.input)) return { busy: open }
    askNow(meant.target)
    return { result: driveOpen(open, world, saw, !running.has(open.key)) as Promise<CommandResult<P>> }
  }
  const command: OpenCommand = { ...meant, key: crypto.randomUUID(), viewer: ledger.currentViewer(), at: world.now(), phase: 'sending' }
  ledger.dismiss(meant.target)
  ledger.begin(command)
  return { result: driveOpen(command, world, saw) as Promise<CommandResult<P>> }
}

/** Takes up what was open when the page was left, and follows on what workers have in hand. */
export function recover(world: World): void {
  const { open, recent } = ledger.memory.get()
  for (const command of Object.values(open)) void driveOpen(command, world, undefined, true)
  for (const record of recent) {
    if (record.settled.kind === 'accepted' && !intentIsOver(record.settled.intentStatus)) follow({ ...record, recovered: true, reread: false }, world)
  }
}

const over = new Set(['SUCCEEDED', 'FAILED_RACE', 'FAILED_AUTH', 'FAILED_UPSTREAM', 'CANCELLED', 'EXPIRED'])

/** Whether an intent has come to its end. */
export const intentIsOver = (status: string | null | undefined): boolean => !!status && over.has(status)

/** For tests: as if the page had been left. */
export function stopDriving(): void {
  pokes.clear()
  running.clear()
  followed.clear()
  awaited.clear()
}
