import { watched } from '../../api/observable'
import type { Booking, Obstacle, Span } from './kinds'
import type { Target } from './targets'

/** A move that was let go over a place: it is a command now, or was refused before it became one. */
export interface PlannedMove {
  id: string
  booking: Booking
  /** Where it lay when it was picked up. */
  from: Span & { placeId: string; slotIds: readonly string[] }
  to: Target
  /** The version that whoever moved it had seen. */
  seen: number
  /** It does not fit, so nothing was sent. */
  obstacle?: Obstacle
}

/** Moves of this page, the newest last, until they are taken off the screen. One of a booking at a time is shown. */
export class Moves {
  readonly all = watched<readonly PlannedMove[]>([])
  #pending = watched<ReadonlySet<string>>(new Set())

  add(move: PlannedMove): void {
    this.all.set([...this.all.get().filter((other) => other.booking.id !== move.booking.id), move])
    if (!move.obstacle) this.#pending.set(new Set(this.#pending.get()).add(move.id))
  }

  remove(id: string): void {
    this.settled(id)
    this.all.set(this.all.get().filter((move) => move.id !== id))
  }

  settled(id: string): void {
    if (!this.#pending.get().has(id)) return
    const rest = new Set(this.#pending.get())
    rest.delete(id)
    this.#pending.set(rest)
  }

  /** The moves whose result is not known yet: their new places are shown as ghosts. */
  get pending() {
    return this.#pending
  }
}
