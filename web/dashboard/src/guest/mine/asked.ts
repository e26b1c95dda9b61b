import { graphql } from '../../gql/guest'

/** All that is the guest's at a venue and not over. */
export const GuestMine = graphql(`
  query GuestMine($venueId: ID!, $from: DateTime!) {
    offers(venueId: $venueId, filter: { statuses: [OFFERED] }, first: 20) {
      nodes {
        ...OfferCore
      }
    }
    reservations(venueId: $venueId, filter: { statuses: [HELD, CONFIRMED, CHECKED_IN], from: $from }, first: 100) {
      nodes {
        ...ReservationCore
      }
    }
    waitlistEntries(venueId: $venueId, filter: { statuses: [WAITING, OFFERED] }, first: 50) {
      nodes {
        ...EntryCore
      }
    }
    intents(filter: { venueId: $venueId, statuses: [REQUESTED, WAITING_FOR_SEAT, RESERVING] }, first: 20) {
      nodes {
        id
        version
        kind
        status
        partySize
        slots {
          ...SlotCore
        }
        reservation {
          id
          version
          status
        }
      }
    }
  }
`)

export const GuestPast = graphql(`
  query GuestPast($venueId: ID!, $from: DateTime!) {
    reservations(venueId: $venueId, filter: { statuses: [COMPLETED, CANCELLED, NO_SHOW, EXPIRED], from: $from }, first: 100) {
      nodes {
        ...ReservationCore
      }
    }
  }
`)

export const GuestFeeds = graphql(`
  query GuestFeeds($venueId: ID!) {
    calendarFeeds(venueId: $venueId, first: 50) {
      nodes {
        id
        version
        lastUsedAt
        revokedAt
      }
    }
  }
`)

export const GuestIssueFeed = graphql(`
  mutation GuestIssueFeed($input: IssueCalendarFeedInput!) {
    issueCalendarFeed(input: $input) {
      ...CommandFields
      feed {
        id
        version
        lastUsedAt
        revokedAt
      }
      path
    }
  }
`)

export const GuestRevokeFeed = graphql(`
  mutation GuestRevokeFeed($input: RevokeCalendarFeedInput!) {
    revokeCalendarFeed(input: $input) {
      ...CommandFields
      feed {
        id
        version
        lastUsedAt
        revokedAt
      }
    }
  }
`)
