import type { KeyLine } from '../keyboard/StaffKeys'
import { useWaitlistWords } from './words'

/** The keys of the waitlist, as the list of keys says them. */
export function useWaitlistKeyLines(): KeyLine[] {
  const words = useWaitlistWords().keys
  return [
    { keys: ['j', 'ArrowDown'], does: words.down },
    { keys: ['k', 'ArrowUp'], does: words.up },
    { keys: ['m'], does: words.offer },
    { keys: ['y'], does: words.priority },
    { keys: ['l'], does: words.leave },
    { keys: ['c'], does: words.yes },
    { keys: ['p'], does: words.phone },
    { keys: ['d'], does: words.no },
    { keys: ['x'], does: words.withdraw },
    { keys: ['a'], does: words.add },
    { keys: ['w'], does: words.preview },
  ]
}
