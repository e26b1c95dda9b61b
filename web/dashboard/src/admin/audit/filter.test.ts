import { expect, it } from 'vitest'
import { addressOf, asFilter, readSearch } from './filter'

it('reads the filter from the address and writes it back', () => {
  const address = { did: 'holdSlot,confirmReservation,', ended: 'REJECTED,NONSENSE', why: 'SLOT_OCCUPIED', who: ' Demo ', from: '2026-12-01T09:00' }
  const search = readSearch(address)
  expect(search).toMatchObject({
    operations: ['holdSlot', 'confirmReservation'],
    outcomes: ['REJECTED'],
    problemCodes: ['SLOT_OCCUPIED'],
    actor: 'Demo',
  })
  expect(readSearch(addressOf(search) as Record<string, string>)).toEqual(search)
  expect(asFilter(search, 'Asia/Seoul')).toEqual({
    operations: ['holdSlot', 'confirmReservation'],
    outcomes: ['REJECTED'],
    problemCodes: ['SLOT_OCCUPIED'],
    actor: 'Demo',
    from: '2026-12-01T00:00:00Z',
  })
})

it('is none where nothing is asked for', () => {
  expect(asFilter(readSearch({}), 'Asia/Seoul')).toBeUndefined()
  expect(asFilter(readSearch({ from: 'rubbish', ended: 'NONSENSE' }), 'Asia/Seoul')).toBeUndefined()
})
