import { describe, expect, it } from 'vitest'
import { sorted } from './sorted'

const now = Date.parse('2026-12-01T10:00:00Z')
const at = (from: string, to: string) => [{ startsAt: `2026-12-01T${from}:00Z`, endsAt: `2026-12-01T${to}:00Z` }]

describe('my bookings', () => {
  it('puts first what runs out first, and leaves out what is behind an offer, lapsed or over', () => {
    const all = [
      { id: 'later', status: 'CONFIRMED', viewerCommands: [], slots: at('19:00', '20:00') },
      { id: 'hold 2', status: 'HELD', viewerCommands: ['confirmReservation'], expiresAt: '2026-12-01T10:05:00Z', slots: at('18:00', '19:00') },
      { id: 'hold 1', status: 'HELD', viewerCommands: ['confirmReservation'], expiresAt: '2026-12-01T10:01:00Z', slots: at('20:00', '21:00') },
      { id: 'lapsed', status: 'HELD', viewerCommands: ['confirmReservation'], expiresAt: '2026-12-01T09:59:00Z', slots: at('20:00', '21:00') },
      { id: 'offered', status: 'HELD', viewerCommands: [], expiresAt: '2026-12-01T10:09:00Z', slots: at('20:00', '21:00') },
      { id: 'asked', status: 'HELD', viewerCommands: ['cancelReservation'], requestedAt: '2026-12-01T09:00:00Z', expiresAt: '2026-12-01T12:00:00Z', slots: at('12:00', '13:00') },
      { id: 'over', status: 'CONFIRMED', viewerCommands: [], slots: at('08:00', '09:00') },
      { id: 'here', status: 'CHECKED_IN', viewerCommands: [], slots: at('08:00', '09:00') },
    ]
    const { holds, coming } = sorted(all, now)
    expect(holds.map((b) => b.id)).toEqual(['hold 1', 'hold 2'])
    expect(coming.map((b) => b.id)).toEqual(['here', 'asked', 'later'])
  })
})
