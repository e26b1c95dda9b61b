/** Something of which there are versions; the higher one is the newer. */
interface Versioned {
  id: string
  version: number
}

/** What is known of many things, by id. */
export type Known<T> = ReadonlyMap<string, T>

/** Takes in what came, answer or push, whichever was first: the highest version of each stays. The same map where nothing is newer. */
export function keepNewest<T extends Versioned>(known: Known<T>, came: readonly T[]): Known<T> {
  let next: Map<string, T> | undefined
  for (const one of came) {
    const before = (next ?? known).get(one.id)
    // The same version may read differently as time goes on, so the later reading of it counts.
    if (before && before.version > one.version) continue
    next ??= new Map(known)
    next.set(one.id, one)
  }
  return next ?? known
}

/**
 * A list that was read anew. What is not in it is gone, unless it was heard of while the list was being read: then the list may be older than
 * that.
 */
export function readAnew<T extends Versioned>(known: Known<T>, read: readonly T[], heardMeanwhile: ReadonlySet<string>): Known<T> {
  const kept = new Map<string, T>()
  for (const id of heardMeanwhile) {
    const one = known.get(id)
    if (one) kept.set(id, one)
  }
  for (const one of read) {
    const before = known.get(one.id)
    kept.set(one.id, before && before.version > one.version ? before : one)
  }
  return kept
}
