import { describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../gql/enums'
import { Carry } from './Carry'
import { FloorDay } from './FloorDay'
import type { Booking, PauseSpan, Place, Slot } from './kinds'
import { booking, day, hour, place, slot } from './testing/floor'
import { type Ground, targetsIn } from './targets'
import { stepOf, walk } from './walk'

const lifted = (of: Booking) => ({ key: 'k', placeId: of.slots[0]!.placeId, from: of.slots[0]!.from, until: of.slots[0]!.until, booking: of })

function ground(places: Place[], slots: Slot[], bookings: Booking[], said?: [string, ProblemCode[]][], pauses: PauseSpan[] = []): Ground {
  const floor = new FloorDay(day, () => 0, () => {})
  floor.setPlaces(places, [])
  floor.setSlots(slots, 0)
  floor.setBookings(bookings, 0)
  floor.setPauses(pauses)
  return {
    now: 0, obstacles: said && new Map(said), paused: (at, span) => floor.paused(at, span),
    place: (id) => floor.place(id), slotsOf: (id) => floor.slotsOf(id), excludes: (id) => floor.excludes(id), bookingsAt: (id) => floor.bookingsAt(id),
  }
}
const why = (on: Ground, placeId: string, of: Booking) => targetsIn(on, placeId, lifted(of)).map((target) => target.obstacles)

describe('where a booking would fit', () => {
  const mine = booking('mine', [['t', 10, 12]], { partySize: 3 })

  it('is where the party suits the place and nobody else is', () => {
    const on = ground(
      [place('t'), place('small', { maxParty: 2 }), place('big', { minParty: 4, maxParty: 8 }), place('u')],
      [slot('t', 10, 12), slot('small', 10, 12), slot('big', 10, 12), slot('u', 10, 12), slot('u', 12, 14)],
      [mine, booking('other', [['u', 10, 12]])],
    )
    expect([why(on, 'small', mine), why(on, 'big', mine), why(on, 'u', mine)]).toEqual([[['PARTY_TOO_LARGE']], [['PARTY_TOO_SMALL']], [['SLOT_OCCUPIED'], []]])
  })

  it('is not in its own way when it moves a little along its row, whatever the server says of the slot', () => {
    const on = ground([place('t')], [slot('t', 10, 12), slot('t', 11, 13), slot('t', 13, 15)], [mine], [['t@11', ['SLOT_OCCUPIED']], ['t@13', ['SLOT_OCCUPIED']]])
    expect(targetsIn(on, 't', lifted(mine)).map((target) => [target.home, target.obstacles])).toEqual([[true, []], [false, []], [false, ['SLOT_OCCUPIED']]])
  })

  it('is where the server says so: rules that the screen does not know count too', () => {
    const on = ground([place('t'), place('u')], [slot('t', 10, 12), slot('u', 10, 12), slot('u', 14, 16)], [mine], [['u@10', ['PACING_EXCEEDED']], ['u@14', ['PACING_EXCEEDED', 'WALK_IN_ONLY']]])
    // It arrives in that quarter of an hour as it is.
    expect(why(on, 'u', mine)).toEqual([[], ['WALK_IN_ONLY', 'PACING_EXCEEDED']])
  })

  it('counts people on shared places, and not its own twice', () => {
    const shared = place('bar', { kind: 'POOLED', capacity: 6 })
    const own = booking('own', [['bar', 10, 12]], { partySize: 3 })
    const on = ground([shared], [slot('bar', 10, 12, { capacity: 6, remaining: 0 }), slot('bar', 12, 14, { capacity: 6, remaining: 2 })], [own, booking('a', [['bar', 10, 12]], { partySize: 3 }), booking('b', [['bar', 12, 14]], { partySize: 4 })])
    expect(why(on, 'bar', own)).toEqual([[], ['CAPACITY_EXCEEDED']])
  })

  it('minds places that are joined', () => {
    const on = ground([place('t'), place('u'), place('tu', { joins: ['t', 'u'] })], [slot('t', 10, 12), slot('tu', 10, 12), slot('u', 10, 12)], [mine, booking('other', [['u', 10, 12]])])
    expect(why(on, 'tu', mine)).toEqual([['SLOT_OCCUPIED']])
  })

  it('takes as many slots as it is long, and its other places along', () => {
    const long = booking('long', [['t', 10, 11], ['t', 11, 12], ['room', 10, 11]])
    const on = ground([place('t'), place('u'), place('room')], [...[10, 11, 13].map((at) => slot('t', at, at + 1)), ...[12, 13].map((at) => slot('u', at, at + 1)), slot('room', 10, 11), slot('room', 12, 13)], [long])
    const [first, second] = targetsIn(on, 'u', { ...lifted(long), until: 12 * hour })
    expect(first).toMatchObject({ slotIds: ['u@12', 'u@13', 'room@12'], obstacles: [] })
    expect(second!.obstacles).toEqual(['NO_SLOT'])
  })

  it('is not in the past, on a closed place or where it is paused', () => {
    const on = { ...ground([place('t'), place('shut', { active: false }), place('u')], [slot('t', 10, 12), slot('shut', 10, 12), slot('u', 10, 12), slot('u', 2, 4)], [mine], undefined, [{ placeId: 'u', from: 11 * hour, until: 13 * hour, reason: '' }]), now: 5 * hour }
    expect([why(on, 'shut', mine), why(on, 'u', mine)]).toEqual([[['RESOURCE_CLOSED']], [['OUTSIDE_BOOKING_WINDOW'], ['RESOURCE_CLOSED']]])
  })
})

describe('carrying', () => {
  const floor = new FloorDay(day, () => 0, () => {})
  floor.setPlaces([place('t'), place('u')], [])
  floor.setSlots([slot('t', 10, 12), slot('t', 12, 14), slot('u', 10, 12), slot('u', 12, 14)], 0)
  floor.setBookings([booking('mine', [['t', 10, 12]])], 0)
  floor.flush()

  it('goes by keys along the row and between rows, and back', async () => {
    let answer!: (said: Map<string, ProblemCode[]>) => void
    const carry = new Carry(floor, () => 0, () => new Promise((resolve) => (answer = resolve)))
    carry.lift(floor.row('t')!.bars[0]!, 'keys')
    expect(carry.get()).toMatchObject({ sure: false, at: { placeId: 't', home: true } })
    expect(carry.step('right')).toMatchObject({ placeId: 't', from: 12 * hour })
    expect(carry.step('right')).toBeNull()
    expect(carry.step('down')).toMatchObject({ placeId: 'u', from: 12 * hour, obstacles: [] })
    answer(new Map([['u@12', ['WALK_IN_ONLY']]]))
    await Promise.resolve()
    await Promise.resolve()
    expect(carry.get()).toMatchObject({ sure: true, at: { placeId: 'u', obstacles: ['WALK_IN_ONLY'] } })
    carry.putBack()
    expect(carry.get()).toBeNull()
  })
  it('is not for what the contract does not let one move, nor for what is on its way', () => {
    const [bar] = floor.row('t')!.bars
    expect(Carry.may(bar!)).toBe(true)
    expect(Carry.may({ ...bar!, open: true })).toBe(false)
    expect(Carry.may({ ...bar!, booking: { ...bar!.booking, commands: [] } })).toBe(false)
  })
})

describe('walking by arrow keys', () => {
  const floor = new FloorDay(day, () => 0, () => {})
  floor.setPlaces([place('t'), place('empty'), place('u')], [])
  floor.setSlots([slot('t', 10, 12), slot('t', 12, 14), slot('u', 9, 11), slot('u', 13, 15)], 0)
  floor.setBookings([booking('a', [['t', 12, 14]]), booking('b', [['u', 13, 15]])], 0)
  floor.flush()
  const rows = ['t', 'empty', 'u'].map((id) => floor.row(id)!)
  const a = { key: floor.row('t')!.bars[0]!.key, placeId: 't' }

  it('goes through bars and free times in the order of time', () => {
    expect(walk(rows, a, 12 * hour, 'left')).toMatchObject({ key: 'free t@10' })
    expect(walk(rows, a, 12 * hour, 'right')).toBeUndefined()
    expect(walk(rows, a, 12 * hour, 'first')).toMatchObject({ key: 'free t@10' })
  })
  it('goes over rows that have nothing, to what is nearest in time', () => {
    expect(walk(rows, a, 13 * hour, 'down')).toMatchObject({ placeId: 'u', from: 13 * hour })
    expect(walk(rows, a, 10 * hour, 'down')).toMatchObject({ key: 'free u@9' })
    expect(walk(rows, a, 12 * hour, 'up')).toBeUndefined()
  })
  it('has its keys', () => {
    expect(stepOf({ key: 'ArrowDown', ctrlKey: true, metaKey: false })).toBe('bottom')
    expect(stepOf({ key: 'Home', ctrlKey: false, metaKey: false })).toBe('first')
    expect(stepOf({ key: 'x', ctrlKey: false, metaKey: false })).toBeUndefined()
  })
})
