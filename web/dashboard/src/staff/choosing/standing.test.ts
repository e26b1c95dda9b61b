import { describe, expect, it } from 'vitest'
import { byStart, isAtHand, overlapsOwn, standingOf, type Takeable } from './standing'

const now = Date.parse('2026-12-05T10:00:00Z')
const slot = (more: Partial<Takeable> = {}): Takeable => ({
  startsAt: '2026-12-05T10:30:00Z',
  endsAt: '2026-12-05T12:30:00Z',
  remaining: 1,
  blockers: [],
  resource: { kind: 'EXCLUSIVE' },
  ...more,
})

describe('how a slot stands', () => {
  it('is free without blockers', () => {
    expect(standingOf(slot(), 'book', 2, now)).toEqual({ kind: 'free' })
  })
  it('is never to be had where somebody sits or it does not fit', () => {
    expect(standingOf(slot({ blockers: ['SLOT_OCCUPIED'], remaining: 0 }), 'walkIn', 2, now)).toEqual({ kind: 'never', why: 'SLOT_OCCUPIED' })
    expect(standingOf(slot({ blockers: ['PARTY_TOO_LARGE'] }), 'book', 9, now)).toEqual({ kind: 'never', why: 'PARTY_TOO_LARGE' })
  })
  it('is against the rules where only rules stand in the way', () => {
    expect(standingOf(slot({ blockers: ['PACING_EXCEEDED', 'RESOURCE_CLOSED'] }), 'book', 2, now)).toEqual({
      kind: 'against',
      rules: ['PACING_EXCEEDED', 'RESOURCE_CLOSED'],
    })
  })
  it('is open to a party at the door where it is kept for one, or has begun', () => {
    const begun = slot({ startsAt: '2026-12-05T09:00:00Z', endsAt: '2026-12-05T11:00:00Z', blockers: ['WALK_IN_ONLY', 'OUTSIDE_BOOKING_WINDOW'] })
    expect(standingOf(begun, 'walkIn', 2, now)).toEqual({ kind: 'free' })
    expect(standingOf(begun, 'book', 2, now).kind).toBe('against')
  })
  it('is open to nobody once it is over', () => {
    expect(
      standingOf(slot({ startsAt: '2026-12-05T08:00:00Z', endsAt: '2026-12-05T10:00:00Z', blockers: ['OUTSIDE_BOOKING_WINDOW'] }), 'walkIn', 2, now)
        .kind,
    ).toBe('never')
  })
  it('is not taken by the reservation that would be moved there', () => {
    const here = { ...slot({ blockers: ['SLOT_OCCUPIED'], remaining: 0 }), resource: { id: 're_1', kind: 'EXCLUSIVE' as const } }
    const seat = { startsAt: '2026-12-05T09:00:00Z', endsAt: '2026-12-05T11:00:00Z', resource: { id: 're_1' } }
    expect(overlapsOwn(here, [seat])).toBe(true)
    expect(overlapsOwn(here, [{ ...seat, resource: { id: 're_2' } }])).toBe(false)
    expect(standingOf(here, 'book', 2, now, true)).toEqual({ kind: 'free' })
  })
  it('may be offered where its free units are due to those who wait', () => {
    expect(standingOf(slot({ blockers: ['SLOT_OCCUPIED'], remaining: 1 }), 'offer', 2, now)).toEqual({ kind: 'due' })
    expect(standingOf(slot({ blockers: ['CAPACITY_EXCEEDED'], remaining: 3, resource: { kind: 'POOLED' } }), 'offer', 4, now).kind).toBe('never')
  })
})

describe('slots at hand', () => {
  it('are on now or begin within ninety minutes', () => {
    expect(isAtHand({ startsAt: '2026-12-05T09:00:00Z', endsAt: '2026-12-05T10:30:00Z' }, now)).toBe(true)
    expect(isAtHand({ startsAt: '2026-12-05T11:30:00Z', endsAt: '2026-12-05T13:00:00Z' }, now)).toBe(true)
    expect(isAtHand({ startsAt: '2026-12-05T11:31:00Z', endsAt: '2026-12-05T13:00:00Z' }, now)).toBe(false)
    expect(isAtHand({ startsAt: '2026-12-05T08:00:00Z', endsAt: '2026-12-05T10:00:00Z' }, now)).toBe(false)
  })
  it('come by start, and tables as people count them', () => {
    const at = (startsAt: string, name: string) => ({ startsAt, resource: { name } })
    const groups = byStart([at('2026-12-05T12:00:00Z', 'T10'), at('2026-12-05T10:00:00Z', 'T1'), at('2026-12-05T12:00:00Z', 'T2')])
    expect(groups.map(([start, group]) => [start.slice(11, 13), group.map((s) => s.resource.name)])).toEqual([
      ['10', ['T1']],
      ['12', ['T2', 'T10']],
    ])
  })
})
