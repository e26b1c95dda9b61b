import { describe, expect, it } from 'vitest'
import { railOf } from './rail'

const past = (status: Parameters<typeof railOf>[0]['status']) => ({
  id: 'rv_1',
  status,
  createdAt: '2026-12-05T09:00:00Z',
  updatedAt: '2026-12-05T10:20:00Z',
})
const deed = (operation: string, at: string, outcome = 'COMMITTED') => ({ operation, at, outcome })
const said = (steps: ReturnType<typeof railOf>) =>
  steps.map((step) => `${step.status}${step.now ? '*' : ''}${step.reached ? ` ${step.at?.slice(11, 16) ?? '?'}` : ''}`)

describe('the rail of states', () => {
  it('shows where it came from with times, and what may still come', () => {
    expect(said(railOf(past('CONFIRMED'), [deed('holdSlot', '2026-12-05T09:00:00Z'), deed('confirmReservation', '2026-12-05T09:02:00Z')]))).toEqual([
      'HELD 09:00',
      'CONFIRMED* 09:02',
      'CHECKED_IN',
      'COMPLETED',
    ])
  })
  it('ends where it ended', () => {
    expect(
      said(railOf(past('CANCELLED'), [deed('confirmReservation', '2026-12-05T09:02:00Z'), deed('cancelReservation', '2026-12-05T10:20:00Z')])),
    ).toEqual(['HELD 09:00', 'CONFIRMED 09:02', 'CANCELLED* 10:20'])
    expect(said(railOf(past('EXPIRED'), [deed('lapseHold', '2026-12-05T10:20:00Z')]))).toEqual(['HELD 09:00', 'EXPIRED* 10:20'])
  })
  it('does without a history, and leaves out what was refused', () => {
    expect(said(railOf(past('NO_SHOW'), []))).toEqual(['HELD 09:00', 'CONFIRMED ?', 'NO_SHOW* 10:20'])
    expect(said(railOf(past('HELD'), [deed('confirmReservation', '2026-12-05T09:02:00Z', 'REJECTED')]))).toEqual([
      'HELD* 09:00',
      'CONFIRMED',
      'CHECKED_IN',
      'COMPLETED',
    ])
  })
})
