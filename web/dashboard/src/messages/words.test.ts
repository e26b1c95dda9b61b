import { describe, expect, it } from 'vitest'
import { number, plural } from './words'

describe('numbers in words', () => {
  it('take the form that the language has', () => {
    const seats = { one: '# seat', other: '# seats' }
    expect(plural('en', 1, seats)).toBe('1 seat')
    expect(plural('en', 0, seats)).toBe('0 seats')
    expect(plural('en', 1200, seats)).toBe('1,200 seats')
    expect(plural('ko', 1, { other: '#석' })).toBe('1석')
  })
  it('are written as the language does', () => expect(number('ko', 12345.5)).toBe('12,345.5'))
})
