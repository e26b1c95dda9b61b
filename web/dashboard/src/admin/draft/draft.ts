// A form works on a copy of what the server has, and knows which version the copy is of. When somebody else changes the same thing meanwhile,
// what was typed stays and only the rest follows.

/** What a form edits: names and plain values. */
export type Fields = object

export interface Edits<F extends Fields> {
  /** As it stood when the first key was pressed. */
  base: F
  /** The version that `base` is of, to be sent as expectedVersion. */
  version: number
  values: F
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields in which two states differ. */
export const differing = <F extends Fields>(a: F, b: F): (keyof F & string)[] =>
  (Object.keys({ ...a, ...b }) as (keyof F & string)[]).filter((name) => !same(a[name], b[name]))

/** The edits on top of what is true now: what was typed stays, everything else is as it now stands. */
export function rebase<F extends Fields>(edits: Edits<F>, now: F, version: number): Edits<F> | null {
  const typed = Object.fromEntries(differing(edits.base, edits.values).map((name) => [name, edits.values[name]])) as Partial<F>
  const values = { ...now, ...typed }
  return differing(values, now).length ? { base: now, version, values } : null
}
