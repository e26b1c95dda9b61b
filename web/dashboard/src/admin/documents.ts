import { graphql } from '../gql/admin'

// What several of the administrators' screens read alike.

/** A venue with all that administrators set of it. One version stands for all of it. */
export const VenueSettings = graphql(`
  fragment AdminVenueSettings on Venue {
    ...VenueCore
    layoutDays
    holidayRegion
    closedOnHolidays
    policy {
      id
      version
      number
    }
    switches {
      offers
      notices
      allowList {
        ...CustomerCore
      }
    }
  }
`)

export const AreaFields = graphql(`
  fragment AdminArea on Area {
    id
    version
    name
  }
`)

/** The places of a venue, to choose one from. */
export const PlacesQuery = graphql(`
  query AdminPlaces($venueId: ID!, $after: String) {
    venue(id: $venueId) {
      ...VenueCore
      areas {
        ...AdminArea
      }
      resources(first: 100, after: $after) {
        nodes {
          ...ResourceCore
          combines {
            id
            version
            name
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

/** All slots of a civil day, those that can't be booked too. */
export const SlotsQuery = graphql(`
  query AdminSlots($venueId: ID!, $day: Date!, $after: String) {
    availability(venueId: $venueId, from: $day, to: $day, partySize: 1, includeUnbookable: true, channel: STAFF, first: 100, after: $after) {
      nodes {
        ...SlotCore
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
