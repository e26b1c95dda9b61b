import { expect, it } from 'vitest'
import { waitingFor } from './waiting'

it('counts who waits for a slot’s time and place', () => {
  const slot = { startsAt: '2026-12-01T10:00:00Z', resource: { id: 'one' } }
  const entry = { from: '2026-12-01T10:00:00Z', to: '2026-12-01T12:00:00Z', partySize: 2 }
  expect(waitingFor(slot, [entry])).toBe(1)
  expect(waitingFor(slot, [entry], { minParty: 4, maxParty: 8 })).toBe(0)
  expect(
    waitingFor(slot, [
      { ...entry, resourceId: 'other' },
      { ...entry, resourceId: 'one' },
    ]),
  ).toBe(1)
  expect(
    waitingFor(slot, [
      { ...entry, to: '2026-12-01T10:00:00Z' },
      { ...entry, from: '2026-12-01T10:00:01Z' },
    ]),
  ).toBe(0)
})
