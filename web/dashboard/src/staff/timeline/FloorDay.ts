import { isLate, isLive } from './bars'
import { exclusions } from './clashes'
import type { Bar, Booking, OpenOffer, PauseSpan, Place, RowView, Slot, Span } from './kinds'
import { pausesOf, rowView } from './rowView'
import { meets } from './span'

export interface Section {
  id: string
  /** Null for the places that stand in no area. */
  name: string | null
  placeIds: readonly string[]
}

export interface Summary {
  /** Parties that are expected, held, seated, late; bars that clash. */
  confirmed: number
  held: number
  seated: number
  late: number
  conflicts: number
}

const nobody: Summary = { confirmed: 0, held: 0, seated: 0, late: 0, conflicts: 0 }

/** Milliseconds between two drawings of what changed, at least: nobody reads faster, and what is carried across must not stutter for it. */
const drawnEvery = 100

/** Runs work with a frame, so many milliseconds after the one before at the earliest. */
function paced(every: number): (work: () => void) => void {
  let last = -every
  return (work) => {
    const draw = () =>
      void requestAnimationFrame(() => {
        last = performance.now()
        work()
      })
    const wait = last + every - performance.now()
    if (wait > 0) setTimeout(draw, wait)
    else draw()
  }
}

/**
 * The floor of one day: what was read of it and what the streams have told since. Hundreds of changes a second may come in; what they change is
 * worked out together, for the rows that they touch, and only what looks different afterwards is drawn again. After a quiet while a change is
 * drawn with the next frame.
 */
export class FloorDay {
  #places = new Map<string, Place>()
  #sections: readonly Section[] = []
  #excluding = new Map<string, Set<string>>()
  #bookings = new Map<string, Booking>()
  #bookingsOf = new Map<string, Set<string>>()
  #slots = new Map<string, Slot>()
  #slotsOf = new Map<string, Slot[]>()
  #offers = new Map<string, OpenOffer>()
  #offerVersions = new Map<string, number>()
  #pauses: readonly PauseSpan[] = []
  #open: ReadonlySet<string> = new Set()
  #withOver = false
  /** The newest version of each booking that was heard of, of whatever day. */
  #heard = new Map<string, number>()
  /** Counts what comes in, so that a list that was read knows what came after it was asked for. */
  #clock = 0
  #cameAt = new Map<string, number>()

  #views = new Map<string, RowView>()
  #dirty = new Set<string>()
  #rowListeners = new Map<string, Set<() => void>>()
  #listeners = new Set<() => void>()
  #planned = false
  #summary = nobody
  #revision = 0

  constructor(
    readonly bounds: Span,
    private readonly now: () => number,
    /** Runs the work when it is to be drawn. */
    private readonly nextFrame: (work: () => void) => void = paced(drawnEvery),
  ) {}

  // Reading it.

  get sections(): readonly Section[] {
    return this.#sections
  }
  get summary(): Summary {
    return this.#summary
  }
  /** Rises with every frame in which something changed. */
  get revision(): number {
    return this.#revision
  }
  row(placeId: string): RowView | undefined {
    return this.#views.get(placeId)
  }
  place(id: string): Place | undefined {
    return this.#places.get(id)
  }
  booking(id: string): Booking | undefined {
    return this.#bookings.get(id)
  }
  /** The bookings that take some of a place. */
  bookingsAt(placeId: string): Booking[] {
    return [...(this.#bookingsOf.get(placeId) ?? [])].flatMap((id) => this.#bookings.get(id) ?? [])
  }
  slotsOf(placeId: string): readonly Slot[] {
    return this.#slotsOf.get(placeId) ?? []
  }
  /** Whether no new bookings are taken at a place in some of this time. */
  paused(place: Place, span: Span): boolean {
    return pausesOf(place, this.#pauses).some((pause) => meets(pause, span))
  }
  /** The places that can't be taken while this one is. */
  excludes(placeId: string): ReadonlySet<string> {
    return this.#excluding.get(placeId) ?? new Set()
  }
  /** The places in the order of their rows. */
  placeIds(): string[] {
    return this.#sections.flatMap((section) => section.placeIds)
  }
  /** Every bar of the day, by start and then by row. */
  bars(): Bar[] {
    return this.placeIds().flatMap((id) => this.#views.get(id)?.bars ?? []).toSorted((a, b) => a.from - b.from)
  }
  isOpen(bookingId: string): boolean {
    return this.#open.has(bookingId)
  }
  /** A mark to give to `setBookings` and its like: what comes in after it is newer than the list. */
  get mark(): number {
    return this.#clock
  }

  watchRow = (placeId: string, listener: () => void): (() => void) => {
    const all = this.#rowListeners.get(placeId) ?? new Set()
    this.#rowListeners.set(placeId, all.add(listener))
    return () => all.delete(listener)
  }
  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  // What was read.

  setPlaces(places: readonly Place[], areas: readonly { id: string; name: string }[]): void {
    this.#places = new Map(places.map((place) => [place.id, place]))
    this.#excluding = exclusions(places)
    const named = areas.map((area): Section => ({ id: area.id, name: area.name, placeIds: places.filter((place) => place.area?.id === area.id).map((place) => place.id) }))
    const known = new Set(areas.map((area) => area.id))
    const others = places.filter((place) => !place.area || !known.has(place.area.id)).map((place) => place.id)
    this.#sections = [...named, { id: '', name: null, placeIds: others }].filter((section) => section.placeIds.length > 0)
    for (const id of this.#views.keys()) if (!this.#places.has(id)) this.#views.delete(id)
    this.#touchAll()
  }

  setPauses(pauses: readonly PauseSpan[]): void {
    this.#pauses = pauses
    this.#touchAll()
  }

  /** Takes a list of the day's bookings. One that is missing from it is gone, unless it came in after the mark. */
  setBookings(list: readonly Booking[], mark: number): void {
    const there = new Set(list.map((booking) => booking.id))
    for (const [id, booking] of this.#bookings) if (!there.has(id) && (this.#cameAt.get(id) ?? 0) <= mark) this.#drop(booking)
    for (const booking of list) this.#takeBooking(booking)
  }

  setSlots(list: readonly Slot[], mark: number): void {
    const there = new Set(list.map((slot) => slot.id))
    for (const [id, slot] of this.#slots) if (!there.has(id) && (this.#cameAt.get(id) ?? 0) <= mark) this.#dropSlot(slot)
    for (const slot of list) this.#takeSlot(slot)
  }

  setOffers(list: readonly OpenOffer[], mark: number): void {
    const there = new Set(list.map((offer) => offer.id))
    for (const offer of this.#offers.values()) if (!there.has(offer.id) && (this.#cameAt.get(offer.id) ?? 0) <= mark) this.#offers.delete(offer.holdId)
    for (const offer of list) this.heardOffer(offer, true, false)
    this.#touchAll()
  }

  // What streams tell.

  heardBooking(booking: Booking): void {
    this.#cameAt.set(booking.id, ++this.#clock)
    this.#takeBooking(booking)
  }

  heardSlot(slot: Slot): void {
    this.#cameAt.set(slot.id, ++this.#clock)
    this.#takeSlot(slot)
  }

  heardOffer(offer: OpenOffer, isOpen: boolean, came = true): void {
    if (offer.version < (this.#offerVersions.get(offer.id) ?? 0)) return
    if (came) this.#cameAt.set(offer.id, ++this.#clock)
    this.#offerVersions.set(offer.id, offer.version)
    if (isOpen) this.#offers.set(offer.holdId, offer)
    else this.#offers.delete(offer.holdId)
    const hold = this.#bookings.get(offer.holdId)
    if (hold) this.#touchBooking(hold)
  }

  // What the page itself knows.

  /** The bookings about which a command is open. */
  setOpen(ids: ReadonlySet<string>): void {
    const changed = [...ids, ...this.#open].filter((id) => ids.has(id) !== this.#open.has(id))
    this.#open = ids
    for (const id of changed) {
      const booking = this.#bookings.get(id)
      if (booking) this.#touchBooking(booking)
    }
  }

  showOver(withOver: boolean): void {
    if (this.#withOver === withOver) return
    this.#withOver = withOver
    this.#touchAll()
  }

  /** Time has passed: parties become late, times that are free go by. */
  tick(): void {
    this.#touchAll()
  }

  /** Works out at once what has changed; tests and first paint need not wait for a frame. */
  flush(): void {
    this.#planned = false
    const now = this.now()
    const changed: string[] = []
    for (const id of this.#dirty) {
      const place = this.#places.get(id)
      if (!place) continue
      const before = this.#views.get(id)
      const view = rowView(
        {
          place, now, day: this.bounds, bookings: this.bookingsAt(id), slots: this.slotsOf(id), pauses: this.#pauses, offers: this.#offers, open: this.#open, withOver: this.#withOver,
          neighbours: [...this.excludes(id)].flatMap((other) => this.bookingsAt(other).map((booking) => ({ booking, placeId: other, name: this.#places.get(other)?.name ?? '' }))),
        },
        before,
      )
      if (view === before) continue
      this.#views.set(id, view)
      changed.push(id)
    }
    this.#dirty.clear()
    if (changed.length === 0) return
    this.#summarise(now)
    this.#revision++
    for (const id of changed) for (const listener of this.#rowListeners.get(id) ?? []) listener()
    for (const listener of this.#listeners) listener()
  }

  #takeBooking(booking: Booking): void {
    const known = this.#heard.get(booking.id) ?? -1
    if (booking.version < known) return
    const before = this.#bookings.get(booking.id)
    // Of the same version, what the server said last counts: what may be done about it changes with time.
    this.#heard.set(booking.id, booking.version)
    if (before) {
      this.#touchBooking(before)
      for (const slot of before.slots) this.#bookingsOf.get(slot.placeId)?.delete(before.id)
    }
    if (!booking.slots.some((slot) => meets(slot, this.bounds))) {
      this.#bookings.delete(booking.id)
      return
    }
    this.#bookings.set(booking.id, booking)
    for (const { placeId } of booking.slots) {
      const all = this.#bookingsOf.get(placeId)
      if (all) all.add(booking.id)
      else this.#bookingsOf.set(placeId, new Set([booking.id]))
    }
    this.#touchBooking(booking)
  }

  #drop(booking: Booking): void {
    this.#touchBooking(booking)
    this.#bookings.delete(booking.id)
    for (const slot of booking.slots) this.#bookingsOf.get(slot.placeId)?.delete(booking.id)
  }

  #takeSlot(slot: Slot): void {
    const before = this.#slots.get(slot.id)
    if (before && slot.version < before.version) return
    if (before) this.#dropSlot(before)
    if (slot.state !== 'RETIRED') {
      this.#slots.set(slot.id, slot)
      const all = this.#slotsOf.get(slot.placeId)
      if (!all) this.#slotsOf.set(slot.placeId, [slot])
      else {
        const at = all.findLastIndex((other) => other.from < slot.from || (other.from === slot.from && other.id < slot.id))
        all.splice(at + 1, 0, slot)
      }
    }
    this.#touch(slot.placeId)
  }

  #dropSlot(slot: Slot): void {
    this.#slots.delete(slot.id)
    const all = this.#slotsOf.get(slot.placeId)
    const at = all?.indexOf(slot) ?? -1
    if (at >= 0) all!.splice(at, 1)
    this.#touch(slot.placeId)
  }

  #touchBooking(booking: Booking): void {
    for (const { placeId } of booking.slots) {
      this.#touch(placeId)
      for (const other of this.excludes(placeId)) this.#touch(other)
    }
  }

  #touchAll(): void {
    for (const id of this.#places.keys()) this.#touch(id)
  }

  #touch(placeId: string): void {
    this.#dirty.add(placeId)
    if (this.#planned) return
    this.#planned = true
    this.nextFrame(() => this.#planned && this.flush())
  }

  #summarise(now: number): void {
    const sum = { ...nobody }
    for (const booking of this.#bookings.values()) {
      if (booking.status === 'CONFIRMED') sum.confirmed++
      if (booking.status === 'HELD') sum.held++
      if (booking.status === 'CHECKED_IN') sum.seated++
      if (isLive(booking.status) && isLate(booking, now)) sum.late++
    }
    for (const view of this.#views.values()) for (const bar of view.bars) if (bar.conflict) sum.conflicts++
    const same = (Object.keys(sum) as (keyof Summary)[]).every((name) => sum[name] === this.#summary[name])
    if (!same) this.#summary = sum
  }
}
