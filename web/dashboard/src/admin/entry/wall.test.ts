import { describe, expect, it } from 'vitest'
import { doubtOf, instantAt, wallOf } from './wall'

describe('moments on the venue’s wall', () => {
  it('go there and back', () => {
    expect(wallOf('2026-12-01T10:30:00Z', 'Asia/Seoul')).toBe('2026-12-01T19:30')
    expect(instantAt('2026-12-01T19:30', 'Asia/Seoul')).toBe('2026-12-01T10:30:00Z')
    expect(instantAt('2026-12-', 'Asia/Seoul')).toBeUndefined()
    expect(instantAt('2026-13-41T99:99', 'Asia/Seoul')).toBeUndefined()
  })
  it('are in doubt where the clock changes', () => {
    expect(doubtOf('2027-03-14T02:30', 'America/New_York')).toBe('skipped')
    expect(doubtOf('2027-11-07T01:30', 'America/New_York')).toBe('repeated')
    expect(doubtOf('2027-11-07T03:30', 'America/New_York')).toBeUndefined()
  })
})
