import { describe, expect, it } from 'vitest'
import { addDays, clockChange, dayBounds, dayOf, instantOf, weekdayOf } from './day'

const ny = 'America/New_York'

describe('a day', () => {
  it.each([
    ['2026-03-08', ny, 23],
    ['2026-11-01', ny, 25],
    ['2026-12-01', ny, 24],
    ['2026-03-08', 'Asia/Seoul', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-04-24', 'Africa/Cairo', 23],
  ])('%s in %s has %d hours', (day, zone, hours) => {
    const bounds = dayBounds(day, zone)
    expect(bounds.hours).toBe(hours)
    expect(dayOf(bounds.start, zone)).toBe(day)
    expect(dayOf(bounds.end - 1, zone)).toBe(day)
    expect(dayOf(bounds.end, zone)).toBe(addDays(day, 1))
    expect(clockChange(day, zone)).toBe(hours - 24)
  })
})

describe('a wall clock’s time', () => {
  it.each([
    ['2026-12-01', '19:30', 'Asia/Seoul', '2026-12-01T10:30:00Z'],
    ['2026-03-08', '02:30', ny, '2026-03-08T07:30:00Z'], // does not happen: the hour later
    ['2026-11-01', '01:30', ny, '2026-11-01T05:30:00Z'], // happens twice: the first
  ])('%s %s in %s is %s', (day, clock, zone, instant) => expect(instantOf(day, clock, zone)).toBe(instant))
})

describe('dates', () => {
  it('are counted, not measured', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(weekdayOf('2026-11-30')).toBe(1)
  })
  it('are the venue’s', () => expect(dayOf('2026-11-30T15:30:00Z', 'Asia/Seoul')).toBe('2026-12-01'))
})
