import { describe, expect, it, vi } from 'vitest'
import { together } from './together'

describe('what comes within a moment', () => {
  it('is done in one go, in order, and the first at once', () => {
    vi.useFakeTimers()
    const done: number[] = []
    together(() => done.push(0))
    expect(done).toEqual([0])
    for (let i = 1; i <= 200; i++) together(() => done.push(i))
    expect(done).toEqual([0])
    vi.advanceTimersByTime(100)
    expect(done).toEqual(Array.from({ length: 201 }, (_, i) => i))
    vi.useRealTimers()
  })
})
