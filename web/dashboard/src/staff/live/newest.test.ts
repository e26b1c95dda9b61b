import { describe, expect, it } from 'vitest'
import { keepNewest, readAnew } from './newest'

const known = new Map([
  ['a', { id: 'a', version: 2, word: 'two' }],
  ['b', { id: 'b', version: 1, word: 'one' }],
])

describe('keeping the newest', () => {
  it('takes what is newer and what was not known', () => {
    const next = keepNewest(known, [
      { id: 'a', version: 3, word: 'three' },
      { id: 'c', version: 1, word: 'new' },
    ])
    expect([...next.values()].map((one) => one.word)).toEqual(['three', 'one', 'new'])
  })
  it('is not set back by what comes late, and is the same map then', () => {
    expect(keepNewest(known, [{ id: 'a', version: 1, word: 'old' }])).toBe(known)
  })
  it('takes a later reading of the same version', () => {
    expect(keepNewest(known, [{ id: 'a', version: 2, word: 'late now' }]).get('a')?.word).toBe('late now')
  })
})

describe('reading a list anew', () => {
  it('drops what is not in it, and keeps what was heard of while it was read', () => {
    expect([...readAnew(known, [], new Set(['b'])).keys()]).toEqual(['b'])
  })
  it('never goes back to an older version', () => {
    expect(readAnew(known, [{ id: 'a', version: 1, word: 'old' }], new Set()).get('a')?.word).toBe('two')
  })
})
