import { client } from '../../api/client'
import { graphql } from '../../gql/guest'
import type { Place } from './times'

/** What the venue is like, for whoever wants a time there. */
export const GuestVenue = graphql(`
  query GuestVenue($id: ID!, $after: String) {
    venue(id: $id) {
      ...VenueCore
      layoutDays
      switches {
        offers
      }
      policy {
        id
        version
        rules {
          ...GuestRules
        }
      }
      resources(first: 100, after: $after) {
        nodes {
          ...ResourceCore
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

// The slots come without their identity, as pictures for one party: whether one can be booked depends on who asks, while the cache knows each slot once
// and would let the answer for one party stand for another's.
const GuestDay = graphql(`
  query GuestDay($venueId: ID!, $day: Date!, $partySize: Int!, $after: String) {
    availability(venueId: $venueId, from: $day, to: $day, partySize: $partySize, includeUnbookable: true, first: 100, after: $after) {
      nodes {
        slotId: id
        startsAt
        endsAt
        bookable
        blockers
        remaining
        resource {
          id
          version
          name
          kind
          minParty
          maxParty
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** All slots of a day for a party. Throws the error of the read that failed. */
export async function readDay(venueId: string, day: string, partySize: number): Promise<Place[]> {
  const places: Place[] = []
  for (let after: string | null = null; ; ) {
    const { data, error } = await client.query(GuestDay, { venueId, day, partySize, after }, { requestPolicy: 'network-only' }).toPromise()
    if (!data) throw error ?? new Error('no answer')
    places.push(...data.availability.nodes)
    const { hasNextPage, endCursor }: { hasNextPage: boolean; endCursor?: string | null } = data.availability.pageInfo
    if (!hasNextPage || !endCursor) return places
    after = endCursor
  }
}

/** Says only that something about a day has changed; what, is read again for the party that asks. */
export const GuestDayChanged = graphql(`
  subscription GuestDayChanged($venueId: ID!, $date: Date!, $after: EventCursor) {
    availabilityChanged(venueId: $venueId, date: $date, after: $after) {
      kind
      cursor
      occurredAt
    }
  }
`)

/** Whether each day of a week has something; the first slot of each is enough to know. */
export const GuestWeek = graphql(`
  query GuestWeek($venueId: ID!, $partySize: Int!, $d0: Date!, $d1: Date!, $d2: Date!, $d3: Date!, $d4: Date!, $d5: Date!, $d6: Date!) {
    d0: availability(venueId: $venueId, from: $d0, to: $d0, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
    d1: availability(venueId: $venueId, from: $d1, to: $d1, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
    d2: availability(venueId: $venueId, from: $d2, to: $d2, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
    d3: availability(venueId: $venueId, from: $d3, to: $d3, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
    d4: availability(venueId: $venueId, from: $d4, to: $d4, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
    d5: availability(venueId: $venueId, from: $d5, to: $d5, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
    d6: availability(venueId: $venueId, from: $d6, to: $d6, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
  }
`)

/** The first slot within some days that can be booked. */
export const GuestNextFree = graphql(`
  query GuestNextFree($venueId: ID!, $from: Date!, $to: Date!, $partySize: Int!) {
    availability(venueId: $venueId, from: $from, to: $to, partySize: $partySize, first: 1) {
      nodes {
        startsAt
      }
    }
  }
`)

/** Why a day is closed: the name of the holiday, if it is one. */
export const GuestHoliday = graphql(`
  query GuestHoliday($venueId: ID!, $day: Date!) {
    holidays(venueId: $venueId, from: $day, to: $day) {
      attribution
      days {
        date
        name
        localName
        closed
      }
    }
  }
`)
