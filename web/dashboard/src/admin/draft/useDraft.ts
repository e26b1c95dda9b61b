import { useState } from 'react'
import { differing, type Edits, type Fields, rebase } from './draft'

export interface Draft<F extends Fields> {
  values: F
  /** As it stood on the screen when editing began. */
  base: F
  /** The version to send. */
  expectedVersion: number
  dirty: boolean
  /** Fields that were edited. */
  edited: (keyof F & string)[]
  /** Fields that somebody else changed since editing began; empty while nobody did. */
  moved: (keyof F & string)[]
  set(patch: Partial<F>): void
  /** Goes on from what is true now; what was typed stays. */
  takeNow(): void
  /** Forgets what was typed. */
  reset(): void
}

/** A form's copy of something that has a version. As long as nothing is typed it is what the server has. */
export function useDraft<F extends Fields>(now: F, version: number): Draft<F> {
  const [kept, setEdits] = useState<Edits<F> | null>(null)
  // A version that moved without touching any of these fields is no conflict: the screen shows what is true.
  const edits = kept && kept.version < version && differing(kept.base, now).length === 0 ? { ...kept, version } : kept
  const { base, values, version: expectedVersion } = edits ?? { base: now, values: now, version }
  return {
    values,
    base,
    expectedVersion,
    dirty: edits !== null,
    edited: differing(base, values),
    moved: edits && edits.version < version ? differing(base, now) : [],
    set: (patch) =>
      setEdits((before) => {
        const from = before ?? { base: now, version, values: now }
        const next = { ...from.values, ...patch }
        return differing(next, from.base).length ? { ...from, values: next } : null
      }),
    takeNow: () => setEdits((before) => before && rebase(before, now, version)),
    reset: () => setEdits(null),
  }
}
