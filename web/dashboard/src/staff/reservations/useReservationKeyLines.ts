import type { KeyLine } from '../keyboard/StaffKeys'
import { useReservationWords } from './words'

/** The keys of the day's list, as the list of keys says them. */
export function useReservationKeyLines(): KeyLine[] {
  const words = useReservationWords().keys
  return [
    { keys: ['/'], does: words.search },
    { keys: ['j', 'ArrowDown'], does: words.down },
    { keys: ['k', 'ArrowUp'], does: words.up },
    { keys: ['c'], does: words.arrive },
    { keys: ['n'], does: words.noShow },
    { keys: ['f'], does: words.left },
    { keys: ['m'], does: words.move },
    { keys: ['d'], does: words.cancel },
    { keys: ['r'], does: words.correct },
    { keys: ['Enter', 'o'], does: words.enter },
    { keys: ['h'], does: words.dayBefore },
    { keys: ['l'], does: words.dayAfter },
    { keys: ['t'], does: words.today },
  ]
}
