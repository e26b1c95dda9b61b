import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clockIsKnown, forgetClock, noteServerTime, serverNow } from './clock'

const told = '2026-12-01T10:00:00.000Z'
let elapsed = 0

beforeEach(() => {
  forgetClock()
  elapsed = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
})

describe('the server’s clock', () => {
  it('is the device’s until the server was heard', () => {
    expect(clockIsKnown()).toBe(false)
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50)
  })

  it('takes what was said as of the middle of the question', () => {
    noteServerTime(told, 1_000, 1_200)
    elapsed = 1_200
    expect(serverNow()).toBe(Date.parse(told) + 100)
  })

  it('does not move with the device’s clock', () => {
    noteServerTime(told, 1_000, 1_000)
    const device = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2031-01-01T00:00:00Z'))
    elapsed = 61_000
    expect(serverNow()).toBe(Date.parse(told) + 60_000)
    device.mockRestore()
  })

  it('keeps the better of two samples for a minute', () => {
    noteServerTime(told, 1_000, 1_020)
    noteServerTime('2026-12-01T10:00:09.000Z', 2_000, 5_000)
    elapsed = 5_000
    expect(serverNow()).toBe(Date.parse(told) + 3_990)
    noteServerTime('2026-12-01T10:05:00.000Z', 70_000, 71_000)
    elapsed = 71_000
    expect(serverNow()).toBe(Date.parse('2026-12-01T10:05:00.500Z'))
  })

  it('takes no nonsense', () => {
    noteServerTime('soon', 1_000, 1_001)
    expect(clockIsKnown()).toBe(false)
  })
})
