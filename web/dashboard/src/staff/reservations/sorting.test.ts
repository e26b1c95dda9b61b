import { describe, expect, it } from 'vitest'
import { ensureTemporal } from '../../time/temporal'
import { belongsTo, byHour, fits, inOrder, type Listed } from './sorting'

await ensureTemporal()

const one = (id: string, startsAt: string, more: Partial<Listed> = {}): Listed => ({
  id,
  status: 'CONFIRMED',
  viewerCommands: [],
  partySize: 2,
  customer: { name: '김서연', phone: '+82 2-312-3456', email: 'seoyeon@example.com' },
  slots: [{ startsAt, endsAt: '2026-12-05T12:00:00Z', resource: { id: 're_1', name: 'Table 1' } }],
  ...more,
})
const start = '2026-12-05T10:00:00Z'
const now = Date.parse(start)

describe('the parts of a day’s list', () => {
  it('tell who is expected from who is late, by the clock alone', () => {
    expect(belongsTo(one('a', start), 'expected', now - 1)).toBe(true)
    expect(belongsTo(one('a', start), 'late', now)).toBe(true)
  })
  it('tell a request from a hold', () => {
    expect(belongsTo(one('a', start, { status: 'HELD', requestedAt: start }), 'requested', now)).toBe(true)
    expect(belongsTo(one('a', start, { status: 'HELD', requestedAt: start }), 'held', now)).toBe(false)
  })
})

describe('a search', () => {
  it('finds part of a name or address, whatever the case', () => {
    expect(fits(one('a', start), '서연')).toBe(true)
    expect(fits(one('a', start), 'SEOYEON@')).toBe(true)
    expect(fits(one('a', start), '')).toBe(true)
  })
  it('finds the last digits of the number, and not those in its middle', () => {
    expect(fits(one('a', start), '3456')).toBe(true)
    expect(fits(one('a', start), '312-3456')).toBe(true)
    expect(fits(one('a', start), '312')).toBe(false)
  })
})

describe('the hours', () => {
  it('hold rows by start, tables as people count them', () => {
    const seat = (name: string) => [{ startsAt: start, endsAt: start, resource: { id: name, name } }]
    const rows = inOrder([
      one('a', '2026-12-05T10:30:00Z'),
      one('b', start, { slots: seat('Table 10') }),
      one('c', start, { slots: seat('Table 2') }),
    ])
    expect(rows.map((row) => row.id)).toEqual(['c', 'b', 'a'])
    expect(byHour(rows, 'Asia/Seoul').map((hour) => hour.rows.length)).toEqual([3])
  })
  it('are two where the clocks repeat one', () => {
    const hours = byHour([one('a', '2026-11-01T05:30:00Z'), one('b', '2026-11-01T06:30:00Z')], 'America/New_York')
    expect(hours.map((hour) => hour.repeated)).toEqual([false, true])
  })
  it('begin on the hour of the venue’s clock, also in zones of half an hour', () => {
    expect(byHour([one('a', '2026-12-05T10:00:00Z')], 'Asia/Kolkata')[0]?.at).toBe(Date.parse('2026-12-05T09:30:00Z'))
  })
})
