import type { Span } from './kinds'
import { meets } from './span'

export interface Laned extends Span {
  key: string
}

/**
 * Puts bars that overlap into lanes beneath each other: as few as possible, but a bar that is in a lane stays in it while it can, so that nothing
 * jumps because something else has changed.
 */
export function packLanes(bars: readonly Laned[], before: ReadonlyMap<string, number>): Map<string, number> {
  const order = bars.toSorted((a, b) => a.from - b.from || b.until - a.until || (a.key < b.key ? -1 : 1))
  const lanes: Laned[][] = []
  const given = new Map<string, number>()
  const fits = (bar: Laned, lane: number) => !(lanes[lane] ?? []).some((other) => meets(bar, other))
  const put = (bar: Laned, lane: number) => {
    while (lanes.length <= lane) lanes.push([])
    lanes[lane]!.push(bar)
    given.set(bar.key, lane)
  }
  for (const bar of order) {
    const lane = before.get(bar.key)
    if (lane !== undefined && fits(bar, lane)) put(bar, lane)
  }
  for (const bar of order) {
    if (given.has(bar.key)) continue
    let lane = 0
    while (!fits(bar, lane)) lane++
    put(bar, lane)
  }
  return given
}

export const laneCount = (lanes: ReadonlyMap<string, number>): number => Math.max(0, ...lanes.values()) + 1
