import { expect, it } from 'vitest'
import { asideUntil, firstBack, isAside } from './snoozed'

const now = Date.parse('2026-12-05T10:00:00Z')

it('is put aside for five minutes, and is back a minute before its time', () => {
  expect(asideUntil({ dueAt: null }, now)).toBe(now + 300_000)
  expect(asideUntil({ dueAt: '2026-12-05T10:04:00Z' }, now)).toBe(now + 180_000)
})
it('is not put aside in the last minute', () => {
  expect(asideUntil({ dueAt: '2026-12-05T10:01:00Z' }, now)).toBeUndefined()
})
it('is back when its time comes, or when it has changed', () => {
  const snoozed = { a: { until: now + 1_000, version: 1 }, b: { until: now + 500, version: 1 } }
  expect(isAside(snoozed, { id: 'a', version: 1 }, now)).toBe(true)
  expect(isAside(snoozed, { id: 'a', version: 2 }, now)).toBe(false)
  expect(isAside(snoozed, { id: 'a', version: 1 }, now + 1_000)).toBe(false)
  expect(firstBack(snoozed, now)).toBe(now + 500)
  expect(firstBack({}, now)).toBeUndefined()
})
