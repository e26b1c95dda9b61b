/** When a booking begins and ends: its slots come by start, and the last to begin need not be the last to end. */
export function spanOf(slots: readonly { startsAt: string; endsAt: string }[]): { from: string; to: string } | undefined {
  const first = slots[0]
  if (!first) return undefined
  return { from: first.startsAt, to: slots.reduce((last, slot) => (Date.parse(slot.endsAt) > Date.parse(last) ? slot.endsAt : last), first.endsAt) }
}

/** The names of the places of a booking, each once. */
export const placesOf = (slots: readonly { resource: { name: string } }[]): string => [...new Set(slots.map((slot) => slot.resource.name))].join(', ')
