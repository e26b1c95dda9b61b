import { beforeEach, describe, expect, it } from 'vitest'
import { FloorDay } from './FloorDay'
import { booking, day, hour, place, slot } from './testing/floor'

let now = 0
let frames: (() => void)[] = []
let floor: FloorDay
const frame = () => {
  const due = frames
  frames = []
  for (const work of due) work()
}
const bars = (id: string) => floor.row(id)!.bars.map((bar) => bar.booking.id)

beforeEach(() => {
  now = 0
  frames = []
  floor = new FloorDay(day, () => now, (work) => frames.push(work))
  floor.setPlaces([place('t'), place('u'), place('tu', { joins: ['t', 'u'], maxParty: 8 }), place('bar', { kind: 'POOLED', capacity: 6, area: { id: 'a', name: 'Bar' } })], [{ id: 'a', name: 'Bar' }])
  floor.setSlots(['t', 'u', 'tu'].flatMap((id) => [slot(id, 10, 12), slot(id, 12, 14)]).concat(slot('bar', 10, 12, { capacity: 6, remaining: 4 })), floor.mark)
  frame()
})

describe('the floor of a day', () => {
  it('has its places by area, the others last', () => {
    expect(floor.sections.map((section) => [section.name, section.placeIds])).toEqual([['Bar', ['bar']], [null, ['t', 'u', 'tu']]])
  })

  it('works out many changes once a frame, and only the rows that they touch', () => {
    let drawn = 0
    floor.watchRow('t', () => drawn++)
    let others = 0
    floor.watchRow('bar', () => others++)
    for (let version = 1; version <= 200; version++) floor.heardBooking(booking('a', [['t', 10, 12]], { version, partySize: 1 + (version % 3) }))
    expect(frames).toHaveLength(1)
    frame()
    expect([drawn, others]).toEqual([1, 0])
    expect(floor.row('t')!.bars[0]!.booking.version).toBe(200)
  })

  it('draws no bar again that says the same', () => {
    floor.setBookings([booking('a', [['t', 10, 12]]), booking('b', [['t', 12, 14]])], floor.mark)
    frame()
    const [a] = floor.row('t')!.bars
    floor.heardBooking(booking('b', [['t', 12, 14]], { version: 2, partySize: 3 }))
    frame()
    expect(floor.row('t')!.bars[0]).toBe(a)
    expect(floor.row('t')!.bars[1]!.booking.partySize).toBe(3)
  })

  it('takes the highest version, whichever comes first', () => {
    floor.heardBooking(booking('a', [['u', 10, 12]], { version: 3 }))
    floor.setBookings([booking('a', [['t', 10, 12]], { version: 2 })], floor.mark)
    frame()
    expect([bars('t'), bars('u')]).toEqual([[], ['a']])
  })

  it('does not bring back what has left the day while its list was being read', () => {
    const { mark } = floor
    floor.heardBooking(booking('a', [['t', 34, 36]], { version: 2 }))
    floor.setBookings([booking('a', [['t', 10, 12]], { version: 1 })], mark)
    frame()
    expect(bars('t')).toEqual([])
  })

  it('keeps what came while a list was being read, and drops what is not in it', () => {
    floor.setBookings([booking('old', [['t', 10, 12]])], floor.mark)
    const { mark } = floor
    floor.heardBooking(booking('new', [['u', 10, 12]]))
    floor.setBookings([], mark)
    frame()
    expect([bars('t'), bars('u')]).toEqual([[], ['new']])
  })

  it('takes a finished one off, and a moved one along', () => {
    floor.heardBooking(booking('a', [['t', 10, 12]]))
    frame()
    floor.heardBooking(booking('a', [['u', 12, 14]], { version: 2 }))
    frame()
    expect([bars('t'), bars('u')]).toEqual([[], ['a']])
    floor.heardBooking(booking('a', [['u', 12, 14]], { version: 3, status: 'COMPLETED' }))
    frame()
    expect(bars('u')).toEqual([])
    floor.showOver(true)
    frame()
    expect(floor.row('u')!.bars[0]!.look).toBe('done')
  })

  it('knows what is free: not what is taken, joined to what is taken, full, closed or over', () => {
    const free = (id: string) => floor.row(id)!.free.map((cell) => cell.from / hour)
    expect([free('t'), free('tu'), free('bar')]).toEqual([[10, 12], [10, 12], [10]])
    floor.heardBooking(booking('a', [['t', 10, 12]]))
    floor.heardSlot(slot('bar', 10, 12, { version: 2, capacity: 6, remaining: 0 }))
    floor.setPauses([{ placeId: 'u', from: 13 * hour, until: 15 * hour, reason: 'wobbly' }])
    frame()
    expect([free('t'), free('tu'), free('u'), free('bar')]).toEqual([[12], [], [10], []])
    now = 12 * hour
    floor.tick()
    frame()
    expect([free('t'), free('u')]).toEqual([[12], []])
  })

  it('marks clashes on bar and row, and counts them', () => {
    floor.heardBooking(booking('a', [['t', 10, 12]]))
    floor.heardBooking(booking('b', [['tu', 10, 12]]))
    frame()
    expect([floor.row('t')!.conflict, floor.row('tu')!.conflict, floor.row('u')!.conflict]).toEqual([true, true, false])
    expect(floor.summary.conflicts).toBe(2)
    expect(floor.row('u')!.shut.filter((shut) => shut.why === 'joined').map((shut) => shut.text)).toEqual(['tu'])
  })

  it('shows a hold as an offer while its offer is open', () => {
    floor.heardBooking(booking('h', [['t', 10, 12]], { status: 'HELD', expiresAt: 20 * hour }))
    floor.heardOffer({ id: 'o', version: 1, holdId: 'h' }, true)
    frame()
    expect(floor.row('t')!.bars[0]!.look).toBe('offer')
    floor.heardOffer({ id: 'o', version: 2, holdId: 'h' }, false)
    floor.heardOffer({ id: 'o', version: 1, holdId: 'h' }, true)
    frame()
    expect(floor.row('t')!.bars[0]!.look).toBe('hold')
  })

  it('becomes late by time alone', () => {
    floor.heardBooking(booking('a', [['t', 10, 12]]))
    frame()
    now = 10 * hour
    floor.tick()
    frame()
    expect([floor.row('t')!.bars[0]!.late, floor.summary.late]).toEqual([true, 1])
  })

  it('does not make a row lower while it is looked at', () => {
    const two = [booking('a', [['bar', 10, 12]]), booking('b', [['bar', 10, 12]])]
    floor.setBookings(two, floor.mark)
    frame()
    expect(floor.row('bar')!.lanes).toBe(2)
    floor.heardBooking({ ...two[0]!, version: 2, status: 'CANCELLED' })
    frame()
    expect([floor.row('bar')!.lanes, bars('bar')]).toEqual([2, ['b']])
  })
})
