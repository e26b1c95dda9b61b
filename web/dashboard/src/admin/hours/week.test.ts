import { describe, expect, it } from 'vitest'
import { clockOf, faultsOf, faultsOfWeek, openFor, overlapping, painted, segmentsOf, shifted, startsOf, stretched, type Window } from './week'

const window = (over: Partial<Window> = {}): Window => ({
  weekdays: [1],
  opens: '17:00',
  closes: '23:00',
  slotLength: 'PT2H',
  every: 'PT2H',
  walkInOnly: false,
  ...over,
})

describe('a weekly window', () => {
  it('is open past midnight where it closes at or before it opens', () => {
    expect(openFor(window({ opens: '18:00', closes: '02:00' }))).toBe(480)
    expect(openFor(window({ opens: '09:00', closes: '09:00' }))).toBe(1440)
  })
  it('has a slot wherever a whole one fits', () => {
    expect(startsOf(window()).map(clockOf)).toEqual(['17:00', '19:00', '21:00'])
    expect(startsOf(window({ every: 'PT30M' })).map(clockOf)).toHaveLength(9)
    expect(startsOf(window({ opens: '23:00', closes: '03:00' })).map(clockOf)).toEqual(['23:00', '01:00'])
    expect(startsOf(window({ slotLength: 'PT7H', every: 'PT7H' }))).toEqual([])
  })
  it('is cut at midnight, and its tail lies in the next column, Sunday before Monday', () => {
    expect(segmentsOf([window({ weekdays: [7], opens: '22:00', closes: '01:30' })])).toEqual([
      { window: 0, column: 7, from: 1320, to: 1440, tail: false },
      { window: 0, column: 1, from: 0, to: 90, tail: true },
    ])
  })
  it('moves and stretches around midnight', () => {
    expect(shifted(window({ opens: '23:30', closes: '01:00' }), 60)).toMatchObject({ opens: '00:30', closes: '02:00' })
    expect(stretched(window(), 120)).toMatchObject({ closes: '01:00' })
    expect(stretched(window(), -1000)).toMatchObject({ closes: '17:15' })
  })
})

describe('what is wrong with a week', () => {
  it('finds windows that overlap, over midnight too', () => {
    expect(overlapping([window(), window({ opens: '22:00', closes: '23:30' })])).toEqual(new Set([0, 1]))
    expect(
      overlapping([window({ weekdays: [7], opens: '22:00', closes: '02:00' }), window({ weekdays: [1], opens: '01:00', closes: '03:00' })]),
    ).toEqual(new Set([0, 1]))
    expect(overlapping([window(), window({ opens: '23:00', closes: '23:30' })]).size).toBe(0)
    expect(overlapping([window({ weekdays: [1, 2, 3, 4, 5, 6, 7], opens: '20:00', closes: '19:00' })]).size).toBe(0)
    expect(overlapping([window({ weekdays: [1, 2], opens: '20:00', closes: '20:00' })]).size).toBe(0)
  })
  it('says which', () => {
    expect(faultsOf(window({ weekdays: [] }))).toEqual(['noWeekday'])
    expect(faultsOf(window({ weekdays: [] }), true)).toEqual([])
    expect(faultsOf(window({ opens: '25:00' }))).toEqual(['badClock'])
    expect(faultsOf(window({ slotLength: 'PT30S' }))).toEqual(['badLength'])
    expect(faultsOf(window({ slotLength: 'PT7H' }))).toEqual(['noSlotFits'])
    expect(faultsOf(window({ every: 'PT0S' }))).toEqual(['badEvery'])
    expect(faultsOfWeek([window(), window({ opens: '22:00', closes: '23:30', slotLength: 'PT30M', every: 'PT30M' })])).toEqual([
      ['overlaps'],
      ['overlaps'],
    ])
  })
})

describe('painting', () => {
  it('opens the days and hours between two corners, with the slots of the window that was there', () => {
    expect(painted({ day: 5, minute: 1200 }, { day: 3, minute: 1020 }, window())).toEqual(
      window({ weekdays: [3, 4, 5], opens: '17:00', closes: '20:00' }),
    )
  })
  it('makes the slot as short as what was painted', () => {
    expect(painted({ day: 1, minute: 600 }, { day: 1, minute: 660 }, window())).toMatchObject({ slotLength: 'PT60M', every: 'PT60M' })
  })
})
