import { graphql } from '../../gql/guest'

export const GuestHoldSlot = graphql(`
  mutation GuestHoldSlot($input: HoldSlotInput!) {
    holdSlot(input: $input) {
      ...CommandFields
      reservation {
        ...ReservationCore
      }
    }
  }
`)

export const GuestExtendHold = graphql(`
  mutation GuestExtendHold($input: ReservationCommandInput!) {
    extendHold(input: $input) {
      ...CommandFields
      reservation {
        ...ReservationCore
      }
    }
  }
`)

export const GuestConfirm = graphql(`
  mutation GuestConfirmReservation($input: ReservationCommandInput!) {
    confirmReservation(input: $input) {
      ...CommandFields
      reservation {
        ...ReservationCore
      }
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestCancel = graphql(`
  mutation GuestCancelReservation($input: CancelReservationInput!) {
    cancelReservation(input: $input) {
      ...CommandFields
      reservation {
        ...ReservationCore
      }
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestMove = graphql(`
  mutation GuestMoveReservation($input: MoveReservationInput!) {
    moveReservation(input: $input) {
      ...CommandFields
      reservation {
        ...ReservationCore
      }
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestRequest = graphql(`
  mutation GuestRequestReservation($input: RequestReservationInput!) {
    requestReservation(input: $input) {
      ...CommandFields
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestReservation = graphql(`
  query GuestReservation($id: ID!) {
    reservation(id: $id) {
      ...ReservationCore
      policyVersion {
        id
        version
        rules {
          ...GuestRules
        }
      }
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestReservationChanged = graphql(`
  subscription GuestReservationChanged($venueId: ID!, $after: EventCursor) {
    reservationChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      reservation {
        ...ReservationCore
      }
    }
  }
`)

/** What the house knows of the guest: how they can be reached. */
export const GuestKnown = graphql(`
  query GuestKnown($venueId: ID!) {
    reservations(venueId: $venueId, first: 1) {
      nodes {
        id
        version
        customer {
          ...CustomerCore
        }
      }
    }
    waitlistEntries(venueId: $venueId, first: 1) {
      nodes {
        id
        version
        customer {
          ...CustomerCore
        }
      }
    }
  }
`)
