import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { keep, stored } from '../api/keys'
import { Loaded, NotFound } from '../components/states'
import type { VenueCoreFragment } from '../gql/shell/graphql'
import { useAllVenues } from './useAllVenues'

export type Venue = VenueCoreFragment

const Context = createContext<{ venue: Venue; venues: readonly Venue[] } | null>(null)

/** The venue of the page: its id, name and zone. */
export function useVenue(): Venue {
  const found = useContext(Context)
  if (!found) throw new Error('no venue above this')
  return found.venue
}

export const useVenues = (): readonly Venue[] => useContext(Context)?.venues ?? []

/** Finds the venue that an address names, by its code or its id. */
export function VenueGate({ named, children }: { named: string; children: ReactNode }) {
  const [answer, again, venues] = useAllVenues()
  return (
    <Loaded of={answer} retry={again}>
      {() => {
        const venue = venues.find((v) => v.code === named || v.id === named)
        return venue ? <Found venue={venue} venues={venues}>{children}</Found> : <NotFound />
      }}
    </Loaded>
  )
}

function Found({ venue, venues, children }: { venue: Venue; venues: readonly Venue[]; children: ReactNode }) {
  useEffect(() => keep(stored.venue, venue.code), [venue.code])
  return <Context value={{ venue, venues }}>{children}</Context>
}
