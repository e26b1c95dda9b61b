import { Temporal } from 'temporal-polyfill'
import { randomBytes } from 'node:crypto'
import { newKey, type Client } from './api'
import type { Tenant } from './tenant'
import { until } from './until'

export interface Slot {
  id: string
  startsAt: string
  endsAt: string
  version: number
  bookable: boolean
  blockers: string[]
  remaining: number
  resource: { id: string; name: string }
}

export interface Reservation {
  id: string
  version: number
  status: string
  partySize: number
  customer: { name: string }
  slots: { id: string; startsAt: string; resource: { name: string } }[]
}

export interface Entry {
  id: string
  version: number
  status: string
  position: number | null
  customer: { name: string }
}

export interface Offer {
  id: string
  version: number
  status: string
  expiresAt: string
  entry: { id: string; customer: { name: string } }
  hold: { id: string }
}

const slotFields = 'id startsAt endsAt version bookable blockers remaining resource { id name }'
const reservationFields = 'id version status partySize customer { name } slots { id startsAt resource { name } }'
const entryFields = 'id version status position customer { name }'
const offerFields = 'id version status expiresAt entry { id customer { name } } hold { id }'

export interface Wish {
  zone?: string
  name?: string
  code?: string
  /** Names of tables, each for 1 to 4 people. */
  tables?: string[]
  /** Rules beside the default ones, as draftPolicy takes them. */
  rules?: Record<string, unknown>
  /** Wall-clock times of the doors; round the clock without. */
  opens?: string
  closes?: string
  slotLength?: string
  every?: string
  layoutDays?: number
}

/** A venue that a test made for itself, and what is done there by the API. */
export class Venue {
  private constructor(
    readonly tenant: Tenant,
    readonly id: string,
    readonly name: string,
    readonly zone: string,
  ) {}

  static async open(tenant: Tenant, wish: Wish = {}): Promise<Venue> {
    const admin = tenant.as('admin')
    const zone = wish.zone ?? 'Asia/Seoul'
    const tag = randomBytes(4).toString('hex')
    const name = wish.name ?? `Probe ${tag}`
    const made = await admin.do<{ venue: { id: string } }>('createVenue', { code: `${wish.code ?? 'probe'}-${tag}`, name, timeZone: zone }, 'venue { id }')
    const venue = new Venue(tenant, made.venue.id, name, zone)
    for (const table of wish.tables ?? ['Table 1']) await venue.addTable(table)
    await venue.decide({ maxActiveReservationsPerCustomer: 10_000, ...wish.rules }) // the demo's customers book in every story
    if (wish.layoutDays) await admin.do('updateVenue', { venueId: venue.id, layoutDays: wish.layoutDays, expectedVersion: await venue.version() })
    await venue.openDaily(wish)
    await venue.laidOut()
    return venue
  }

  /** The same venue for people with other tokens: a demo that starts again gives new ones. */
  of(tenant: Tenant): Venue {
    return new Venue(tenant, this.id, this.name, this.zone)
  }

  get admin(): Client {
    return this.tenant.as('admin')
  }

  get staff(): Client {
    return this.tenant.as('staff')
  }

  async version(): Promise<number> {
    const { venue } = await this.admin.ask<{ venue: { version: number } }>('query($v: ID!) { venue(id: $v) { version } }', { v: this.id })
    return venue.version
  }

  async addTable(name: string): Promise<string> {
    const input = { venueId: this.id, name, kind: 'EXCLUSIVE', capacity: 1, minParty: 1, maxParty: 4 }
    return (await this.admin.do<{ resource: { id: string } }>('createResource', input, 'resource { id }')).resource.id
  }

  /** Drafts rules and puts them in force. */
  async decide(rules: Record<string, unknown>): Promise<void> {
    const drafted = await this.admin.do<{ policyVersion: { id: string; version: number } }>('draftPolicy', { venueId: this.id, rules }, 'policyVersion { id version }')
    await this.admin.do('activatePolicy', { policyVersionId: drafted.policyVersion.id, expectedVersion: drafted.policyVersion.version })
  }

  private async openDaily({ opens = '00:00', closes = '00:00', slotLength = 'PT1H', every = slotLength }: Wish): Promise<void> {
    const windows = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], opens, closes, slotLength, every }]
    await this.admin.do('setOpeningHours', { venueId: this.id, windows, expectedVersion: await this.version() })
  }

  /** Waits until the slots follow the rules. */
  private async laidOut(): Promise<void> {
    const query = 'query($v: ID!) { venue(id: $v) { openingRules { number laidOutNumber } } }'
    await until(`${this.name} is laid out`, async () => {
      const { venue } = await this.admin.ask<{ venue: { openingRules: { number: number; laidOutNumber: number } } }>(query, { v: this.id })
      return venue.openingRules.number === venue.openingRules.laidOutNumber
    })
  }

  /** The civil date at the venue, some days from today. */
  date(days = 0): string {
    return Temporal.Now.plainDateISO(this.zone).add({ days }).toString()
  }

  /** All slots of a date that are not over, by start. */
  async slots(date: string, party = 2): Promise<Slot[]> {
    const query = `query($v: ID!, $d: Date!, $p: Int!, $a: String) { availability(venueId: $v, from: $d, to: $d, partySize: $p, includeUnbookable: true, channel: STAFF, first: 100, after: $a) {
      nodes { ${slotFields} } pageInfo { hasNextPage endCursor } } }`
    const all: Slot[] = []
    for (let after: string | null = null; ; ) {
      const { availability }: { availability: { nodes: Slot[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } = await this.staff.ask(query, { v: this.id, d: date, p: party, a: after })
      all.push(...availability.nodes)
      if (!availability.pageInfo.hasNextPage) return all
      after = availability.pageInfo.endCursor
    }
  }

  /** The slot of a table that starts at a civil time, such as 19:00. */
  async slotAt(date: string, time: string, table = 'Table 1'): Promise<Slot> {
    const starts = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(this.zone).toInstant()
    const found = (await this.slots(date)).find((slot) => slot.resource.name === table && Temporal.Instant.from(slot.startsAt).equals(starts))
    if (!found) throw new Error(`${this.name} has no slot of ${table} on ${date} at ${time}`)
    return found
  }

  /** Holds a slot in somebody's name, as staff do on the telephone; a customer's own client may be given. */
  async hold(slot: Slot, who: Guest = stranger(), by: Client = this.staff): Promise<Reservation> {
    const input = { slotIds: [slot.id], partySize: who.party ?? 2, ...(by === this.staff ? { customer: contact(who) } : {}) }
    return (await by.do<{ reservation: Reservation }>('holdSlot', input, `reservation { ${reservationFields} }`)).reservation
  }

  async book(slot: Slot, who: Guest = stranger(), by: Client = this.staff): Promise<Reservation> {
    const held = await this.hold(slot, who, by)
    return (await by.do<{ reservation: Reservation }>('confirmReservation', { reservationId: held.id, expectedVersion: held.version }, `reservation { ${reservationFields} }`)).reservation
  }

  async cancel(reservation: { id: string }, by: Client = this.staff): Promise<void> {
    const { version } = await this.reservation(reservation.id)
    await by.do('cancelReservation', { reservationId: reservation.id, expectedVersion: version, reasonCode: 'CUSTOMER_REQUEST' })
  }

  async reservation(id: string): Promise<Reservation> {
    return (await this.staff.ask<{ reservation: Reservation }>(`query($i: ID!) { reservation(id: $i) { ${reservationFields} } }`, { i: id })).reservation
  }

  async reservations(): Promise<Reservation[]> {
    const query = `query($v: ID!) { reservations(venueId: $v, first: 100) { nodes { ${reservationFields} } } }`
    return (await this.staff.ask<{ reservations: { nodes: Reservation[] } }>(query, { v: this.id })).reservations.nodes
  }

  async wait(slot: Slot, who: Guest = stranger(), by: Client = this.staff): Promise<Entry> {
    const input = { venueId: this.id, partySize: who.party ?? 2, from: slot.startsAt, to: slot.endsAt, ...(by === this.staff ? { customer: contact(who) } : {}) }
    return (await by.do<{ entry: Entry }>('joinWaitlist', input, `entry { ${entryFields} }`)).entry
  }

  async offers(): Promise<Offer[]> {
    const query = `query($v: ID!) { offers(venueId: $v, first: 100) { nodes { ${offerFields} } } }`
    return (await this.staff.ask<{ offers: { nodes: Offer[] } }>(query, { v: this.id })).offers.nodes
  }

  async offer(id: string): Promise<Offer> {
    return (await this.staff.ask<{ offer: Offer }>(`query($i: ID!) { offer(id: $i) { ${offerFields} } }`, { i: id })).offer
  }

  /** Books a slot, lets somebody wait for it and cancels: what comes of it is an offer to whoever waited. */
  async offerOf(slot: Slot, who: Guest = stranger(), by: Client = this.staff): Promise<Offer> {
    const booked = await this.book(slot)
    const entry = await this.wait(slot, who, by)
    await this.cancel(booked)
    return until(`${who.name} is made an offer`, async () => (await this.offers()).find((offer) => offer.entry.id === entry.id && offer.status === 'OFFERED'))
  }

  /** Another member of staff, who has a key and no window. */
  async rival(name = 'Rival at the door'): Promise<Client> {
    const issued = await this.admin.do<{ secret: string }>('issueApiKey', { name, role: 'STAFF', venueIds: [this.id], idempotencyKey: newKey() }, 'secret')
    return this.tenant.holding(issued.secret)
  }
}

export interface Guest {
  name: string
  email?: string
  party?: number
}

const contact = (who: Guest): { name: string; email?: string } => ({ name: who.name, ...(who.email ? { email: who.email } : {}) })

/** Somebody whom nobody knows yet. */
export function stranger(name?: string): Guest {
  const tag = randomBytes(4).toString('hex')
  return { name: name ?? `Guest ${tag}`, email: `guest-${tag}@example.com` }
}
