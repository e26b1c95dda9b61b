import { watched } from '../api/observable'

/** How many places on the screen show the results of each target. */
export const shown = watched<ReadonlyMap<string, number>>(new Map())

/** Says that a place shows the results of a target; call what it gives when the place is gone. */
export function showing(target: string): () => void {
  const count = (by: number) => {
    const next = new Map(shown.get())
    const n = (next.get(target) ?? 0) + by
    if (n > 0) next.set(target, n)
    else next.delete(target)
    shown.set(next)
  }
  count(1)
  return () => count(-1)
}
