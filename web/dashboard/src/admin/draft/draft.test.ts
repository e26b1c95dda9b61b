import { describe, expect, it } from 'vitest'
import { differing, rebase } from './draft'

const seen = { name: 'Hall', days: 14, list: [1, 2] }

describe('edits over something that moved on', () => {
  it('keeps what was typed and takes the rest as it now stands', () => {
    const edits = { base: seen, version: 3, values: { ...seen, name: 'Great hall' } }
    const now = { name: 'Hall', days: 30, list: [1, 2] }
    expect(rebase(edits, now, 5)).toEqual({ base: now, version: 5, values: { name: 'Great hall', days: 30, list: [1, 2] } })
  })
  it('lets the typed value win where both changed the same field', () => {
    const now = { ...seen, name: 'Terrace' }
    expect(rebase({ base: seen, version: 3, values: { ...seen, name: 'Great hall' } }, now, 4)?.values.name).toBe('Great hall')
  })
  it('is no edit any more where the other did the same', () => {
    expect(rebase({ base: seen, version: 3, values: { ...seen, days: 30 } }, { ...seen, days: 30 }, 4)).toBeNull()
  })
  it('compares lists by what is in them', () => {
    expect(differing(seen, { ...seen, list: [1, 2] })).toEqual([])
    expect(differing(seen, { ...seen, list: [2, 1] })).toEqual(['list'])
  })
  it('does not look at the order in which fields came to be', () => {
    expect(rebase({ base: { a: 1, b: 2 }, version: 1, values: { b: 2, a: 5 } }, { b: 2, a: 5 }, 2)).toBeNull()
  })
  it('takes null and nothing for the same', () => {
    expect(differing<{ a?: string | null }>({ a: null }, {})).toEqual([])
  })
})
