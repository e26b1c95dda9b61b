import type { CombinedError } from '@urql/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { serverNow } from '../../api/clock'
import type { ActionItemPartsFragment } from '../../gql/staff/graphql'
import { useStream } from '../live/useStream'
import { byUrgency } from './board'
import { ActionItems, ActionItemsChanged } from './documents'

export type Item = ActionItemPartsFragment

interface ActionQueue {
  /** What waits now, most urgent first; undefined until it was read once. */
  waiting: readonly Item[] | undefined
  /** There is more than is shown here. */
  more: boolean
  error: CombinedError | undefined
  /** When it was last read whole, by the server's clock. */
  readAt: number
  again: () => void
}

/** After a change the list is read whole again, for time has its part in it too; no more often than so. */
const restMs = 1_500

/** What waits at a venue: read once, told of changes, and read again when the server said that time changes it. */
export function useActionQueue(venueId: string): ActionQueue {
  const client = useClient()
  const [state, set] = useState<Omit<ActionQueue, 'again'>>({ waiting: undefined, more: false, error: undefined, readAt: 0 })
  const heard = useRef(new Map<string, Item | null>())
  const reading = useRef(false)
  const left = useRef(false)
  const latest = useRef<() => Promise<void>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const dueAt = useRef(Number.POSITIVE_INFINITY)
  /** Reads again in so many milliseconds, unless it is to be read before that anyway. */
  const plan = useCallback((ms: number) => {
    const at = performance.now() + ms
    if (at >= dueAt.current) return
    clearTimeout(timer.current)
    dueAt.current = at
    timer.current = setTimeout(() => {
      dueAt.current = Number.POSITIVE_INFINITY
      void latest.current?.()
    }, ms)
  }, [])
  const read = useCallback(async () => {
    if (reading.current) return plan(restMs)
    reading.current = true
    heard.current = new Map()
    const answer = await client.query(ActionItems, { venueId }, { requestPolicy: 'network-only' }).toPromise()
    reading.current = false
    if (left.current) return
    const page = answer.data?.actionQueue
    if (!page) {
      set((before) => ({ ...before, error: answer.error }))
      return plan(5_000)
    }
    const meanwhile = heard.current
    const items = [...page.nodes.filter((item) => !meanwhile.has(item.id)), ...[...meanwhile.values()].filter((item) => item !== null)]
    set({ waiting: meanwhile.size > 0 ? items.sort(byUrgency) : page.nodes, more: page.pageInfo.hasNextPage, error: undefined, readAt: serverNow() })
    // A little later than told, so that the time has surely come there; never in less than a second, whatever the clocks say.
    if (page.changesAt) plan(Math.min(Math.max(1_000, Date.parse(page.changesAt) - serverNow() + 150), 10 * 60_000))
    else plan(60_000)
  }, [client, venueId, plan])
  latest.current = read
  useEffect(() => {
    left.current = false
    set({ waiting: undefined, more: false, error: undefined, readAt: 0 })
    void latest.current?.()
    const shown = () => document.visibilityState === 'visible' && plan(50)
    document.addEventListener('visibilitychange', shown)
    return () => {
      left.current = true
      clearTimeout(timer.current)
      dueAt.current = Number.POSITIVE_INFINITY
      document.removeEventListener('visibilitychange', shown)
    }
  }, [venueId, plan])
  useStream(
    ActionItemsChanged,
    { venueId },
    {
      begins: () => plan(0),
      changed: (events) => {
        const news = new Map<string, Item | null>()
        for (const { item, removedItemId } of events) {
          if (item) news.set(item.id, item)
          else if (removedItemId) news.set(removedItemId, null)
        }
        for (const [id, item] of news) heard.current.set(id, item)
        set((before) => {
          if (!before.waiting) return before
          const kept = before.waiting.filter((item) => !news.has(item.id))
          return { ...before, waiting: [...kept, ...[...news.values()].filter((item) => item !== null)].sort(byUrgency) }
        })
        plan(restMs)
      },
    },
  )
  return { ...state, again: () => plan(0) }
}
