/** A hold that its guest may confirm: not one behind an offer, nor one that the venue or a worker has in hand. */
export const awaitsGuest = (reservation: { status: string; viewerCommands: readonly string[]; expiresAt?: string | null }, now: number): boolean =>
  reservation.status === 'HELD' && reservation.viewerCommands.includes('confirmReservation') && !!reservation.expiresAt && Date.parse(reservation.expiresAt) > now
