import { graphql } from '../../gql/staff'

// What the timeline reads is little of each thing, since there is much of it. Things below an event carry no version: the event's own decides.
// Events do not ask why a slot can't be booked, which the server would have to work out hundreds of times a second.

export const PlacesQuery = graphql(`
  query StaffTimelinePlaces($venueId: ID!, $after: String) {
    venue(id: $venueId) {
      id
      version
      areas {
        id
        version
        name
      }
      resources(first: 100, after: $after) {
        nodes {
          id
          version
          name
          kind
          minParty
          maxParty
          capacity
          active
          walkInOnly
          area {
            id
            version
            name
          }
          combines {
            id
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    pauses(venueId: $venueId, first: 100) {
      nodes {
        id
        version
        from
        until
        reason
        endedAt
        resource {
          id
        }
      }
    }
  }
`)

export const TimelineBooking = graphql(`
  fragment TimelineBooking on Reservation {
    id
    version
    status
    partySize
    createdAt
    expiresAt
    requestedAt
    walkIn
    viewerCommands
    customer {
      id
      name
    }
    override {
      reason
      codes
    }
    intent {
      id
    }
    slots {
      id
      startsAt
      endsAt
      state
      resource {
        id
      }
    }
  }
`)

export const BookingsQuery = graphql(`
  query StaffTimelineBookings($venueId: ID!, $from: DateTime!, $to: DateTime!, $after: String) {
    reservations(venueId: $venueId, filter: { statuses: [HELD, CONFIRMED, CHECKED_IN, COMPLETED, NO_SHOW], from: $from, to: $to }, first: 100, after: $after) {
      nodes {
        ...TimelineBooking
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const BookingsChanged = graphql(`
  subscription StaffTimelineBookingsChanged($venueId: ID!, $after: EventCursor) {
    reservationChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      reservation {
        ...TimelineBooking
      }
    }
  }
`)

export const TimelineSlot = graphql(`
  fragment TimelineSlot on Slot {
    id
    version
    startsAt
    endsAt
    capacity
    remaining
    state
    walkInOnly
    resource {
      id
    }
  }
`)

export const SlotsQuery = graphql(`
  query StaffTimelineSlots($venueId: ID!, $day: Date!, $party: Int!, $after: String) {
    availability(venueId: $venueId, from: $day, to: $day, partySize: $party, includeUnbookable: true, channel: STAFF, first: 100, after: $after) {
      nodes {
        ...TimelineSlot
        blockers
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const SlotsChanged = graphql(`
  subscription StaffTimelineSlotsChanged($venueId: ID!, $day: Date!, $after: EventCursor) {
    availabilityChanged(venueId: $venueId, date: $day, after: $after) {
      kind
      cursor
      occurredAt
      slot {
        ...TimelineSlot
      }
    }
  }
`)

export const OffersQuery = graphql(`
  query StaffTimelineOffers($venueId: ID!, $after: String) {
    offers(venueId: $venueId, filter: { statuses: [OFFERED] }, first: 100, after: $after) {
      nodes {
        id
        version
        status
        hold {
          id
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const OffersChanged = graphql(`
  subscription StaffTimelineOffersChanged($venueId: ID!, $after: EventCursor) {
    offerChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      offer {
        id
        version
        status
        hold {
          id
        }
      }
    }
  }
`)

export const ArrivalsQuery = graphql(`
  query StaffTimelineArrivals($venueId: ID!, $day: Date!) {
    arrivals(venueId: $venueId, date: $day) {
      from
      until
      parties
      covers
      overriddenParties
      overriddenCovers
      mostParties
      mostCovers
    }
  }
`)
