import { describe, expect, it } from 'vitest'
import { isLate, piecesOf } from './bars'
import { clashes, exclusions } from './clashes'
import { laneCount, packLanes } from './lanes'
import { firstSight, hourLines } from './scale'
import { joined, without } from './span'
import { booking, hour, place } from './testing/floor'

const bar = (key: string, from: number, until: number) => ({ key, from, until })

describe('stretches of time', () => {
  it('leave what the others do not cover', () => {
    expect(without({ from: 0, until: 10 }, [{ from: 6, until: 12 }, { from: 2, until: 4 }])).toEqual([{ from: 0, until: 2 }, { from: 4, until: 6 }])
    expect(without({ from: 0, until: 10 }, [{ from: -1, until: 11 }])).toEqual([])
  })
  it('are joined where they touch', () => {
    expect(joined([{ from: 4, until: 6 }, { from: 0, until: 2 }, { from: 2, until: 3 }])).toEqual([{ from: 0, until: 3 }, { from: 4, until: 6 }])
  })
})

describe('the pieces of a booking', () => {
  it('are one where slots follow each other, and one for each place and gap', () => {
    const pieces = piecesOf(booking('a', [['t', 1, 2], ['t', 2, 3], ['u', 1, 2], ['t', 5, 6]]))
    expect(pieces.map((piece) => [piece.placeId, piece.from / hour, piece.until / hour])).toEqual([['t', 1, 3], ['t', 5, 6], ['u', 1, 2]])
  })
})

describe('lanes', () => {
  it('are as many as overlap at once', () => {
    const lanes = packLanes([bar('a', 0, 4), bar('b', 1, 3), bar('c', 3, 5), bar('d', 4, 6)], new Map())
    expect(laneCount(lanes)).toBe(2)
    expect(lanes.get('a')).toBe(0)
    expect(lanes.get('c')).toBe(lanes.get('b'))
  })
  it('are kept while they can be: a bar does not jump when another goes', () => {
    const before = new Map([['a', 0], ['b', 1]])
    expect(packLanes([bar('b', 1, 3)], before).get('b')).toBe(1)
  })
  it('are given up where two bars want the same', () => {
    const lanes = packLanes([bar('a', 0, 4), bar('b', 1, 3)], new Map([['a', 0], ['b', 0]]))
    expect(new Set(lanes.values()).size).toBe(2)
  })
})

describe('clashes', () => {
  const claim = (key: string, from: number, until: number, party = 2) => ({ key, from, until, party })
  it('are any two at once on a place for one party; those that touch are none', () => {
    expect([...clashes(place('t'), [claim('a', 0, 2), claim('b', 2, 4), claim('c', 3, 5)], [], () => 1)].toSorted()).toEqual(['b', 'c'])
  })
  it('are with a place that is joined, too', () => {
    expect([...clashes(place('t'), [claim('a', 0, 2)], [claim('x', 1, 3)], () => 1)]).toEqual(['a'])
  })
  it('are, on a shared place, more people than it has places', () => {
    const shared = place('bar', { kind: 'POOLED' })
    expect(clashes(shared, [claim('a', 0, 2, 3), claim('b', 1, 3, 2)], [], () => 5).size).toBe(0)
    expect([...clashes(shared, [claim('a', 0, 2, 3), claim('b', 1, 3, 3), claim('c', 4, 5, 3)], [], () => 5)].toSorted()).toEqual(['a', 'b'])
  })
  it('go through what places have in common', () => {
    const found = exclusions([place('1'), place('2'), place('3'), place('12', { joins: ['1', '2'] }), place('23', { joins: ['2', '3'] })])
    expect([...found.get('12')!].toSorted()).toEqual(['1', '2', '23'])
    expect([...found.get('1')!]).toEqual(['12'])
  })
})

describe('the hours of a day', () => {
  it('are 23 when the clock is set forward, and one is missing', () => {
    const lines = hourLines('2026-03-08', 'America/New_York')
    expect(lines).toHaveLength(23)
    expect(lines.filter((line) => line.skipped).map((line) => line.label)).toEqual(['03'])
  })
  it('are 25 when it is set back, and one comes twice', () => {
    const lines = hourLines('2026-11-01', 'America/New_York')
    expect(lines).toHaveLength(25)
    expect(lines.filter((line) => line.repeated).map((line) => [line.label, line.offset])).toEqual([['01', 2]])
  })
  it('stay whole hours where the clock is changed by half an hour', () => {
    const lines = hourLines('2026-04-05', 'Australia/Lord_Howe') // 02:00 becomes 01:30
    expect(lines.map((line) => line.label).slice(0, 4)).toEqual(['00', '01', '02', '03'])
    expect(lines.map((line) => line.offset).slice(0, 4)).toEqual([0, 1, 2.5, 3.5])
  })
  it('begin before now today, and before the first slot on other days', () => {
    expect(firstSight(10 * hour, 0, 24 * hour, 8 * hour)).toBe(9 * hour)
    expect(firstSight(30 * hour, 0, 24 * hour, 8 * hour)).toBe(7.5 * hour)
    expect(firstSight(30 * hour, 0, 24 * hour, undefined)).toBe(0)
  })
})

describe('being late', () => {
  it('is to be confirmed, begun and not here', () => {
    const one = booking('a', [['t', 1, 2]])
    expect(isLate(one, hour - 1)).toBe(false)
    expect(isLate(one, hour)).toBe(true)
    expect(isLate({ ...one, status: 'CHECKED_IN' }, hour)).toBe(false)
  })
})
