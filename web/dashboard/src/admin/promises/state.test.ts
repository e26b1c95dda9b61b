import { expect, it } from 'vitest'
import { inOrder, stateOf } from './state'

const now = Date.parse('2026-12-01T10:00:00Z')
const check = (breaches: number, name = 'slot-counter') => ({ name, promise: '', breaches, took: 'PT0.01S' })

it('tells calm from broken, late and not yet', () => {
  expect(stateOf({ checkedAt: null, every: 'PT10M', checks: [] }, now)).toBe('first')
  expect(stateOf({ checkedAt: '2026-12-01T09:55:00Z', every: 'PT10M', checks: [check(0)] }, now)).toBe('kept')
  expect(stateOf({ checkedAt: '2026-12-01T09:30:00Z', every: 'PT10M', checks: [check(0)] }, now)).toBe('late')
  expect(stateOf({ checkedAt: '2026-12-01T09:30:00Z', every: 'PT10M', checks: [check(0), check(3)] }, now)).toBe('broken')
})

it('puts what is broken on top and leaves the rest in place', () => {
  expect(inOrder([check(0, 'a'), check(0, 'b'), check(2, 'c')]).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
})
