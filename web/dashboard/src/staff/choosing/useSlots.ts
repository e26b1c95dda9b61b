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

/** The slots of some days as they stand for a party, all pages of them. */
export function useSlots({ venueId, from, to, partySize }: Range, pause = false): Slots {
  const client = useClient()
  const [found, set] = useState<Omit<Slots, 'again'>>({ slots: undefined, error: undefined, readAt: 0 })
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
        if (!answer.data) return set({ slots: undefined, error: answer.error, readAt: performance.now() })
        all.push(...answer.data.availability.nodes)
        const { hasNextPage, endCursor } = answer.data.availability.pageInfo
        after = hasNextPage ? endCursor : null
      } while (after)
      set({ slots: all, error: undefined, readAt: performance.now() })
    }
    void read()
    return () => {
      left = true
    }
  }, [client, venueId, from, to, partySize, round, pause])
  const again = useCallback(() => next((n) => n + 1), [])
  return { ...found, again }
}
