import type { Booking, Place, Slot } from '../kinds'

// A small floor to try things on. Times are hours from the start of the day.

export const hour = 3_600_000
export const day = { from: 0, until: 24 * hour }

export const place = (id: string, change: Partial<Place> = {}): Place => ({
  id, name: id, kind: 'EXCLUSIVE', minParty: 1, maxParty: 4, capacity: 1, active: true, walkInOnly: false, area: null, joins: [], ...change,
})

export const slot = (placeId: string, from: number, until: number, change: Partial<Slot> = {}): Slot => ({
  id: `${placeId}@${from}`, version: 1, placeId, from: from * hour, until: until * hour, capacity: 1, remaining: 1, state: 'OPEN', walkInOnly: false, ...change,
})

export const booking = (id: string, slots: readonly [placeId: string, from: number, until: number][], change: Partial<Booking> = {}): Booking => ({
  id, version: 1, status: 'CONFIRMED', partySize: 2, name: id, createdAt: 0, expiresAt: null, requested: false, walkIn: false, overridden: false, inHand: false, commands: ['moveReservation'],
  slots: slots.map(([placeId, from, until]) => ({ id: `${placeId}@${from}`, placeId, from: from * hour, until: until * hour, withdrawn: false })), ...change,
})
