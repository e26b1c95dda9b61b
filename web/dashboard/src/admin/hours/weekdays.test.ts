import { expect, it } from 'vitest'
import { sayDay, sayWeekdays, weekdayName } from './weekdays'

it('names weekdays by the platform, runs of them once', () => {
  expect(weekdayName(1, 'ko')).toBe('월')
  expect(weekdayName(7, 'en', 'long')).toBe('Sunday')
  expect(sayWeekdays([5, 1, 2, 3, 4, 7], 'en')).toBe('Mon–Fri, Sun')
  expect(sayWeekdays([6, 7], 'ko')).toBe('토, 일')
  expect(sayDay('2026-12-25', 'ko')).toBe('2026년 12월 25일 (금)')
})
