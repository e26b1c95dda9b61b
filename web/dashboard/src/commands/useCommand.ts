import type { TypedDocumentNode } from '@urql/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useWatched } from '../api/observable'
import { mean } from './driver'
import type { CommandPayload, CommandResult, Entity, OpenCommand } from './kinds'
import * as ledger from './ledger'
import { textOf, world } from './world'

/** The payload of a mutation document: its one root field. */
type PayloadOf<Data> = Extract<Data[Exclude<keyof Data, '__typename'>], CommandPayload>
/** What a screen gives: the input without the key, which is the command's own. */
type InputOf<Variables> = Variables extends { input: infer I } ? Omit<I, 'idempotencyKey'> : never

interface CommandOptions {
  /** What the command is about, usually the id of what it changes: one command at a time may be open on it. */
  target: string
  /** What to call the target in the list of recent commands. Not shown where it is undefined. */
  about?: string | undefined
}

export type CommandState<P extends CommandPayload> =
  | { phase: 'idle' }
  /** Not settled. `mine` is false where the open command is another one on the same target. */
  | { phase: 'open'; command: OpenCommand; mine: boolean }
  | { phase: 'settled'; result: CommandResult<P> }

export interface Command<Input, P extends CommandPayload> {
  /**
   * Means the command and gives its result, however long that takes; null where another command is open on the target. `saw` is the entity as
   * it stands on the screen, to be shown beside what is true if the command is refused.
   */
  run(input: Input, saw?: object | null): Promise<CommandResult<P> | null>
  state: CommandState<P>
  /** A command is open on the target: its buttons wait. */
  busy: boolean
  /** Takes the result off the screen. */
  dismiss(): void
  target: string
}

type Field = { kind: string; name?: { value: string } }
type Mutation = { definitions: readonly { kind: string; selectionSet?: { selections: readonly Field[] } }[]; __meta__?: { hash?: string } }

function operationOf(document: Mutation): string {
  const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition')
  const field = operation?.selectionSet?.selections.find((selection) => selection.kind === 'Field' && selection.name?.value !== '__typename')
  if (!field?.name) throw new Error('a command is a mutation with one root field')
  return field.name.value
}

/** A command of a screen. See README: it is sent once however often it is pressed, and says how it ended. */
export function useCommand<Data, Variables extends { input: object }>(
  document: TypedDocumentNode<Data, Variables>,
  { target, about }: CommandOptions,
): Command<InputOf<Variables>, PayloadOf<Data>> {
  type P = PayloadOf<Data>
  const operation = useMemo(() => operationOf(document as unknown as Mutation), [document])
  const open = useSyncExternalStore(ledger.memory.watch, () => ledger.openOn(target))
  const result = useWatched(ledger.results).get(target) as CommandResult<P> | undefined
  const run = useCallback(
    async (input: InputOf<Variables>, saw?: object | null): Promise<CommandResult<P> | null> => {
      const { hash } = (document as unknown as Mutation).__meta__ ?? {}
      const began = mean<P>(
        { operation, target, text: textOf(document), input: input as Record<string, unknown>, ...(hash ? { hash } : {}), ...(about ? { about } : {}) },
        world,
        (saw ?? undefined) as Entity | undefined,
      )
      return 'busy' in began ? null : began.result
    },
    [document, operation, target, about],
  )
  const dismiss = useCallback(() => ledger.dismiss(target), [target])
  const state: CommandState<P> = open
    ? { phase: 'open', command: open, mine: open.operation === operation }
    : result?.operation === operation
      ? { phase: 'settled', result }
      : { phase: 'idle' }
  return { run, state, busy: !!open, dismiss, target }
}
