// What stands on the screen of the action queue, in which order, and what is selected. The list never re-orders under a hand: while somebody is
// at it, rows stay where they are, decided ones too, and what arrives waits until it is asked for or the hand is gone.

export interface Waiting {
  id: string
  kind: string
  version: number
  dueAt?: string | null
  since: string
}

export interface Row<I extends Waiting> {
  item: I
  /** It no longer waits: somebody or something settled it. The row stays, pale, until the selection moves on. */
  gone: boolean
}

export interface Board<I extends Waiting> {
  rows: readonly Row<I>[]
  selected: string | null
}

export const emptyBoard = { rows: [], selected: null } as const satisfies Board<never>

/** The server's order: by when somebody should act, what never hurries last; then by how long it waits. */
export function byUrgency(a: Waiting, b: Waiting): number {
  const due = (item: Waiting) => (item.dueAt ? Date.parse(item.dueAt) : Number.POSITIVE_INFINITY)
  const [dueA, dueB] = [due(a), due(b)]
  if (dueA !== dueB) return dueA < dueB ? -1 : 1
  return Date.parse(a.since) - Date.parse(b.since) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** What waits now, brought onto the board. With a hand on the list nothing moves and nothing new comes in. */
export function bring<I extends Waiting>(board: Board<I>, waiting: readonly I[], hand: boolean): Board<I> {
  const now = new Map(waiting.map((item) => [item.id, item]))
  if (!hand) return admit({ ...board, rows: board.rows.map((row) => ({ ...row, gone: !now.has(row.item.id) })) }, waiting)
  let changed = false
  const rows = board.rows.map((row) => {
    const item = now.get(row.item.id)
    if (item === row.item && !row.gone) return row
    if (!item && row.gone) return row
    changed = true
    return item ? { item, gone: false } : { ...row, gone: true }
  })
  return changed ? { ...board, rows } : board
}

/** Lets in what has arrived, and takes out what is settled, apart from the row that is selected: it is still being looked at. */
export function admit<I extends Waiting>(board: Board<I>, waiting: readonly I[]): Board<I> {
  const place = board.rows.findIndex((row) => row.item.id === board.selected)
  const kept = board.rows[place]
  const rows: Row<I>[] = waiting.map((item) => ({ item, gone: false }))
  if (kept?.gone && !waiting.some((item) => item.id === kept.item.id)) rows.splice(Math.min(place, rows.length), 0, kept)
  const selected = rows.some((row) => row.item.id === board.selected) ? board.selected : null
  return { rows, selected }
}

/** What has arrived and is not on the board yet. */
export function arrivals<I extends Waiting>(board: Board<I>, waiting: readonly I[]): I[] {
  const shown = new Set(board.rows.map((row) => row.item.id))
  return waiting.filter((item) => !shown.has(item.id))
}

/** Moves the selection to a row. What is settled leaves the board once the selection has moved on. */
export function select<I extends Waiting>(board: Board<I>, id: string | null): Board<I> {
  if (id === board.selected) return board
  return { selected: id, rows: board.rows.filter((row) => !row.gone || row.item.id === id) }
}

/** The row so many steps away, by where the selected one stands; the first or the last from nowhere. Null where there is none. */
export function neighbour<I extends Waiting>(board: Board<I>, steps: 1 | -1): string | null {
  if (board.rows.length === 0) return null
  const place = board.rows.findIndex((row) => row.item.id === board.selected)
  const next = place === -1 ? (steps === 1 ? 0 : board.rows.length - 1) : place + steps
  return board.rows[next]?.item.id ?? null
}

/** The next row that still waits, from the selected one on and then from the top. */
export function nextWaiting<I extends Waiting>(board: Board<I>): string | null {
  const place = board.rows.findIndex((row) => row.item.id === board.selected)
  const order = [...board.rows.slice(place + 1), ...board.rows.slice(0, Math.max(place, 0))]
  return order.find((row) => !row.gone)?.item.id ?? null
}
