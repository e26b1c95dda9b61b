import type { KeyLine } from '../keyboard/StaffKeys'
import { useQueueWords } from './words'

/** The keys of the action queue, as the list of keys says them. */
export function useQueueKeyLines(): KeyLine[] {
  const words = useQueueWords().keys
  return [
    { keys: ['j', 'ArrowDown'], does: words.down },
    { keys: ['k', 'ArrowUp'], does: words.up },
    { keys: ['c'], does: words.confirm },
    { keys: ['p'], does: words.phone },
    { keys: ['d'], does: words.decline },
    { keys: ['x'], does: words.withdraw },
    { keys: ['n'], does: words.noShow },
    { keys: ['m'], does: words.move },
    { keys: ['t'], does: words.retry },
    { keys: ['h'], does: words.aside },
    { keys: ['a'], does: words.fresh },
    { keys: ['o'], does: words.open },
    { keys: ['Enter'], does: words.enter },
    { keys: ['Escape'], does: words.leave },
  ]
}
