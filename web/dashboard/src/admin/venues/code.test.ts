import { expect, it } from 'vitest'
import { codeFor, isCode } from './code'

it('suggests a code by the name, as far as it has Latin letters', () => {
  expect(codeFor('북촌 Bukchon')).toBe('bukchon')
  expect(codeFor('Café de l’Été!')).toBe('cafe-de-l-ete')
  expect(codeFor('북촌')).toBe('')
  expect(isCode(codeFor('Berlin Mitte'))).toBe(true)
  expect(isCode('')).toBe(false)
  expect(isCode('Berlin')).toBe(false)
  expect(isCode('a--b')).toBe(false)
})
