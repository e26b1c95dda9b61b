import { useCallback, useEffect, useState } from 'react'
import { client } from '../../api/client'
import { recall, stored } from '../../api/keys'
import type { Venue } from '../../shell/venue'
import { GuestMine } from './asked'
import { daysFromToday } from './since'

/** So many venues are asked before anything is shown; of a chain's other houses it is known when one goes there. */
const mostAsked = 40

async function hasSomething(venue: Venue): Promise<boolean> {
  const { data } = await client.query(GuestMine, { venueId: venue.id, from: daysFromToday(-1, venue.timeZone) }, { requestPolicy: 'network-only' }).toPromise()
  return !!data && data.reservations.nodes.length + data.waitlistEntries.nodes.length + data.intents.nodes.length + data.offers.nodes.length > 0
}

export interface Where {
  /** Venues at which the guest has something, in the order of the list. */
  something: Venue[]
  /** The others; where the guest was last comes first. */
  nothing: Venue[]
  /** Something may have come about there. */
  look: (venue: Venue) => void
}

/** At which venues the guest has something. Undefined until it is known, so that the page does not jump. */
export function useWhere(venues: readonly Venue[]): Where | undefined {
  const [known, setKnown] = useState<ReadonlySet<string>>()
  const ids = venues.map((venue) => venue.id).join()
  useEffect(() => {
    let left = false
    const first = venues.slice(0, mostAsked)
    void Promise.all(first.map((venue) => hasSomething(venue).catch(() => false))).then((has) => {
      if (!left) setKnown(new Set(first.filter((_, i) => has[i]).map((venue) => venue.id)))
    })
    return () => {
      left = true
    }
    // The list is the same as long as its ids are.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids])
  // What has come about stays in its place, also once it is over: nothing jumps under the hand.
  const look = useCallback((venue: Venue) => {
    void hasSomething(venue).then((has) => {
      if (has) setKnown((before) => (before?.has(venue.id) ? before : new Set([...(before ?? []), venue.id])))
    })
  }, [])
  if (!known) return undefined
  const last = recall(stored.venue)
  const nothing = venues.filter((venue) => !known.has(venue.id)).sort((a, b) => Number(b.code === last) - Number(a.code === last))
  return { something: venues.filter((venue) => known.has(venue.id)), nothing, look }
}
