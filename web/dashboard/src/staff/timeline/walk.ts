import type { Bar, FreeCell, RowView, Span } from './kinds'

// Going through the grid by arrow keys: bars and free times are its cells, in the order of time.

export interface Stop extends Span {
  /** As it stands in the element's data-key. */
  key: string
  placeId: string
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'top' | 'bottom'

export const keyOfCell = (cell: FreeCell): string => `free ${cell.slot.id}`

const stopOfBar = (bar: Bar): Stop => ({ key: bar.key, placeId: bar.placeId, from: bar.from, until: bar.until })
const stopOfCell = (cell: FreeCell): Stop => ({ key: keyOfCell(cell), placeId: cell.slot.placeId, from: cell.from, until: cell.until })

/** The cells of a row. */
export const stopsOf = (row: RowView): Stop[] => [...row.bars.map(stopOfBar), ...row.free.map(stopOfCell)].toSorted((a, b) => a.from - b.from || (a.key < b.key ? -1 : 1))

/** The cell of a row that is there at a moment, or the nearest to it. */
export function stopAt(stops: readonly Stop[], at: number): Stop | undefined {
  const there = stops.find((stop) => stop.from <= at && at < stop.until)
  if (there) return there
  let best: Stop | undefined
  const far = (stop: Stop) => Math.min(Math.abs(stop.from - at), Math.abs(stop.until - at))
  for (const stop of stops) if (!best || far(stop) < far(best)) best = stop
  return best
}

/** Where a key leads from a cell; undefined where there is nothing in that direction. `at` is the moment that going up and down keeps to. */
export function walk(rows: readonly RowView[], from: { key: string; placeId: string }, at: number, step: Step): Stop | undefined {
  const index = rows.findIndex((row) => row.place.id === from.placeId)
  const stops = index < 0 ? [] : stopsOf(rows[index]!)
  const here = stops.findIndex((stop) => stop.key === from.key)
  const next = (order: readonly RowView[]) => order.map(stopsOf).find((others) => others.length > 0)
  switch (step) {
    case 'left':
      return stops[here < 0 ? stops.length - 1 : here - 1]
    case 'right':
      return stops[here + 1]
    case 'first':
      return stops[0]
    case 'last':
      return stops.at(-1)
    case 'up':
      return stopAt(next(rows.slice(0, Math.max(0, index)).toReversed()) ?? [], at)
    case 'down':
      return stopAt(next(rows.slice(index + 1)) ?? [], at)
    case 'top':
      return stopAt(next(rows) ?? [], at)
    case 'bottom':
      return stopAt(next(rows.toReversed()) ?? [], at)
  }
}

/** What a key means while nothing is carried. */
export function stepOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): Step | undefined {
  const far = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowLeft':
      return 'left'
    case 'ArrowRight':
      return 'right'
    case 'ArrowUp':
      return far ? 'top' : 'up'
    case 'ArrowDown':
      return far ? 'bottom' : 'down'
    case 'Home':
      return far ? 'top' : 'first'
    case 'End':
      return far ? 'bottom' : 'last'
    default:
      return undefined
  }
}
