import { describe, expect, it } from 'vitest'
import { arrow, kindOf, monthsFrom, withException } from './year'

describe('the year ahead', () => {
  it('has each month in a row of its own', () => {
    const rows = monthsFrom('2026-11-30')
    expect(rows.map((row) => row.month).slice(0, 3)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
    expect(rows[0]!.days[30]).toBeNull()
    expect(rows.find((row) => row.month === '2027-02-01')!.days.filter(Boolean)).toHaveLength(28)
  })
  it('lets an exception go before a holiday', () => {
    const holiday = { name: 'Christmas Day', localName: '크리스마스', closed: true }
    expect(kindOf({ holiday })).toBe('holidayClosed')
    expect(kindOf({ holiday, exception: { date: '2026-12-25', closed: false, windows: [] } })).toBe('special')
    expect(kindOf(undefined)).toBe('plain')
  })
  it('is walked by arrows, by day and by month, and not over its edges', () => {
    const go = (key: string, from = '2027-01-31') => arrow(from, key, '2026-11-30', '2027-10-31')
    expect(go('ArrowDown')).toBe('2027-02-28')
    expect(go('ArrowRight')).toBe('2027-02-01')
    expect(go('ArrowLeft', '2026-11-30')).toBe('2026-11-30')
    expect(go('Enter')).toBe('2027-01-31')
  })
  it('keeps one exception a date, in order', () => {
    const day = (date: string, closed = true) => ({ date, closed, windows: [] })
    expect(withException([day('2026-12-24'), day('2027-01-01')], day('2026-12-24', false)).map((e) => [e.date, e.closed])).toEqual([['2026-12-24', false], ['2027-01-01', true]])
  })
})
