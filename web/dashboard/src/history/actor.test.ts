import { expect, it } from 'vitest'
import { actorOf } from './actor'

it('tells who did something from how the audit writes it', () => {
  expect(actorOf('STAFF Ines Brandt')).toEqual({ role: 'STAFF', name: 'Ines Brandt', itself: false })
  expect(actorOf('SlotQ')).toEqual({ role: null, name: 'SlotQ', itself: true })
  expect(actorOf('SYSTEM SlotQ').itself).toBe(true)
  expect(actorOf('ROBOT R2')).toEqual({ role: null, name: 'ROBOT R2', itself: false })
})
