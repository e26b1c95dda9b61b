import type { ProblemCode, ReservationStatus, ResourceKind, SlotState } from '../../gql/enums'

// What the floor of one day is made of. Instants are milliseconds of the epoch.

/** A stretch of time, the end not included. */
export interface Span {
  from: number
  until: number
}

/** A table, a doctor, a room: one row. */
export interface Place {
  id: string
  name: string
  kind: ResourceKind
  minParty: number
  maxParty: number
  capacity: number
  active: boolean
  walkInOnly: boolean
  /** The area it stands in; null where none is named. */
  area: { id: string; name: string } | null
  /** The places that it joins: it and they exclude each other. */
  joins: readonly string[]
}

/** One time of a place that can be booked. */
export interface Slot extends Span {
  id: string
  version: number
  placeId: string
  capacity: number
  remaining: number
  state: SlotState
  walkInOnly: boolean
}

/** A slot as a booking names it; this never changes. */
export interface BookedSlot extends Span {
  id: string
  placeId: string
  /** The opening rules no longer have it. */
  withdrawn: boolean
}

export interface Booking {
  id: string
  version: number
  status: ReservationStatus
  partySize: number
  name: string
  createdAt: number
  /** Deadline of a hold; null where there is none. */
  expiresAt: number | null
  /** A guest asked and the venue has not answered yet. */
  requested: boolean
  walkIn: boolean
  /** Booked against the rules. */
  overridden: boolean
  /** An outside booking system is being asked about it. */
  inHand: boolean
  /** The commands that are legal for whoever looks. */
  commands: readonly string[]
  /** By start. */
  slots: readonly BookedSlot[]
}

/** An open offer; it stands on a hold. */
export interface OpenOffer {
  id: string
  version: number
  holdId: string
}

/** A time in which no new bookings are taken, of one place or, without one, of the whole venue. */
export interface PauseSpan extends Span {
  placeId: string | null
  reason: string
}

export type Look = 'hold' | 'offer' | 'confirmed' | 'seated' | 'done'

/** A booking as it stands in one row; a booking of two tables has two bars. */
export interface Bar extends Span {
  /** Of its own among all bars. */
  key: string
  booking: Booking
  placeId: string
  look: Look
  lane: number
  late: boolean
  /** It clashes with another booking, or with what the place holds. */
  conflict: boolean
  /** The opening rules no longer have its time. */
  withdrawn: boolean
  /** A command about it has not ended yet. */
  open: boolean
}

/** A free time that a walk-in may be seated at. It is drawn until the next slot of the row begins. */
export interface FreeCell extends Span {
  slot: Slot
  /** Places of it that are taken; for shared places only. */
  used: number
}

/** How much of a shared place is taken at one time. */
export interface Use extends Span {
  used: number
  capacity: number
}

/** Time that can't be booked in this row, and why. */
export interface Shut extends Span {
  why: 'closed' | 'paused' | 'joined'
  /** The reason of a pause, or what is joined. */
  text: string
}

/** All that one row shows. A part that did not change is the very same object as before. */
export interface RowView {
  place: Place
  bars: readonly Bar[]
  lanes: number
  free: readonly FreeCell[]
  shut: readonly Shut[]
  use: readonly Use[]
  conflict: boolean
}

/** Why something can't be moved to a place: a reason of the contract, or one that only the screen knows. */
export type Obstacle = ProblemCode | 'NO_SLOT'
