import type { CombinedError } from '@urql/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useWatched } from '../../api/observable'
import { results } from '../../commands/ledger'
import { startOf } from '../../fragments/slots'
import type { ReservationRowFragment } from '../../gql/staff/graphql'
import { dayBounds } from '../../time/day'
import { keepNewest, type Known, readAnew } from '../live/newest'
import { useStream } from '../live/useStream'
import { ReservationsChanged, ReservationsOfDay } from './documents'

interface DayOfReservations {
  /** What is known of the day, by id; undefined until it was read once. */
  known: Known<ReservationRowFragment> | undefined
  /** Read so far, while the first reading goes on. */
  soFar: number
  error: CombinedError | undefined
  again: () => void
}

/**
 * All reservations of one civil day of a venue, kept up to date by its stream. They are kept beside the cache: a day may have hundreds, and with
 * many changes a second every one would make the cache read them all again.
 */
export function useDayOfReservations(venueId: string, day: string, zone: string): DayOfReservations {
  const client = useClient()
  const [state, set] = useState<Omit<DayOfReservations, 'again'>>({ known: undefined, soFar: 0, error: undefined })
  const { from, to } = useMemo(() => {
    const { start, end } = dayBounds(day, zone)
    return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
  }, [day, zone])
  const heard = useRef<Set<string> | undefined>(undefined)
  const [round] = useState({ n: 0 })
  const read = useCallback(async () => {
    const mine = ++round.n
    heard.current = new Set()
    const all: ReservationRowFragment[] = []
    let after: string | null | undefined
    do {
      const answer = await client.query(ReservationsOfDay, { venueId, filter: { from, to }, after }, { requestPolicy: 'network-only' }).toPromise()
      if (mine !== round.n) return
      if (!answer.data) return set((before) => ({ ...before, error: answer.error }))
      all.push(...answer.data.reservations.nodes)
      set((before) => (before.known ? before : { ...before, soFar: all.length }))
      const { hasNextPage, endCursor } = answer.data.reservations.pageInfo
      after = hasNextPage ? endCursor : null
    } while (after)
    set((before) => ({ known: readAnew(before.known ?? new Map(), all, heard.current ?? new Set()), soFar: 0, error: undefined }))
  }, [client, venueId, from, to, round])
  useEffect(() => {
    set({ known: undefined, soFar: 0, error: undefined })
    void read()
    return () => {
      round.n++
    }
  }, [read, round])
  const takeIn = useCallback(
    (came: readonly ReservationRowFragment[]) => {
      for (const one of came) heard.current?.add(one.id)
      set((before) => {
        if (!before.known) return before
        // What a command read again lacks the rules; they are those that the row had.
        const known = keepNewest(
          before.known,
          came.map((one) => ({ ...before.known?.get(one.id), ...one })),
        )
        if (known === before.known) return before
        // What was moved to another day has left this list.
        const gone = came.filter((one) => !isOf(known.get(one.id) ?? one, from, to))
        if (gone.length === 0) return { ...before, known }
        const left = new Map(known)
        for (const one of gone) left.delete(one.id)
        return { ...before, known: left }
      })
    },
    [from, to],
  )
  useStream(
    ReservationsChanged,
    { venueId },
    {
      begins: () => void read(),
      changed: (events) => takeIn(events.map((event) => event.reservation).filter((one) => !!one)),
    },
  )
  // The answer to a command of this page may come before the stream's word, or without it while the line is down.
  const settled = useWatched(results)
  const taken = useRef(new Set<string>())
  useEffect(() => {
    const fresh = [...settled.values()].filter(
      ({ key, now }) => !taken.current.has(key) && now?.__typename === 'Reservation' && Array.isArray(now.slots),
    )
    for (const { key } of fresh) taken.current.add(key)
    if (fresh.length > 0) takeIn(fresh.map(({ now }) => now as unknown as ReservationRowFragment))
  }, [settled, takeIn])
  return { ...state, again: () => void read() }
}

const isOf = (one: { slots: readonly { startsAt: string }[] }, from: string, to: string): boolean => {
  const start = startOf(one.slots)
  return start >= Date.parse(from) && start < Date.parse(to)
}
