import { expect, it } from 'vitest'
import { placesOf, spanOf } from './slots'

const slot = (name: string, from: string, to: string) => ({ resource: { name }, startsAt: `2026-12-01T${from}:00Z`, endsAt: `2026-12-01T${to}:00Z` })

it('ends with whichever slot ends last, and names each place once', () => {
  const slots = [slot('Table 1', '10:00', '12:00'), slot('Table 2', '10:30', '11:30'), slot('Table 1', '11:00', '11:30')]
  expect(spanOf(slots)).toEqual({ from: '2026-12-01T10:00:00Z', to: '2026-12-01T12:00:00Z' })
  expect(placesOf(slots)).toBe('Table 1, Table 2')
  expect(spanOf([])).toBeUndefined()
})
