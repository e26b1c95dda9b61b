import type { Client } from '../house/api'
import type { Slot, Venue } from '../house/venue'

// A full day at a venue, and a crowd that changes it.

const fields = 'reservation { id version }'
interface Held {
  reservation: { id: string; version: number } | null
}

/** Works through a list with so many hands at once. */
async function inParallel<T>(hands: number, all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  await Promise.all(Array.from({ length: hands }, async () => {
    for (let one = rest.pop(); one; one = rest.pop()) await work(one)
  }))
}

/** Books so many slots; of each table some stay free. Returns the free ones by table. */
export async function fill(venue: Venue, date: string, bookings: number): Promise<Slot[][]> {
  const byTable = new Map<string, Slot[]>()
  for (const slot of await venue.slots(date)) byTable.set(slot.resource.id, [...(byTable.get(slot.resource.id) ?? []), slot])
  const tables = [...byTable.values()]
  const booked: Slot[] = []
  for (let at = 0; booked.length < bookings; at++) {
    const before = booked.length
    for (const slots of tables) if (booked.length < bookings && at < slots.length) booked.push(slots[at]!)
    if (before === booked.length) throw new Error(`there are only ${before} slots on ${date}`)
  }
  let n = 0
  await inParallel(6, booked, async (slot) => {
    const input = { slotIds: [slot.id], partySize: 1 + (n % 4), customer: { name: names[n++ % names.length]!, email: `guest-${n}@example.com` } }
    const { reservation } = await venue.staff.do<Held>('holdSlot', input, fields)
    if (n % 5 > 0) await venue.staff.do('confirmReservation', { reservationId: reservation!.id, expectedVersion: reservation!.version })
  })
  const taken = new Set(booked.map((slot) => slot.id))
  return tables.map((slots) => slots.filter((slot) => !taken.has(slot.id))).filter((slots) => slots.length >= 2)
}

const names = ['김민지', '이서준', 'Ahmed Rahman', '박하은', 'Weber', '최도윤', 'Costa', '정지우', 'O’Neill', 'Novak', '강수아', 'Tanaka', 'García']

/** What a crowd has done so far. */
export interface Count {
  done: number
  refused: number
}

/**
 * Holds, moves and gives up places on as many tables as there are, at a rate if the server keeps up with it. Each command is a change of a
 * reservation, and of the slots that it takes or frees.
 */
export function press(clients: readonly Client[], free: readonly Slot[][], perSecond: number): { count: Count; stop: () => Promise<void> } {
  const count: Count = { done: 0, refused: 0 }
  let stopped = false
  const began = performance.now()
  let given = 0
  /** Waits for one's turn: turns come at the rate, and those that were missed are not made up for. */
  const turn = async () => {
    const at = began + (given++ * 1000) / perSecond
    const wait = at - performance.now()
    if (wait < -1_000) given = Math.ceil(((performance.now() - began) / 1000) * perSecond)
    if (wait > 0) await new Promise((next) => setTimeout(next, wait))
  }
  const one = async (client: Client, [a, b]: readonly Slot[]) => {
    const command = async (operation: string, input: Record<string, unknown>) => {
      await turn()
      const answer = await client.give<Held>(operation, input, fields)
      if (answer.outcome === 'COMMITTED') count.done++
      else count.refused++
      return answer.reservation
    }
    for (let n = 0; !stopped; n++) {
      const held = await command('holdSlot', { slotIds: [a!.id], partySize: 1 + (n % 4), customer: { name: names[n % names.length]!, email: `crowd-${a!.id}@example.com` } })
      if (!held) continue
      const moved = stopped ? null : await command('moveReservation', { reservationId: held.id, slotIds: [b!.id], expectedVersion: held.version })
      await command('cancelReservation', { reservationId: held.id, expectedVersion: (moved ?? held).version, reasonCode: 'OTHER' })
    }
  }
  const working = Promise.all(free.map((slots, n) => one(clients[n % clients.length]!, slots)))
  return {
    count,
    stop: async () => {
      stopped = true
      await working
    },
  }
}
