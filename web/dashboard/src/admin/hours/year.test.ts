import { describe, expect, it } from 'vitest'
import { rebase } from '../draft/draft'
import { arrow, datePatch, fieldsOf, kindOf, marksOf, monthsBetween, rulesOf, withException } from './year'

describe('the year ahead', () => {
  it('has each month in weeks from Monday to Sunday', () => {
    const months = monthsBetween('2026-11-30', '2027-11-29')
    expect(months).toHaveLength(13)
    expect(months[0]).toMatchObject({ first: '2026-11-01' })
    expect(months[0]!.weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(months.find(({ first }) => first === '2027-02-01')!.weeks).toHaveLength(4)
    expect(months.every(({ weeks }) => weeks.every((week) => week.length === 7))).toBe(true)
  })
  it('lets an exception go before a holiday', () => {
    const holiday = { name: 'Christmas Day', localName: '크리스마스', closed: true }
    expect(kindOf({ holiday })).toBe('holidayClosed')
    expect(kindOf({ holiday, exception: { date: '2026-12-25', closed: false, windows: [] } })).toBe('special')
    expect(kindOf(undefined)).toBe('plain')
  })
  it('is walked by keys, by day, week and month, and not over its edges', () => {
    const go = (key: string, from = '2027-01-31') => arrow(from, key, '2026-11-30', '2027-10-31')
    expect(go('ArrowDown')).toBe('2027-02-07')
    expect(go('ArrowRight')).toBe('2027-02-01')
    expect(go('PageDown')).toBe('2027-02-28')
    expect(go('ArrowLeft', '2026-11-30')).toBe('2026-11-30')
    expect(go('End')).toBe('2027-10-31')
    expect(go('Enter')).toBe('2027-01-31')
  })
  it('keeps one exception a date, in order', () => {
    const day = (date: string, closed = true) => ({ date, closed, windows: [] })
    expect(withException([day('2026-12-24'), day('2027-01-01')], day('2026-12-24', false)).map((e) => [e.date, e.closed])).toEqual([
      ['2026-12-24', false],
      ['2027-01-01', true],
    ])
  })
  it('brings all that is known of a date together', () => {
    const change = { date: '2027-03-28', offsetBefore: 3600, offsetAfter: 7200 }
    const holiday = { date: '2027-03-28', name: 'Easter', localName: 'Ostern', closed: true }
    expect(marksOf({ exceptions: [], holidays: [holiday], clockChanges: [change] }).get('2027-03-28')).toEqual({ holiday, clockChange: change })
  })
})

describe('opening rules that two people edit', () => {
  const day = (date: string, closed = true) => ({ date, closed, windows: [] })
  it('are merged by date', () => {
    const seen = fieldsOf({ windows: [], exceptions: [day('2026-12-31')] })
    const values = { ...seen, ...datePatch([day('2026-12-31')], [day('2026-12-24')]) }
    const now = fieldsOf({ windows: [], exceptions: [day('2026-12-31'), day('2027-01-01')] })
    expect(rulesOf(rebase({ base: seen, version: 1, values }, now, 2)!.values).exceptions.map(({ date }) => date)).toEqual([
      '2026-12-24',
      '2027-01-01',
    ])
  })
})
