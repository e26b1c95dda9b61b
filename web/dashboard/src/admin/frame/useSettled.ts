import { useEffect, useRef } from 'react'
import type { CommandPayload, CommandResult } from '../../commands/kinds'
import type { CommandState } from '../../commands/useCommand'

/**
 * Calls back once for each command that is through, also one that was sent before the page was loaded again: to read a list anew, to empty a form.
 * What was settled before this screen was there does not count.
 */
export function useSettled<P extends CommandPayload>(state: CommandState<P>, then: (result: CommandResult<P>) => void): void {
  const key = state.phase === 'settled' ? state.result.key : undefined
  const known = useRef(key)
  const told = useRef(then)
  told.current = then
  useEffect(() => {
    if (!key || known.current === key || state.phase !== 'settled') return
    known.current = key
    const { kind } = state.result.settled
    if (kind === 'done' || kind === 'doneBefore') told.current(state.result)
  }, [key, state])
}
