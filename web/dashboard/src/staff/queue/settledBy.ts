interface Deed {
  at: string
  operation: string
  outcome: string
  subjectId?: string | null
}

/** What the program does next by itself, after somebody has settled a thing. */
const consequences = new Set(['offerNext'])

/**
 * Which entry of a thing's history settled it: the newest that was about it, came after it began to wait and was not refused; else one about
 * what stands behind it, as when a guest leaves the waitlist and the offer goes with that.
 */
export function settlingDeed<D extends Deed>(history: readonly D[], item: { since: string; subjectId: string }): D | undefined {
  const after = history.filter(
    (deed) => deed.outcome !== 'REJECTED' && !consequences.has(deed.operation) && Date.parse(deed.at) > Date.parse(item.since),
  )
  return after.find((deed) => deed.subjectId === item.subjectId) ?? after[0]
}
