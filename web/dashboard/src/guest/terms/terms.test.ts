import 'temporal-polyfill/global'
import { describe, expect, it } from 'vitest'
import { beganAt, changeableUntil, turnBy } from './terms'

describe('the cutoff', () => {
  it('is the guests’ own where the venue gave them one', () => {
    const start = '2026-12-01T10:00:00Z'
    expect(changeableUntil(start, { cancellationCutoff: 'PT2H', channels: [] })).toBe(Date.parse('2026-12-01T08:00:00Z'))
    expect(changeableUntil(start, { cancellationCutoff: 'PT2H', channels: [{ channel: 'STAFF', cancellationCutoff: 'PT0S' }, { channel: 'GUEST', cancellationCutoff: 'P1D' }] })).toBe(Date.parse('2026-11-30T10:00:00Z'))
    expect(changeableUntil(start, { cancellationCutoff: 'PT2H', channels: [{ channel: 'GUEST', cancellationCutoff: null }] })).toBe(Date.parse('2026-12-01T08:00:00Z'))
  })
})

describe('a deadline', () => {
  it('began as long before as the rules say, but not before the thing was made', () => {
    expect(beganAt('2026-12-01T10:05:00Z', 'PT5M')).toBe('2026-12-01T10:00:00.000Z')
    expect(beganAt('2026-12-01T10:05:00Z', 'PT5M', '2026-12-01T10:03:00Z')).toBe('2026-12-01T10:03:00.000Z')
  })
})

describe('whose turn it is', () => {
  const rules = { waitlistFit: 'STRICT_FIFO', skipLimit: 3, onOfferLapse: 'REMOVE', autoPromote: true, waitlistWeights: [{ factor: 'PRIORITY', weight: 0 }] }
  it('goes by joining where nothing weighs', () => {
    expect(turnBy(rules)).toEqual({ byJoining: true, factors: [], maySkip: 0 })
  })
  it('names what weighs, the heaviest first', () => {
    const weighed = { ...rules, waitlistFit: 'BEST_FIT_WITH_SKIP_LIMIT', waitlistWeights: [{ factor: 'SLOT_FIT', weight: 1 }, { factor: 'WAITING_AGE', weight: 9 }] }
    expect(turnBy(weighed)).toEqual({ byJoining: false, factors: ['WAITING_AGE', 'SLOT_FIT'], maySkip: 3 })
  })
})
