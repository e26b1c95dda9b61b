import { graphql } from '../../gql/staff'

export const ReservationsOfDay = graphql(`
  query StaffReservationsOfDay($venueId: ID!, $filter: ReservationFilter, $after: String) {
    reservations(venueId: $venueId, filter: $filter, first: 100, after: $after) {
      nodes {
        ...ReservationRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
  fragment ReservationRow on Reservation {
    ...ReservationCore
    policyVersion {
      id
      version
      rules {
        checkInOpens
        noShowGrace
        autoNoShow
      }
    }
  }
`)

export const ReservationsChanged = graphql(`
  subscription StaffReservationsChanged($venueId: ID!, $after: EventCursor) {
    reservationChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      reservation {
        ...ReservationRow
      }
    }
  }
`)

export const OneReservation = graphql(`
  query StaffOneReservation($id: ID!) {
    reservation(id: $id) {
      ...ReservationRow
      note
      policyVersion {
        id
        version
        number
        status
        digest
        activatedAt
        rules {
          checkInOpens
          noShowGrace
          autoNoShow
          holdTtl
          cancellationCutoff
        }
      }
      corrects {
        id
        version
        status
      }
      series {
        id
        version
        rule
        reservations {
          id
          version
          status
          slots {
            id
            version
            startsAt
          }
        }
      }
      intent {
        ...IntentCore
      }
    }
  }
`)
