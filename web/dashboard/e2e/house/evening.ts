import { Temporal } from 'temporal-polyfill'
import type { Tenant } from './tenant'
import { Venue, type Entry, type Guest, type Offer, type Reservation, type Slot } from './venue'
import { until } from './until'

/** Hours that the doors are open. */
const long = 8

/** A restaurant at its work: enough of everything for every screen to show something. Its doors open with the current hour, for eight hours. */
export interface Evening {
  venue: Venue
  /** Confirmed, of the first listed customer of the demo. */
  mine: Reservation
  /** Still held, of the same. */
  held: Reservation
  /** The same customer waits. */
  waiting: Entry
  /** What the second customer may accept or decline. */
  offer: Offer
  draft: { id: string }
  /** When a party is late that has not come to the counter. */
  lateAt: number
  /** The date of the next evening. */
  nextDay: string
}

interface Table {
  name: string
  least: number
  most: number
  area: 'hall' | 'yard'
}

const counter = '바 자리'

const tables: Table[] = [
  { name: '1번 테이블', least: 1, most: 2, area: 'hall' },
  { name: '2번 테이블', least: 1, most: 2, area: 'hall' },
  { name: '3번 테이블', least: 2, most: 4, area: 'hall' },
  { name: '4번 테이블', least: 2, most: 4, area: 'hall' },
  { name: '5번 테이블', least: 2, most: 4, area: 'hall' },
  { name: '6번 테이블', least: 2, most: 6, area: 'hall' },
  { name: counter, least: 1, most: 2, area: 'hall' },
  { name: '마당 1', least: 2, most: 4, area: 'yard' },
  { name: '마당 2', least: 2, most: 4, area: 'yard' },
  { name: '마당 3', least: 4, most: 8, area: 'yard' },
]

const names = [
  '김하준', 'Clara Schmidt', '이서아', 'Mateo García', '박도윤', 'Hannah Nguyen', '최지우', 'Oliver O’Brien', '정유진', 'Elif Yılmaz', '강민서', 'Lucas Rossi',
  '윤하은', 'Freya Lindqvist', '조은우', 'Diego Fernández', '임채원', 'Yusuf Demir', '한서준', 'Mina Choi', '오지안', 'Noah Becker', '서다은', 'Ava Martin',
]

export async function livelyEvening(tenant: Tenant): Promise<Evening> {
  const open = Temporal.Now.zonedDateTimeISO('Asia/Seoul').round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const venue = await Venue.open(tenant, {
    name: '서촌 Seochon', code: 'seochon', zone: 'Asia/Seoul', tables: [], slotLength: 'PT1H30M', every: 'PT30M',
    opens: clock(open), closes: clock(open.add({ hours: long })),
    rules: { offerTtl: 'PT20M', holdTtl: 'PT10M', cancellationCutoff: 'PT0S', bufferAfter: 'PT0S', waitlistWeights: [{ factor: 'PRIORITY', weight: 50 }, { factor: 'WAITING_AGE', weight: 1 }] },
  })
  await furnish(venue)
  const slots = await until('the tables have slots', async () => {
    const all = await eveningOf(venue, open)
    return new Set(all.map((slot) => slot.resource.name)).size === tables.length && all
  })
  const free = new Map(tables.map(({ name }) => [name, slots.filter((slot) => slot.resource.name === name)]))
  free.delete(counter) // it gets hours of its own
  const booked = await fill(venue, free)
  await arrivals(venue, booked)
  const lateAt = await lateParty(venue)
  const [customerA, customerB] = [tenant.as('customerA'), tenant.as('customerB')]
  const tomorrow = await eveningOf(venue, open.add({ days: 1 }))
  const mine = await venue.book(at(tomorrow, '3번 테이블', 4), { name: '' }, customerA)
  const held = await venue.hold(at(tomorrow, '4번 테이블', 13), { name: '' }, customerA)
  const wanted = at(tomorrow, '5번 테이블', 8)
  const waiting = await venue.wait(await taken(venue, tomorrow, wanted), { name: '' }, customerA)
  const offer = await venue.offerOf(at(tomorrow, '1번 테이블', 0), { name: '' }, customerB)
  await queue(venue, await eveningOf(venue, open.add({ days: 2 })))
  const drafted = await venue.admin.do<{ policyVersion: { id: string } }>('draftPolicy', { venueId: venue.id, rules: { holdTtl: 'PT7M', pacingCovers: 24, bufferAfter: 'PT15M' } }, 'policyVersion { id }')
  // Late in the evening: whoever waited for its beginning may have been offered any table that was free then.
  await agentPrepares(venue, mine, at(tomorrow, '6번 테이블', 13))
  return { venue, mine, held, waiting, offer, draft: drafted.policyVersion, lateAt, nextDay: open.add({ days: 1 }).toPlainDate().toString() }
}

const clock = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: 'minute' })

/** The slots of one evening, which may go on past midnight, by start: fourteen of each table. */
async function eveningOf(venue: Venue, open: Temporal.ZonedDateTime): Promise<Slot[]> {
  const dates = [open, open.add({ days: 1 })].map((day) => venue.slots(day.toPlainDate().toString(), 2))
  const close = open.add({ hours: long }).epochMilliseconds
  return (await Promise.all(dates)).flat().filter((slot) => Date.parse(slot.startsAt) >= open.epochMilliseconds && Date.parse(slot.startsAt) < close)
}

function at(slots: Slot[], table: string, nth: number): Slot {
  const ofTable = slots.filter((slot) => slot.resource.name === table)
  const slot = ofTable[Math.min(nth, ofTable.length - 1)]
  if (!slot) throw new Error(`${table} has no slot`)
  return slot
}

async function furnish(venue: Venue): Promise<void> {
  const areas = {
    hall: await venue.admin.do<{ area: { id: string } }>('createArea', { venueId: venue.id, name: '홀' }, 'area { id }'),
    yard: await venue.admin.do<{ area: { id: string } }>('createArea', { venueId: venue.id, name: '마당' }, 'area { id }'),
  }
  for (const { name, least, most, area } of tables) {
    await venue.admin.do('createResource', { venueId: venue.id, name, kind: 'EXCLUSIVE', capacity: 1, minParty: least, maxParty: most, areaId: areas[area].area.id })
  }
}

/** Books each table for the evening, with gaps. */
async function fill(venue: Venue, free: Map<string, Slot[]>): Promise<Reservation[]> {
  const booked: Reservation[] = []
  let n = 0
  for (const { name, least, most } of tables) {
    let after = 0
    for (const [i, slot] of (free.get(name) ?? []).entries()) {
      if (Date.parse(slot.startsAt) < after || (i * 7 + n) % 4 === 1) continue
      const who: Guest = { name: names[n % names.length] ?? '', email: `evening${n % names.length}@example.com`, party: Math.max(least, Math.min(most, 2 + (n % 3))) }
      booked.push(n % 9 === 7 ? await venue.hold(slot, who) : await venue.book(slot, who))
      after = Date.parse(slot.endsAt) + (n % 3) * 30 * 60_000
      n++
    }
  }
  return booked
}

/** Who is due sits down; one party walks in, one has cancelled, one loses its table. */
async function arrivals(venue: Venue, booked: Reservation[]): Promise<void> {
  const soon = Date.now() + 29 * 60_000
  for (const reservation of booked.filter((r) => r.status === 'CONFIRMED' && Date.parse(r.slots[0]?.startsAt ?? '') < soon).slice(0, 3)) {
    await venue.staff.give('checkInReservation', { reservationId: reservation.id, expectedVersion: reservation.version })
  }
  const later = booked.filter((r) => r.status === 'CONFIRMED' && Date.parse(r.slots[0]?.startsAt ?? '') > soon)
  const [cancelled, stranded] = [later.at(-1), later.find((r) => r.slots[0]?.resource.name === '마당 2')]
  if (cancelled) await venue.cancel(cancelled)
  if (stranded) {
    // It rains: the table is closed for the evening, and its parties are left over.
    const date = Temporal.Instant.from(stranded.slots[0]?.startsAt ?? '').toZonedDateTimeISO(venue.zone).toPlainDate().toString()
    await ownHours(venue, '마당 2', { windows: [], exceptions: [{ date, closed: true }] })
  }
}

async function ownHours(venue: Venue, table: string, rules: { windows: object[]; exceptions?: object[] }): Promise<void> {
  const query = 'query($v: ID!) { venue(id: $v) { version resources(first: 100) { nodes { id name } } } }'
  const { venue: now } = await venue.admin.ask<{ venue: { version: number; resources: { nodes: { id: string; name: string }[] } } }>(query, { v: venue.id })
  const resource = now.resources.nodes.find(({ name }) => name === table)
  if (!resource) throw new Error(`there is no ${table}`)
  await venue.admin.do('setOpeningHours', { venueId: venue.id, resourceIds: [resource.id], expectedVersion: now.version, ...rules })
}

/** A party that is due at the counter in a minute or two, and does not come. */
async function lateParty(venue: Venue): Promise<number> {
  const from = Temporal.Now.zonedDateTimeISO(venue.zone).add({ minutes: 1 }).round({ smallestUnit: 'minute', roundingMode: 'ceil' })
  await ownHours(venue, counter, { windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], opens: clock(from), closes: clock(from.add({ hours: 1 })), slotLength: 'PT1H' }] })
  const slot = await until('the counter has a slot', async () => {
    const all = await eveningOf(venue, from.subtract({ minutes: 1 }))
    return all.find(({ resource, startsAt }) => resource.name === counter && Date.parse(startsAt) === from.epochMilliseconds)
  })
  await venue.book(slot, { name: '송지효', email: 'jihyo.song@example.com' })
  return from.epochMilliseconds
}

let passed = 0
function passerBy(): { name: string; email: string } {
  const n = passed++ % names.length
  return { name: names[n] ?? '', email: `evening${n}@example.com` }
}

/** A slot whose time is taken at every table, as far as it was free. */
async function taken(venue: Venue, slots: Slot[], slot: Slot): Promise<Slot> {
  for (const { name } of tables) {
    const same = slots.find((other) => other.resource.name === name && other.startsAt === slot.startsAt)
    const who = passerBy()
    const held = same && (await venue.staff.give<{ reservation: Reservation }>('holdSlot', { slotIds: [same.id], partySize: 2, customer: who }, 'reservation { id version }'))
    if (held?.outcome === 'COMMITTED') await venue.staff.do('confirmReservation', { reservationId: held.reservation.id, expectedVersion: held.reservation.version })
  }
  return slot
}

/** People who wait, and two who have been made an offer. */
async function queue(venue: Venue, slots: Slot[]): Promise<void> {
  await venue.offerOf(at(slots, '3번 테이블', 1), { name: '문가영', email: 'gayoung.moon@example.com' })
  await venue.offerOf(at(slots, '4번 테이블', 5), { name: 'Sofia Conti', email: 'sofia.conti@example.com' })
  const busy = await taken(venue, slots, at(slots, '5번 테이블', 9))
  for (const [i, name] of ['배수지', 'Jonas Weber', '신예은', 'Amira Haddad'].entries()) await venue.wait(busy, { name, email: `waits${i}@example.com`, party: 2 + (i % 2) })
}

/** An agent asks to move its customer's booking; a person has to say yes. */
async function agentPrepares(venue: Venue, reservation: Reservation, to: Slot): Promise<void> {
  const action = { moveReservation: { reservationId: reservation.id, slotIds: [to.id], expectedVersion: reservation.version } }
  await venue.tenant.as('agent').do('prepareAction', { action })
}
