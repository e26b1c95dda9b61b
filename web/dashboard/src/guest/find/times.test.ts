import { describe, expect, it } from 'vitest'
import { nothingOn } from './nothing'
import { nearest, type Place, timesOf } from './times'

const before = Date.parse('2026-12-01T00:00:00Z')

function place(table: string, from: string, o: Partial<Place> & { max?: number; min?: number; kind?: 'EXCLUSIVE' | 'POOLED' } = {}): Place {
  const { max = 4, min = 1, kind = 'EXCLUSIVE', ...rest } = o
  const startsAt = `2026-12-01T${from}:00Z`
  return {
    slotId: `${table} ${from}`, startsAt, endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(), bookable: true, blockers: [], remaining: 1,
    resource: { id: table, name: table, kind, minParty: min, maxParty: max }, ...rest,
  }
}
const gone = { bookable: false, blockers: ['SLOT_OCCUPIED' as const] }

describe('times of a day', () => {
  it('joins places that begin and end alike, the smallest that fits first', () => {
    const times = timesOf([place('Table 10', '10:00', { max: 8 }), place('Table 2', '10:00', { max: 2 }), place('Table 1', '10:00', { max: 2 })], 2, before)
    expect(times).toHaveLength(1)
    expect(times[0]!.places.map((p) => p.resource.name)).toEqual(['Table 1', 'Table 2', 'Table 10'])
    expect(times[0]!.state).toBe('free')
  })
  it('says when the last places are left, but not where there never were more', () => {
    expect(timesOf([place('A', '10:00'), place('B', '10:00', gone)], 2, before)[0]).toMatchObject({ state: 'few', left: 1 })
    expect(timesOf([place('A', '10:00')], 2, before)[0]).toMatchObject({ state: 'free', left: 1 })
  })
  it('counts parties, not chairs, where places are shared', () => {
    expect(timesOf([place('Room', '10:00', { kind: 'POOLED', remaining: 5 })], 2, before)[0]).toMatchObject({ state: 'few', left: 2 })
    expect(timesOf([place('Room', '10:00', { kind: 'POOLED', remaining: 9 })], 2, before)[0]).toMatchObject({ state: 'free', left: 4 })
  })
  it('lets one wait for what is taken, and for nothing else', () => {
    const times = timesOf([place('A', '10:00', gone), place('A', '11:00', { bookable: false, blockers: ['RESOURCE_CLOSED'] }), place('B', '10:00', { bookable: false, blockers: ['PARTY_TOO_LARGE'] })], 2, before)
    expect(times.map((t) => [t.startsAt, t.state, t.taken.length])).toEqual([['2026-12-01T10:00:00Z', 'full', 1]])
  })
  it('leaves out what has begun', () => {
    expect(timesOf([place('A', '10:00'), place('A', '11:00')], 2, Date.parse('2026-12-01T10:00:00Z'))).toHaveLength(1)
  })
})

describe('alternatives', () => {
  const times = timesOf(['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'].map((at) => place('A', at, at === '12:00' ? gone : {})), 2, before)
  it('are the three nearest that are free, in order of time', () => {
    expect(nearest(times, '2026-12-01T12:00:00Z').map((t) => t.startsAt.slice(11, 16))).toEqual(['10:00', '11:00', '13:00'])
  })
})

describe('a day with nothing', () => {
  const day = { day: '2026-12-01', today: '2026-12-01', lastLaidOut: '2026-12-14', now: before }
  const why = (places: Place[], o: Partial<typeof day> = {}) => nothingOn({ ...day, ...o, places, times: timesOf(places, 2, o.now ?? before) })
  it('tells why', () => {
    expect(why([place('A', '10:00')])).toBeUndefined()
    expect(why([place('A', '10:00', gone)])).toBe('full')
    expect(why([])).toBe('closed')
    expect(why([], { day: '2026-12-20' })).toBe('notYet')
    expect(why([place('A', '10:00')], { now: Date.parse('2026-12-01T20:00:00Z') })).toBe('past')
    expect(why([place('A', '10:00', { bookable: false, blockers: ['PARTY_TOO_LARGE'] })])).toBe('tooLarge')
    expect(why([place('A', '10:00', { bookable: false, blockers: ['RESOURCE_CLOSED', 'SLOT_OCCUPIED'] })])).toBe('paused')
  })
})
