import { expect, it } from 'vitest'
import { nameOf, pageOf, type Subject } from './subject'

const venue = { code: 'bukchon' }
const day = () => '2026-12-01'

it('leads to the page of what an entry is about, and calls it by its name', () => {
  const reservation = { __typename: 'Reservation', id: 'rv_1', version: 2, guest: { id: 'cu_1', name: '김서연' } } as Subject
  expect(pageOf(reservation, venue, day)).toBe('/v/bukchon/reservations/rv_1')
  expect(nameOf(reservation, day)).toBe('김서연')
  const policy = { __typename: 'PolicyVersion', id: 'pv_1', version: 1, number: 7 } as Subject
  expect(pageOf(policy, venue, day)).toBe('/v/bukchon/admin/policies?version=7')
  expect(pageOf({ __typename: 'Tenant', id: 'tn_1' } as Subject, venue, day)).toBeUndefined()
})
