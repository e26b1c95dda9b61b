import { useCallback, useEffect, useState } from 'react'
import { admit, arrivals, type Board, bring, emptyBoard, neighbour, nextWaiting, select } from './board'
import type { Item } from './useActionQueue'

/** The board of the screen: what waits, brought onto it as far as there is no hand on the list. */
export function useBoard(waiting: readonly Item[] | undefined, hand: boolean) {
  const [board, set] = useState<Board<Item>>(emptyBoard)
  const held = hand && board.selected !== null
  useEffect(() => {
    if (waiting) set((before) => bring(before, waiting, held))
  }, [waiting, held])
  const choose = useCallback((id: string | null) => set((before) => select(before, id)), [])
  return {
    board,
    /** What has arrived and waits behind the hand. */
    fresh: held && waiting ? arrivals(board, waiting) : [],
    selected: board.rows.find((row) => row.item.id === board.selected),
    choose,
    /** The id that the selection moves to by so many steps. */
    step: (steps: 1 | -1) => neighbour(board, steps),
    onward: () => nextWaiting(board),
    letIn: () => waiting && set((before) => admit(before, waiting)),
  }
}
