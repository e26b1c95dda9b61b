/** When a booking begins and ends: its slots come by start, and the last to begin need not be the last to end. */
export function spanOf(slots: readonly { startsAt: string; endsAt: string }[]): { from: string; to: string } | undefined {
  const first = slots[0]
  if (!first) return undefined
  return { from: first.startsAt, to: slots.reduce((last, slot) => (Date.parse(slot.endsAt) > Date.parse(last) ? slot.endsAt : last), first.endsAt) }
}

/** The first instant of a booking, in milliseconds; not a number where it has no slots. */
export const startOf = (slots: readonly { startsAt: string }[]): number => Date.parse(slots[0]?.startsAt ?? '')

/** The instant at which the last of a booking's slots ends, in milliseconds. */
export const endOf = (slots: readonly { endsAt: string }[]): number => Math.max(...slots.map((slot) => Date.parse(slot.endsAt)))

/** The names of the places of a booking, each once. */
export const placesOf = (slots: readonly { resource: { name: string } }[]): string => [...new Set(slots.map((slot) => slot.resource.name))].join(', ')
