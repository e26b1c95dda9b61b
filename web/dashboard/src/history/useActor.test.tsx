// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { language } from '../messages/language'
import { useActor } from './useActor'

it('says the role in words before the name', () => {
  language.set('ko')
  const { result } = renderHook(() => useActor())
  expect(result.current('ADMIN 박지우')).toBe('관리자 박지우')
  expect(result.current('SlotQ')).toBe('SlotQ가 스스로')
  expect(result.current('ROBOT R2')).toBe('ROBOT R2')
  language.set('en')
  expect(renderHook(() => useActor('Ines Brandt')).result.current('STAFF Ines Brandt')).toBe('Ines Brandt (you)')
})
