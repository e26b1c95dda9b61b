import { describe, expect, it } from 'vitest'
import { announcementBetween } from './countdown'
import { durationMs, formatCountdown, formatEnd, formatLength, formatTime, zoneCity, zoneName } from './format'

describe('times', () => {
  it('are the venue’s, whatever the device’s zone', () => {
    expect(formatTime('2026-12-01T10:30:00Z', 'Asia/Seoul', 'en')).toBe('19:30')
    expect(formatTime('2026-12-01T10:30:00Z', 'America/New_York', 'en')).toBe('05:30')
    expect(formatTime('2026-11-30T15:00:00Z', 'Asia/Seoul', 'en')).toBe('00:00')
  })
  it('are written as each language does', () => {
    expect(formatTime('2026-12-01T10:30:00Z', 'Asia/Seoul', 'en', 'date')).toMatch(/Tue.*1 Dec 2026/)
    expect(formatTime('2026-12-01T10:30:00Z', 'Asia/Seoul', 'ko', 'date')).toMatch(/2026년 12월 1일.*화/)
  })
  it('end a stretch without the day, on the next day, and with their date after that', () => {
    const from = '2026-12-01T14:00:00Z' // 23:00 in Seoul
    expect(formatEnd('2026-12-01T14:30:00Z', from, 'Asia/Seoul', 'ko')).toBe('23:30')
    expect(formatEnd('2026-12-01T15:30:00Z', from, 'Asia/Seoul', 'ko')).toBe('다음 날 00:30')
    expect(formatEnd('2026-12-01T15:30:00Z', from, 'Asia/Seoul', 'en')).toBe('00:30 next day')
    expect(formatEnd('2026-12-01T15:30:00Z', from, 'America/New_York', 'en')).toBe('10:30')
    expect(formatEnd('2026-12-02T15:30:00Z', from, 'Asia/Seoul', 'en')).toMatch(/Thu.*3 Dec.*00:30/)
  })
  it('say how the clocks go then', () => {
    expect(zoneName('America/New_York', '2026-10-31T12:00:00Z', 'en')).toBe('EDT')
    expect(zoneName('America/New_York', '2026-11-02T12:00:00Z', 'en')).toBe('EST')
    expect(zoneName('Asia/Seoul', '2026-12-01T10:30:00Z', 'en')).toBe('GMT+9')
    expect(zoneCity('America/New_York')).toBe('New York')
  })
})

describe('lengths', () => {
  it('are said in units', () => {
    expect(formatLength(90 * 60_000, 'en')).toBe('1 hr 30 min')
    expect(formatLength(90 * 60_000, 'ko')).toBe('1시간 30분')
    expect(formatLength(0, 'en')).toBe('0 min')
    expect(durationMs('PT1H30M')).toBe(90 * 60_000)
    expect(durationMs('P14D')).toBe(14 * 24 * 3_600_000)
  })
  it('count down to the last second', () => {
    expect(formatCountdown(300_000)).toBe('5:00')
    expect(formatCountdown(299_001)).toBe('5:00')
    expect(formatCountdown(1)).toBe('0:01')
    expect(formatCountdown(0)).toBe('0:00')
    expect(formatCountdown(-5)).toBe('0:00')
    expect(formatCountdown(3_723_000)).toBe('1:02:03')
  })
})

describe('what is said aloud of a countdown', () => {
  it('falls due at five minutes, one minute and thirty seconds', () => {
    expect(announcementBetween(300_500, 299_500)).toBe(300_000)
    expect(announcementBetween(60_500, 60_000)).toBe(60_000)
    expect(announcementBetween(30_500, 29_900)).toBe(30_000)
    expect(announcementBetween(299_000, 298_000)).toBeUndefined()
  })
  it('after a sleep is the latest alone', () => expect(announcementBetween(400_000, 20_000)).toBe(30_000))
})
