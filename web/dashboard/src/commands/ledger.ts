import { serverNow } from '../api/clock'
import { stored } from '../api/keys'
import { watched } from '../api/observable'
import type { CommandRecord, CommandResult, OpenCommand } from './kinds'

// The page's memory of its commands. Staff's lives in sessionStorage: it survives a reload and a crash, and ends with the tab. A guest's lives in
// localStorage, because phones drop tabs. Each viewer has a memory of their own.

export interface Memory {
  /** By target: one command at a time may be open on it. */
  open: Record<string, OpenCommand>
  /** Settled, the newest first. */
  recent: CommandRecord[]
}

const nothing: Memory = { open: {}, recent: [] }
const mostRecent = 60
/** The server forgets keys after seven days; a command that is older would be done anew. */
const keptFor = 6 * 24 * 3_600_000

let place: { storage: Storage; name: string } | undefined
/** The storage is full or forbidden: the memory lives with the page alone. */
let forbidden = false
let viewer = ''

export const memory = watched<Memory>(nothing)
/** Results of this page's life, by target; the newest of each. */
export const results = watched<ReadonlyMap<string, CommandResult>>(new Map())

function read(): Memory {
  if (!place || forbidden) return memory.get()
  try {
    const kept = JSON.parse(place.storage.getItem(place.name) ?? 'null') as Memory | null
    if (!kept?.open || !kept.recent) return nothing
    const since = serverNow() - keptFor
    return { open: Object.fromEntries(Object.entries(kept.open).filter(([, command]) => command.at > since)), recent: kept.recent }
  } catch {
    return nothing
  }
}

/** Changes what the storage holds now: another tab of the same guest may have written since. */
function change(how: (before: Memory) => Memory): void {
  const next = how(read())
  try {
    // First into the storage: a command may leave only when it is written down.
    if (!forbidden) place?.storage.setItem(place.name, JSON.stringify(next))
  } catch {
    forbidden = true
  }
  memory.set(next)
}

/** Opens the memory of a viewer; called once who that is is known. */
export function openLedger(who: { id: string; guest: boolean }): void {
  viewer = who.id
  place = { storage: who.guest ? localStorage : sessionStorage, name: `${stored.commands}.${who.id}` }
  forbidden = false
  memory.set(nothing)
  memory.set(read())
}

/** Hears of what another tab of the same guest wrote. */
export function watchOtherTabs(wrote: () => void = () => {}): () => void {
  const changed = (event: StorageEvent) => {
    if (!place || event.storageArea !== place.storage || event.key !== place.name) return
    memory.set(read())
    wrote()
  }
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

export const currentViewer = (): string => viewer

export const openOn = (target: string): OpenCommand | undefined => memory.get().open[target]

/** Writes a command down. */
export function begin(command: OpenCommand): void {
  change((before) => ({ ...before, open: { ...before.open, [command.target]: command } }))
}

/** Notes how far an open command is. */
export function turn(target: string, key: string, phase: OpenCommand['phase']): void {
  const command = openOn(target)
  if (command?.key === key && command.phase !== phase) begin({ ...command, phase })
}

const summary = (result: CommandResult): CommandRecord => {
  const { payload: _, now: __, saw: ___, reread: ____, ...record } = result
  return record
}

/** Closes a command with its result, which is kept for the rest of the session. */
export function settle(result: CommandResult): void {
  change((before) => ({
    open: Object.fromEntries(Object.entries(before.open).filter(([, command]) => command.key !== result.key)),
    recent: [summary(result), ...before.recent.filter((record) => record.key !== result.key)].slice(0, mostRecent),
  }))
  results.set(new Map(results.get()).set(result.target, result))
}

/** Says more of a result that is settled already: how the work goes that a worker took over. */
export function restate(result: CommandResult): void {
  change((before) => ({ ...before, recent: before.recent.map((record) => (record.key === result.key ? summary(result) : record)) }))
  const shown = results.get().get(result.target)
  if (!shown || shown.key === result.key) results.set(new Map(results.get()).set(result.target, result))
}

/** Takes a result off the screen; the list of recent commands keeps it. */
export function dismiss(target: string): void {
  if (!results.get().has(target)) return
  const next = new Map(results.get())
  next.delete(target)
  results.set(next)
}

/** For tests: as if the page had been left. The storages stay. */
export function leavePage(): void {
  place = undefined
  forbidden = false
  viewer = ''
  memory.set(nothing)
  results.set(new Map())
}
