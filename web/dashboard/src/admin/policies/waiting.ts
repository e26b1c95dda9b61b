/** An entry of the waitlist, as far as it matters for whom a slot may go to. */
export interface Waiting {
  from: string
  to: string
  partySize: number
  resourceId?: string | null
}

/** How many of the entries a slot could be for, by their ranges, places and the parties that the place takes. */
export const waitingFor = (
  slot: { startsAt: string; resource: { id: string } },
  entries: readonly Waiting[],
  place?: { minParty: number; maxParty: number },
): number =>
  entries.filter(
    (entry) =>
      (!place || (entry.partySize >= place.minParty && entry.partySize <= place.maxParty)) &&
      Date.parse(entry.from) <= Date.parse(slot.startsAt) &&
      Date.parse(slot.startsAt) < Date.parse(entry.to) &&
      (!entry.resourceId || entry.resourceId === slot.resource.id),
  ).length
