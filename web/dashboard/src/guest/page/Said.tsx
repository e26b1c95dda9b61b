import { CommandResult } from '../../commands/CommandResult'
import type { CommandPayload } from '../../commands/kinds'
import type { Command } from '../../commands/useCommand'

type Said = Pick<Command<never, CommandPayload>, 'state' | 'dismiss' | 'target'>

/** How the one command stands that was given last, of several that can be given on the same thing; nothing while none was. */
export function Said({ of, next }: { of: readonly unknown[]; next?: Parameters<typeof CommandResult>[0]['next'] }) {
  const all = of as readonly Said[]
  const open = all.find(({ state }) => state.phase === 'open' && state.mine)
  const settled = all.find(({ state }) => state.phase === 'settled')
  // A command of another screen on this thing is open: any of ours says so.
  const other = all.find(({ state }) => state.phase === 'open')
  const shown = open ?? settled ?? other
  return shown ? <CommandResult of={shown} quietWhenDone {...(next ? { next } : {})} /> : null
}
