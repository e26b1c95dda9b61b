import { describe, expect, it } from 'vitest'
import { follow, isSingleKey, nameOfPress, type Press } from './keys'

const press = (key: string, code: string, more: Partial<Press> = {}): Press => ({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...more })

describe('the name of a press', () => {
  it('is the letter, whatever the case', () => {
    expect(nameOfPress(press('j', 'KeyJ'))).toBe('j')
    expect(nameOfPress(press('J', 'KeyJ'))).toBe('j')
  })
  it('is the letter on a Korean keyboard too', () => {
    expect(nameOfPress(press('ㅓ', 'KeyJ'))).toBe('j')
    expect(nameOfPress(press('Process', 'KeyC', { isComposing: true }))).toBe('c')
  })
  it('follows the layout where letters stand elsewhere', () => {
    expect(nameOfPress(press('q', 'KeyA'))).toBe('q')
    expect(nameOfPress(press(',', 'KeyM'))).toBe(',')
  })
  it('is nothing beside Ctrl, Alt and Command', () => {
    expect(nameOfPress(press('c', 'KeyC', { ctrlKey: true }))).toBeUndefined()
    expect(nameOfPress(press('j', 'KeyJ', { metaKey: true }))).toBeUndefined()
  })
  it('is the sign or the name of other keys', () => {
    expect(nameOfPress(press('?', 'Slash'))).toBe('?')
    expect(nameOfPress(press('ArrowDown', 'ArrowDown'))).toBe('ArrowDown')
    expect(nameOfPress(press('Dead', 'Quote'))).toBeUndefined()
  })
})

describe('following presses', () => {
  const bound = ['j', 'c', 'g q', 'g t', 'Enter']
  it('hits a single key at once', () => {
    expect(follow(undefined, 'j', bound)).toEqual({ hit: 'j' })
  })
  it('waits for the second key of two', () => {
    expect(follow(undefined, 'g', bound)).toEqual({ pending: 'g' })
    expect(follow('g', 't', bound)).toEqual({ hit: 'g t' })
  })
  it('takes a key by itself that does not go on with the first', () => {
    expect(follow('g', 'j', bound)).toEqual({ hit: 'j' })
    expect(follow('g', 'x', bound)).toEqual({})
  })
  it('knows which keys can be turned off', () => {
    expect(isSingleKey('g q')).toBe(true)
    expect(isSingleKey('ArrowDown')).toBe(false)
  })
})
