import { graphql } from '../../gql/guest'

/** What waits for the guest's answer at a venue: offers and holds, both with a deadline. */
export const GuestUrgent = graphql(`
  query GuestUrgent($venueId: ID!) {
    offers(venueId: $venueId, filter: { statuses: [OFFERED] }, first: 10) {
      nodes {
        ...OfferCore
      }
    }
    reservations(venueId: $venueId, filter: { statuses: [HELD] }, first: 20) {
      nodes {
        ...ReservationCore
      }
    }
  }
`)

export const GuestOfferChanged = graphql(`
  subscription GuestOfferChanged($venueId: ID!, $after: EventCursor) {
    offerChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      offer {
        ...OfferCore
      }
    }
  }
`)
