import { describe, expect, it } from 'vitest'
import { heatOf, niceScale, onLogScale, rangeOf, shareOf, stepOf, timeMarks, totalsOf } from './figures'

describe('figures of a report', () => {
  it('have a share only where there is a whole', () => {
    expect(shareOf(30, 120)).toBe(0.25)
    expect(shareOf(0, 0)).toBeNull()
    expect([0, 0.19, 0.2, 0.99, 1].map((share) => stepOf(share))).toEqual([0, 0, 1, 4, 4])
  })
  it('add up', () => {
    const day = { date: '2026-12-01', openUnitMinutes: 100, bookedUnitMinutes: 50, reservations: 3, covers: 8, walkIns: 1, cancelled: 1, noShows: 0 }
    expect(totalsOf([day, day])).toEqual({ open: 200, booked: 100, reservations: 6, covers: 16, walkIns: 2, cancelled: 2, noShows: 0 })
    expect(totalsOf([])).toMatchObject({ open: 0, reservations: 0 })
  })
  it('show the hours from the first to the last that stood open', () => {
    const hour = (weekday: number, at: number, openUnitMinutes: number, bookedUnitMinutes: number) => ({
      weekday,
      hour: at,
      openUnitMinutes,
      bookedUnitMinutes,
    })
    const heat = heatOf([hour(1, 11, 60, 30), hour(3, 14, 60, 60), hour(7, 23, 0, 0)])
    expect(heat.hours).toEqual([11, 12, 13, 14])
    expect([heat.share(1, 11), heat.share(3, 14), heat.share(1, 12)]).toEqual([0.5, 1, null])
    expect(heatOf([]).hours).toEqual([])
  })
})

describe('the dates of a report', () => {
  it('are two weeks back and two ahead unless the address says otherwise', () => {
    expect(rangeOf(undefined, undefined, '2026-11-30')).toEqual({ from: '2026-11-17', to: '2026-12-14' })
    expect(rangeOf(undefined, '2026-11-30', '2026-12-30')).toEqual({ from: '2026-11-03', to: '2026-11-30' })
    expect(rangeOf('2026-11-01', 'nonsense', '2026-11-30')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  })
  it('are refused where they are too many or the wrong way round', () => {
    expect(rangeOf('2026-08-31', '2026-11-30', '2026-11-30').fault).toBeUndefined()
    expect(rangeOf('2026-08-30', '2026-11-30', '2026-11-30').fault).toBe('tooLong')
    expect(rangeOf('2026-12-02', '2026-12-01', '2026-11-30').fault).toBe('order')
  })
})

describe('scales', () => {
  it('end at a round number', () => {
    expect(niceScale(7)).toEqual([0, 2, 4, 6, 8])
    expect(niceScale(0)).toEqual([0, 1])
    expect(niceScale(3)).toEqual([0, 1, 2, 3])
    expect(niceScale(430).at(-1)).toBe(600)
  })
  it('are logarithmic for times', () => {
    expect(onLogScale('PT10S', 1, 100)).toBeCloseTo(0.5)
    expect(onLogScale('PT0S', 1, 100)).toBe(0)
    expect(onLogScale('PT5M', 1, 100)).toBe(1)
    expect(timeMarks(1, 3_600)).toEqual([1, 10, 60, 600, 3_600])
  })
})
