import { useCallback, useEffect, useState } from 'react'
import type { CombinedError } from '@urql/core'
import { useClient } from 'urql'
import type { SlotCoreFragment } from '../../gql/staff/graphql'
import { SlotsToChoose } from './documents'

export interface Slots {
  slots: readonly SlotCoreFragment[] | undefined
  error: CombinedError | undefined
  /** When they were read, by performance.now(). */
  readAt: number
  again: () => void
}

interface Range {
  venueId: string
  from: string
  to: string
  partySize: number
}

/** What is found and of which question: the places of one day are never shown, nor taken, under another. */
type Found = Omit<Slots, 'again'> & { of: string }

const nothing: Omit<Slots, 'again'> = { slots: undefined, error: undefined, readAt: 0 }

/** The slots of some days as they stand for a party, all pages of them. */
export function useSlots({ venueId, from, to, partySize }: Range, pause = false): Slots {
  const client = useClient()
  const of = [venueId, from, to, partySize].join()
  const [found, set] = useState<Found>({ ...nothing, of })
  const [round, next] = useState(0)
  useEffect(() => {
    if (pause) return
    let left = false
    const read = async () => {
      const all: SlotCoreFragment[] = []
      let after: string | null | undefined
      do {
        const answer = await client.query(SlotsToChoose, { venueId, from, to, partySize, after }, { requestPolicy: 'network-only' }).toPromise()
        if (left) return
        if (!answer.data) return set({ of, slots: undefined, error: answer.error, readAt: performance.now() })
        all.push(...answer.data.availability.nodes)
        const { hasNextPage, endCursor } = answer.data.availability.pageInfo
        after = hasNextPage ? endCursor : null
      } while (after)
      set({ of, slots: all, error: undefined, readAt: performance.now() })
    }
    void read()
    return () => {
      left = true
    }
  }, [client, venueId, from, to, partySize, of, round, pause])
  const again = useCallback(() => next((n) => n + 1), [])
  return { ...(found.of === of ? found : nothing), again }
}
