import { describe, expect, it } from 'vitest'
import { faultsOf, inOrder, type PlaceValues } from './place'

const values: PlaceValues = {
  name: 'Table 1',
  kind: 'EXCLUSIVE',
  capacity: 1,
  minParty: 1,
  maxParty: 2,
  areaId: '',
  walkInOnly: false,
  combines: [],
  active: true,
}

describe('a place', () => {
  it('is right, or says what is wrong', () => {
    expect(faultsOf(values)).toEqual([])
    expect(faultsOf({ ...values, name: ' ', maxParty: 0, combines: ['a'] })).toEqual(['name', 'party', 'combines'])
    expect(faultsOf({ ...values, kind: 'POOLED', capacity: 0 })).toEqual(['capacity'])
  })
  it('stands in the order in which people count', () => {
    const place = (name: string, active = true) => ({ name, active })
    expect(inOrder([place('Table 10'), place('Table 3', false), place('Table 2')], 'en').map(({ name }) => name)).toEqual([
      'Table 2',
      'Table 10',
      'Table 3',
    ])
  })
})
