import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { FloorDay } from './FloorDay'
import type { RowView } from './kinds'
import { type Step, stopAt, stopsOf, walk } from './walk'

interface Last {
  element: HTMLElement
  key: string
  placeId: string
  booking: string | undefined
  at: number
}

const cellOf = (grid: HTMLElement, key: string) => grid.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)

/**
 * One cell of the grid takes the tab key; arrows go to the others. Which one it is stands in the elements alone: hundreds of bars need not know.
 * When the cell that has the focus is drawn elsewhere, since the server says that the booking has moved, the focus goes along.
 */
export function useRoving(grid: RefObject<HTMLElement | null>, floor: FloorDay) {
  const last = useRef<Last>(undefined)
  /** Up and down keep to the moment at which they were begun. */
  const column = useRef<number>(undefined)

  const rows = useCallback(() => floor.placeIds().map((id) => floor.row(id)).filter((row): row is RowView => !!row), [floor])

  /** Notes which cell has the focus. */
  const noticed = useCallback(
    (element: HTMLElement) => {
      const key = element.dataset.key!
      const placeId = element.closest<HTMLElement>('[data-row]')!.dataset.row!
      const row = floor.row(placeId)
      const stop = row && stopsOf(row).find((one) => one.key === key)
      if (last.current && last.current.element !== element) last.current.element.tabIndex = -1
      element.tabIndex = 0
      last.current = { element, key, placeId, booking: element.dataset.booking, at: stop ? Math.max(stop.from, floor.bounds.from) : 0 }
      column.current = undefined
    },
    [floor],
  )

  /** Moves the focus. It is noted here and not only when the browser tells of it: a page in the background is told later, one cell must take the tab key now. */
  const focus = useCallback(
    (element: HTMLElement) => {
      noticed(element)
      element.focus({ preventScroll: true })
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    [noticed],
  )

  const step = useCallback(
    (to: Step) => {
      const from = last.current
      if (!grid.current || !from) return
      const vertical = to === 'up' || to === 'down' || to === 'top' || to === 'bottom'
      if (!vertical) column.current = undefined
      else column.current ??= from.at
      const stop = walk(rows(), from, column.current ?? from.at, to)
      const element = stop && cellOf(grid.current, stop.key)
      const kept = column.current
      if (element) focus(element)
      column.current = kept
    },
    [grid, rows, focus],
  )

  useEffect(() => {
    last.current = undefined
    const mend = () => {
      const root = grid.current
      if (!root) return
      const was = last.current
      if (was?.element.isConnected) return
      const lost = !!was && (document.activeElement === document.body || document.activeElement === null)
      const row = was && floor.row(was.placeId)
      const stop = row && stopAt(stopsOf(row), was.at)
      const next =
        (was?.booking && root.querySelector<HTMLElement>(`[data-booking="${CSS.escape(was.booking)}"]`)) || (stop && cellOf(root, stop.key)) || root.querySelector<HTMLElement>('[data-key]')
      if (!next) return
      if (lost) focus(next)
      else noticed(next)
    }
    let planned = 0
    const off = floor.watch(() => {
      planned ||= requestAnimationFrame(() => {
        planned = 0
        mend()
      })
    })
    const first = requestAnimationFrame(() => {
      if (grid.current && !grid.current.querySelector('[data-key][tabindex="0"]')) mend()
    })
    return () => {
      off()
      cancelAnimationFrame(planned)
      cancelAnimationFrame(first)
    }
  }, [grid, floor, focus, noticed])

  return { step, noticed }
}
