import type { ProblemCode } from '../../gql/enums'
import type { FloorDay } from './FloorDay'
import type { Bar } from './kinds'
import { type Ground, type Lifted, nearest, type Target, targetsIn } from './targets'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** What is in the hand, and over what. */
export interface InHand {
  lifted: Lifted
  by: 'pointer' | 'keys'
  /** The targets of each row. */
  targets: ReadonlyMap<string, readonly Target[]>
  at: Target | null
  /** The server has been asked; before that only what is on the screen is known. */
  sure: boolean
}

const refreshEvery = 250

/**
 * A booking in somebody's hand. Nothing is changed by carrying it: rows show where it would fit and why not, and what is let go becomes a command
 * elsewhere. While it is carried the floor goes on changing, and so do the answers.
 */
export class Carry {
  #now: InHand | null = null
  #listeners = new Set<() => void>()
  #said: ReadonlyMap<string, readonly ProblemCode[]> | undefined
  #stop: (() => void) | undefined
  #turn = 0

  constructor(
    private readonly floor: FloorDay,
    private readonly clock: () => number,
    /** Asks the server which slots suit a party. */
    private readonly ask: (party: number) => Promise<ReadonlyMap<string, readonly ProblemCode[]>>,
  ) {}

  get = (): InHand | null => this.#now
  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether a bar may be picked up: the contract names the command, and nothing about it is on its way. */
  static may = (bar: Bar): boolean => bar.booking.commands.includes('moveReservation') && !bar.open && !bar.booking.inHand

  lift(bar: Bar, by: InHand['by']): void {
    this.putBack()
    const lifted: Lifted = { key: bar.key, placeId: bar.placeId, from: bar.from, until: bar.until, booking: bar.booking }
    const turn = ++this.#turn
    this.#said = undefined
    this.#weigh(lifted, by)
    let timer: ReturnType<typeof setTimeout> | undefined
    const off = this.floor.watch(() => (timer ??= setTimeout(() => ((timer = undefined), this.#weigh(lifted, by)), refreshEvery)))
    this.#stop = () => (clearTimeout(timer), off())
    this.ask(bar.booking.partySize).then(
      (said) => {
        if (turn !== this.#turn || !this.#now) return
        this.#said = said
        this.#weigh(lifted, by)
      },
      () => {}, // what is on the screen has to do; the command is judged by the server anyway
    )
  }

  /** Holds it over a row at a moment. */
  over(placeId: string, at: number): void {
    const now = this.#now
    if (!now) return
    const target = nearest(now.targets.get(placeId) ?? [], at) ?? null
    if (target !== now.at) this.#set({ ...now, at: target })
  }

  /** Holds it over no row. */
  overNothing(): void {
    if (this.#now?.at) this.#set({ ...this.#now, at: null })
  }

  /** A step of the keys: along the row, or to the row above or below that has a place for it. */
  step(direction: Direction): Target | null {
    const now = this.#now
    if (!now) return null
    const here = now.at ?? nearest(now.targets.get(now.lifted.placeId) ?? [], now.lifted.from)
    if (!here) return null
    let next: Target | undefined
    if (direction === 'left' || direction === 'right') {
      const row = now.targets.get(here.placeId) ?? []
      next = row[row.findIndex((target) => target.from === here.from) + (direction === 'left' ? -1 : 1)]
    } else {
      const rows = this.floor.placeIds().filter((id) => (now.targets.get(id) ?? []).length > 0)
      const to = rows[rows.indexOf(here.placeId) + (direction === 'up' ? -1 : 1)]
      if (to) next = nearest(now.targets.get(to)!, here.from)
    }
    if (next) this.#set({ ...now, at: next })
    return next ?? null
  }

  putBack(): void {
    this.#turn++
    this.#stop?.()
    this.#stop = undefined
    if (this.#now) this.#set(null)
  }

  #ground(): Ground {
    const { floor } = this
    return {
      now: this.clock(), obstacles: this.#said,
      place: (id) => floor.place(id),
      slotsOf: (id) => floor.slotsOf(id),
      excludes: (id) => floor.excludes(id),
      paused: (place, span) => floor.paused(place, span),
      bookingsAt: (id) => floor.bookingsAt(id),
    }
  }

  #weigh(lifted: Lifted, by: InHand['by']): void {
    const ground = this.#ground()
    const targets = new Map(this.floor.placeIds().map((id) => [id, targetsIn(ground, id, lifted)]))
    const before = this.#now
    const at = before ? before.at : nearest(targets.get(lifted.placeId) ?? [], lifted.from)
    const same = at && (targets.get(at.placeId)?.find((target) => target.from === at.from) ?? null)
    this.#set({ lifted, by, targets, at: same ?? null, sure: !!this.#said })
  }

  #set(next: InHand | null): void {
    this.#now = next
    for (const listener of this.#listeners) listener()
  }
}
