import { useEffect } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import type { CommandPayload } from '../../commands/kinds'
import { showing } from '../../commands/unseen'
import type { Command } from '../../commands/useCommand'

type Said = Pick<Command<never, CommandPayload>, 'state' | 'dismiss' | 'target'>

interface Props {
  of: readonly unknown[]
  next?: Parameters<typeof CommandResult>[0]['next']
  /** What a worker took over is told elsewhere on the page. */
  followed?: boolean
}

/** How the one command stands that was given last, of several that can be given on the same thing; nothing while none was. */
export function Said({ of, next, followed = false }: Props) {
  const all = of as readonly Said[]
  const targets = [...new Set(all.map(({ target }) => target))].join('\n')
  // All of them are told on this page, also those that need no words of their own.
  useEffect(() => {
    const stops = targets.split('\n').map(showing)
    return () => {
      for (const stop of stops) stop()
    }
  }, [targets])
  const open = all.find(({ state }) => state.phase === 'open' && state.mine)
  const settled = all.find(({ state }) => state.phase === 'settled' && !(followed && state.result.settled.kind === 'accepted'))
  // A command of another screen on this thing is open: any of ours says so.
  const other = all.find(({ state }) => state.phase === 'open')
  const shown = open ?? settled ?? other
  return shown ? <CommandResult of={shown} quietWhenDone {...(next ? { next } : {})} /> : null
}
