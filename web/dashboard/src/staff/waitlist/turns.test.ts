import { expect, it } from 'vitest'
import { byWishedDay, inTurn, pointsOf, suitedBy, turnOf, type Turn } from './turns'

const entry = (id: string, joined: string, more: Partial<Turn> = {}): Turn => ({
  id,
  status: 'WAITING',
  joinedAt: `2026-12-05T${joined}:00Z`,
  from: '2026-12-05T10:00:00Z',
  factors: [],
  ...more,
})

it('goes by joining where nothing is weighed', () => {
  expect(inTurn([entry('b', '09:01'), entry('a', '09:00')]).map((e) => e.id)).toEqual(['a', 'b'])
})
it('goes by points where something is, and by joining between equals', () => {
  const weighed = (value: number): Turn['factors'] => [
    { factor: 'PRIORITY', weight: 10, value },
    { factor: 'WAITING_AGE', weight: 1, value: 5 },
  ]
  expect(pointsOf({ factors: weighed(3) })).toBe(35)
  expect(
    inTurn([
      entry('a', '09:00', { factors: weighed(0) }),
      entry('c', '09:02', { factors: weighed(5) }),
      entry('b', '09:01', { factors: weighed(5) }),
    ]).map((e) => e.id),
  ).toEqual(['b', 'c', 'a'])
})
it('has those who hold an offer first', () => {
  expect(inTurn([entry('a', '09:00'), entry('b', '09:01', { status: 'OFFERED' })]).map((e) => e.id)).toEqual(['b', 'a'])
})
it('stands under the days that are wished for', () => {
  const days = byWishedDay([entry('a', '09:00', { from: '2026-12-06T10:00:00Z' }), entry('b', '09:01')], (instant) => instant.slice(0, 10))
  expect(days.map(([day, all]) => [day, all.map((e) => e.id)])).toEqual([
    ['2026-12-05', ['b']],
    ['2026-12-06', ['a']],
  ])
})
it('counts turns by points where something is weighed, and as the server does by joining', () => {
  const factors: Turn['factors'] = [{ factor: 'PRIORITY', weight: 10, value: 1 }]
  const plain = { ...entry('a', '09:00'), position: 4 }
  expect(turnOf(plain, [plain])).toBe(4)
  const [first, second] = [
    { ...entry('b', '09:01', { factors }), position: 2 },
    { ...entry('a', '09:00', { factors: [{ ...factors[0]!, value: 0 }] }), position: 1 },
  ]
  expect([first, second].map((one) => turnOf(one, [first, second]))).toEqual([1, 2])
  expect(turnOf({ ...plain, status: 'OFFERED' as const }, [])).toBeUndefined()
})
it('knows whom a place would suit, in turn', () => {
  const place = { startsAt: '2026-12-05T10:00:00Z', endsAt: '2026-12-05T11:00:00Z', resource: { id: 're_1', minParty: 2, maxParty: 4 } }
  const wish = (id: string, joined: string, more: object = {}) => ({ ...entry(id, joined), to: '2026-12-05T12:00:00Z', partySize: 2, ...more })
  const all = [
    wish('late', '09:05'),
    wish('first', '09:00'),
    wish('many', '08:00', { partySize: 5 }),
    wish('other', '08:00', { resourceId: 're_2' }),
    wish('short', '08:00', { to: '2026-12-05T10:30:00Z' }),
  ]
  expect(suitedBy(place, all).map((one) => one.id)).toEqual(['first', 'late'])
})
