import { expect, it } from 'vitest'
import { inOrder, isOverdue, stateOf } from './state'

const now = Date.parse('2026-12-01T10:00:00Z')
const check = (breaches: number, name = 'slot-counter') => ({ name, promise: '', breaches, took: 'PT0.01S' })

it('tells calm from broken, late and not yet', () => {
  expect(stateOf({ checkedAt: null, every: 'PT10M', checks: [] }, now)).toBe('first')
  expect(stateOf({ checkedAt: '2026-12-01T09:55:00Z', every: 'PT10M', checks: [check(0)] }, now)).toBe('kept')
  expect(stateOf({ checkedAt: '2026-12-01T09:30:00Z', every: 'PT10M', checks: [check(0)] }, now)).toBe('late')
  expect(stateOf({ checkedAt: '2026-12-01T09:30:00Z', every: 'PT0S', checks: [check(0)] }, now)).toBe('off')
})

it('says broken before all else, and that it may be old', () => {
  const old = { checkedAt: '2026-12-01T09:30:00Z', every: 'PT10M', checks: [check(0), check(3)] }
  expect(stateOf(old, now)).toBe('broken')
  expect(isOverdue(old, now)).toBe(true)
  expect(stateOf({ ...old, checkedAt: null }, now)).toBe('broken')
  expect(stateOf({ ...old, every: 'PT0S' }, now)).toBe('broken')
})

it('puts what is broken on top, what was broken behind it, and leaves the rest in place', () => {
  const mended = { ...check(0, 'd'), lastBreachAt: '2026-11-30T10:00:00Z' }
  expect(inOrder([check(0, 'a'), check(0, 'b'), check(2, 'c'), mended]).map(({ name }) => name)).toEqual(['c', 'd', 'a', 'b'])
})
