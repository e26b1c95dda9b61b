import { describe, expect, it } from 'vitest'
import { admit, arrivals, type Board, bring, byUrgency, emptyBoard, neighbour, nextWaiting, select, type Waiting } from './board'

const item = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  kind: 'OFFER_AWAITING_DECISION',
  version: 1,
  dueAt: `2026-12-05T10:0${id}:00Z`,
  since: '2026-12-05T09:00:00Z',
  ...more,
})
const [one, two, three, four] = ['1', '2', '3', '4'].map((id) => item(id)) as [Waiting, Waiting, Waiting, Waiting]
const ids = (board: Board<Waiting>) => board.rows.map((row) => row.item.id + (row.gone ? '†' : '')).join(' ')
const at = (selected: string | null, ...items: Waiting[]): Board<Waiting> => ({ ...bring<Waiting>(emptyBoard, items, false), selected })

describe('the order of the queue', () => {
  it('is by when somebody should act, then by how long it waits', () => {
    const never = item('9', { dueAt: null })
    const older = item('8', { dueAt: null, since: '2026-12-05T08:00:00Z' })
    expect([never, two, older, one].sort(byUrgency).map((i) => i.id)).toEqual(['1', '2', '8', '9'])
  })
})

describe('without a hand on the list', () => {
  it('follows what waits', () => {
    expect(ids(bring(at(null, one, three), [one, two, three], false))).toBe('1 2 3')
    expect(ids(bring(at(null, one, two), [two], false))).toBe('2')
  })
  it('keeps the row that is looked at, though it is settled', () => {
    expect(ids(bring(at('1', one, two), [two, three], false))).toBe('1† 2 3')
  })
})

describe('with a hand on the list', () => {
  it('moves nothing and lets nothing in', () => {
    const board = at('2', one, two)
    const next = bring(board, [item('4', { dueAt: '2026-12-05T09:30:00Z' }), two, one], true)
    expect(ids(next)).toBe('1 2')
    expect(arrivals(next, [four, two, one])).toEqual([four])
  })
  it('leaves what is settled where it is, pale', () => {
    expect(ids(bring(at('2', one, two, three), [two, three], true))).toBe('1† 2 3')
  })
  it('shows the newest of each row, at its place', () => {
    const later = item('1', { version: 2, dueAt: null })
    expect(bring(at('2', one, two), [two, later], true).rows[0]?.item.version).toBe(2)
  })
  it('is the same board where nothing changed', () => {
    const board = at('2', one, two)
    expect(bring(board, [one, two], true)).toBe(board)
  })
  it('shows a row again that waits again', () => {
    const gone = bring(at('1', one, two), [two], true)
    expect(ids(bring(gone, [one, two], true))).toBe('1 2')
  })
  it('lets arrivals in when asked, in the order of the server', () => {
    const board = bring(at('2', two, three), [one, two, three], true)
    expect(ids(admit(board, [one, two, three]))).toBe('1 2 3')
    expect(admit(board, [one, two, three]).selected).toBe('2')
  })
})

describe('the selection', () => {
  it('takes settled rows along when it moves on', () => {
    const board = bring(at('2', one, two, three), [three], true)
    expect(ids(board)).toBe('1† 2† 3')
    expect(ids(select(board, neighbour(board, 1)))).toBe('3')
  })
  it('keeps a settled row while it is selected', () => {
    const board = bring(at('1', one, two, three), [one, three], true)
    expect(ids(select(board, '2'))).toBe('1 2† 3')
  })
  it('is by id: rows that leave above it do not move it', () => {
    const board = select(bring(at('1', one, two, three), [two, three], true), '3')
    expect(board.selected).toBe('3')
    expect(ids(board)).toBe('2 3')
  })
  it('begins at either end and stops there', () => {
    expect(neighbour(at(null, one, two), 1)).toBe('1')
    expect(neighbour(at(null, one, two), -1)).toBe('2')
    expect(neighbour(at('2', one, two), 1)).toBeNull()
    expect(neighbour(at(null), 1)).toBeNull()
  })
  it('finds the next that still waits, from the top if need be', () => {
    const board = bring(at('3', one, two, three), [two], true)
    expect(nextWaiting(board)).toBe('2')
    expect(nextWaiting(bring(at('1', one), [], true))).toBeNull()
  })
})
