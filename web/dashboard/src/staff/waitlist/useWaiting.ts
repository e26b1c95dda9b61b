import type { CombinedError } from '@urql/core'
import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'urql'
import { serverNow } from '../../api/clock'
import { useWatched } from '../../api/observable'
import { useFeed } from '../../api/useFeed'
import { results } from '../../commands/ledger'
import type { WaitlistEntryStatus } from '../../gql/enums'
import type { StaffWaitingQuery } from '../../gql/staff/graphql'
import { Waiting, WaitingOffersChanged } from './documents'

export type Entry = StaffWaitingQuery['waitlistEntries']['nodes'][number]
export type WaitlistVenue = NonNullable<StaffWaitingQuery['venue']>

interface WaitingList {
  entries: readonly Entry[] | undefined
  venue: WaitlistVenue | undefined
  error: CombinedError | undefined
  readAt: number
  again: () => void
}

/** A venue has no stream of those who join, so the list is read this often while somebody looks; offers are told at once. */
const everyMs = 5_000

/** Everybody on a venue's waitlist with these states, all pages, read again and again and at once when an offer changes. */
export function useWaiting(venueId: string, statuses: readonly WaitlistEntryStatus[]): WaitingList {
  const client = useClient()
  const [state, set] = useState<Omit<WaitingList, 'again'>>({ entries: undefined, venue: undefined, error: undefined, readAt: 0 })
  const [round] = useState({ n: 0, busy: false })
  const key = statuses.join()
  const read = useCallback(async () => {
    const mine = ++round.n
    round.busy = true
    const all: Entry[] = []
    let venue: WaitlistVenue | undefined
    let after: string | null | undefined
    do {
      const answer = await client
        .query(Waiting, { venueId, statuses: key.split(',') as WaitlistEntryStatus[], after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (mine !== round.n) return
      if (!answer.data) {
        round.busy = false
        return set((before) => ({ ...before, error: answer.error }))
      }
      all.push(...answer.data.waitlistEntries.nodes)
      venue = answer.data.venue ?? undefined
      const { hasNextPage, endCursor } = answer.data.waitlistEntries.pageInfo
      after = hasNextPage ? endCursor : null
    } while (after)
    round.busy = false
    set({ entries: all, venue, error: undefined, readAt: serverNow() })
  }, [client, venueId, key, round])
  useEffect(() => {
    // A reading that takes long is not begun anew by the next look.
    const look = () => document.visibilityState === 'visible' && !round.busy && void read()
    void read()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      round.n++
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [read, round])
  useFeed(WaitingOffersChanged, { venueId }, { reread: () => void read() })
  const settled = useWatched(results)
  useEffect(() => {
    if (settled.size > 0) void read()
  }, [settled, read])
  return { ...state, again: () => void read() }
}
