import { graphql } from '../../gql/staff'

/** Slots of some days for a party, those that can't be had included, with the reasons. */
export const SlotsToChoose = graphql(`
  query StaffSlots($venueId: ID!, $from: Date!, $to: Date!, $partySize: Int!, $after: String) {
    availability(venueId: $venueId, from: $from, to: $to, partySize: $partySize, includeUnbookable: true, channel: STAFF, first: 100, after: $after) {
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
