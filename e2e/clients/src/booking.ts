/**
 * What the story asks. These are plain texts, and for Relay's compiler, which finds them by their tag, the source of the
 * types that all clients here share.
 */
const graphql = String.raw

export const documents = {
  bookingAvailabilityQuery: graphql`
    query bookingAvailabilityQuery($venueId: ID!, $date: Date!) {
      availability(venueId: $venueId, from: $date, to: $date, partySize: 2) {
        nodes {
          id
          startsAt
          endsAt
          bookable
          resource {
            id
          }
        }
      }
    }
  `,
  bookingHoldMutation: graphql`
    mutation bookingHoldMutation($input: HoldSlotInput!) {
      holdSlot(input: $input) {
        outcome
        replayed
        problem {
          code
          retry
        }
        reservation {
          id
          version
          status
        }
        slots {
          id
          bookable
          blockers
        }
      }
    }
  `,
  bookingConfirmMutation: graphql`
    mutation bookingConfirmMutation($input: ReservationCommandInput!) {
      confirmReservation(input: $input) {
        outcome
        replayed
        reservation {
          id
          version
          status
        }
      }
    }
  `,
  bookingCancelMutation: graphql`
    mutation bookingCancelMutation($input: CancelReservationInput!) {
      cancelReservation(input: $input) {
        outcome
        reservation {
          id
          version
          status
        }
      }
    }
  `,
  bookingJoinMutation: graphql`
    mutation bookingJoinMutation($input: JoinWaitlistInput!) {
      joinWaitlist(input: $input) {
        outcome
        entry {
          id
          status
          position
        }
      }
    }
  `,
  bookingDecideMutation: graphql`
    mutation bookingDecideMutation($input: ConfirmOfferInput!) {
      confirmOffer(input: $input) {
        outcome
        replayed
        problem {
          code
          currentVersion
        }
        reservation {
          id
          version
          status
        }
      }
    }
  `,
  bookingOffersSubscription: graphql`
    subscription bookingOffersSubscription($venueId: ID!, $after: EventCursor) {
      offerChanged(venueId: $venueId, after: $after) {
        kind
        cursor
        offer {
          id
          version
          status
          entry {
            id
          }
          hold {
            id
          }
        }
      }
    }
  `,
  bookingReservationsSubscription: graphql`
    subscription bookingReservationsSubscription($venueId: ID!, $after: EventCursor) {
      reservationChanged(venueId: $venueId, after: $after) {
        kind
        cursor
        reservation {
          id
          version
          status
        }
      }
    }
  `,
}

/** The name of one of them. */
export type Operation = keyof typeof documents
