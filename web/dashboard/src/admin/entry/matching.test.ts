import { expect, it } from 'vitest'
import { matching } from './matching'

const people = [
  { id: '1', name: '김서연', email: 'seoyeon@example.com', phone: '+82 10-1234-5678' },
  { id: '2', name: 'Noah Park', email: null, phone: null },
]
const ids = (text: string) => matching(text, people).map(({ id }) => id)

it('finds people by a part of the name or e-mail, or the end of the telephone number', () => {
  expect(ids('서연')).toEqual(['1'])
  expect(ids('noah')).toEqual(['2'])
  expect(ids('EXAMPLE')).toEqual(['1'])
  expect(ids('5678')).toEqual(['1'])
  expect(ids('1234')).toEqual([])
  expect(ids('Table 5678')).toEqual([])
})
