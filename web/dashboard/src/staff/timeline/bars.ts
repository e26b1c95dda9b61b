import type { BookedSlot, Booking, Look, Span } from './kinds'

export interface Piece extends Span {
  key: string
  placeId: string
  withdrawn: boolean
}

/** The stretches that a booking takes, one for each place and gap: slots of a place that follow each other are one. */
export function piecesOf(booking: Pick<Booking, 'id' | 'slots'>): Piece[] {
  const byPlace = new Map<string, BookedSlot[]>()
  for (const slot of booking.slots) {
    const row = byPlace.get(slot.placeId)
    if (row) row.push(slot)
    else byPlace.set(slot.placeId, [slot])
  }
  const pieces: Piece[] = []
  for (const [placeId, slots] of byPlace) {
    let last: Piece | undefined
    for (const slot of slots.toSorted((a, b) => a.from - b.from)) {
      if (last && slot.from <= last.until) {
        last.until = Math.max(last.until, slot.until)
        last.withdrawn ||= slot.withdrawn
        continue
      }
      last = { key: `${booking.id} ${placeId} ${slot.from}`, placeId, from: slot.from, until: slot.until, withdrawn: slot.withdrawn }
      pieces.push(last)
    }
  }
  return pieces
}

const live = new Set<string>(['HELD', 'CONFIRMED', 'CHECKED_IN'])

/** Whether it takes its places now. */
export const isLive = (status: string): boolean => live.has(status)

export function lookOf(booking: Pick<Booking, 'status'>, offered: boolean): Look {
  switch (booking.status) {
    case 'HELD':
      return offered ? 'offer' : 'hold'
    case 'CONFIRMED':
      return 'confirmed'
    case 'CHECKED_IN':
      return 'seated'
    default:
      return 'done'
  }
}

export const startOf = (booking: Pick<Booking, 'slots'>): number => Math.min(...booking.slots.map((slot) => slot.from))

/** Confirmed and begun, and the party is not here: what the contract calls late, by the clock of now. */
export const isLate = (booking: Pick<Booking, 'status' | 'slots'>, now: number): boolean => booking.status === 'CONFIRMED' && startOf(booking) <= now
