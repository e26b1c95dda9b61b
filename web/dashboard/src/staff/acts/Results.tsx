import type { ReactNode } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import type { CommandPayload, CommandResult as Result, Entity } from '../../commands/kinds'
import type { Command } from '../../commands/useCommand'
import { useActWords } from './words'

/** Any command of a screen, whatever it takes and answers. */
export type AnyCommand = Pick<Command<never, CommandPayload>, 'state' | 'dismiss' | 'target' | 'busy'>

export const asAny = (command: { state: unknown; dismiss(): void; target: string; busy: boolean }): AnyCommand => command as AnyCommand

interface Props {
  of: readonly AnyCommand[]
  next?: (now: Entity | undefined, result: Result) => ReactNode
}

/** How the last of several commands on one thing stands or ended. One at a time can be open on it, so one result is shown. */
export function Results({ of, next }: Props) {
  const words = useActWords().done
  const shown =
    of.find((command) => command.state.phase === 'open' && command.state.mine) ??
    of.find((command) => command.state.phase === 'open') ??
    of.filter((command) => command.state.phase === 'settled').sort((a, b) => settledAt(b) - settledAt(a))[0]
  if (!shown) return null
  return <CommandResult of={shown} done={(result: Result) => words[result.operation]} {...(next ? { next } : {})} />
}

const settledAt = (command: AnyCommand): number => (command.state.phase === 'settled' ? command.state.result.settledAt : 0)
