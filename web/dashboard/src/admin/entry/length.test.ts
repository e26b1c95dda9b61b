import { describe, expect, it } from 'vitest'
import { durationOf, sayDuration, sayLength, sayRoughly, secondsOf, unitOf } from './length'

describe('lengths of time', () => {
  it('reads what the contract writes, and writes it the same way', () => {
    for (const [text, seconds] of [
      ['PT5M', 300],
      ['P60D', 5_184_000],
      ['P1DT12H', 129_600],
      ['PT1H30M', 5_400],
      ['PT0S', 0],
      ['PT90S', 90],
    ] as const) {
      expect(secondsOf(text)).toBe(seconds)
      expect(secondsOf(durationOf(seconds))).toBe(seconds)
    }
    expect(durationOf(90)).toBe('PT1M30S')
    expect(durationOf(129_600)).toBe('P1DT12H')
    expect(secondsOf('PT0.25S')).toBe(0.25)
    expect(secondsOf('P2W')).toBe(1_209_600)
  })
  it('takes nothing else for a duration', () => {
    for (const text of ['', 'P', 'PT', '5M', 'P1Y', 'PT1M1H', 'null']) expect(secondsOf(text)).toBeUndefined()
  })
  it('finds the unit in which it is a whole number', () => {
    expect(unitOf(300)).toBe('minute')
    expect(unitOf(7_200)).toBe('hour')
    expect(unitOf(90)).toBe('second')
    expect(unitOf(172_800)).toBe('day')
    expect(unitOf(0)).toBe('minute')
    expect(unitOf(86_400, ['minute', 'hour'])).toBe('hour')
  })
  it('says them in both languages', () => {
    expect(sayLength(5_400, 'en')).toBe('1 hour 30 minutes')
    expect(sayLength(5_400, 'ko')).toBe('1시간 30분')
    expect(sayLength(0, 'ko')).toBe('0분')
    expect(sayDuration('P60D', 'ko')).toBe('60일')
    expect(sayDuration('INSTANT', 'en')).toBe('INSTANT')
  })
  it('says what was measured in its two largest parts', () => {
    expect(sayRoughly('PT3H12M45.5S', 'en')).toBe('3 hours 13 minutes')
    expect(sayRoughly('P2DT3H29M', 'en')).toBe('2 days 3 hours')
    expect(sayRoughly('PT0.25S', 'en')).toBe('0.3 seconds')
  })
})
