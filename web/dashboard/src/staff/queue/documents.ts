import { graphql } from '../../gql/staff'

// Kinds that an item may be about have fields of one name and different types, so they go by names of their own here.

export const ActionItems = graphql(`
  query StaffActionItems($venueId: ID!) {
    actionQueue(venueId: $venueId, first: 100) {
      nodes {
        ...ActionItemParts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      changesAt
    }
  }
  fragment ActionItemParts on ActionItem {
    id
    kind
    version
    dueAt
    since
    reason
    commands
    subject {
      id
      ... on Offer {
        offerStatus: status
        slots { id version startsAt endsAt resource { id version name } }
        entry { id version partySize customer { id name } }
      }
      ... on Reservation {
        reservationStatus: status
        partySize
        walkIn
        slots { id version startsAt endsAt resource { id version name } }
        customer { id name }
      }
      ... on Intent {
        intentStatus: status
        intentKind: kind
        partySize
        slots { id version startsAt endsAt resource { id version name } }
        booked: reservation { id version customer { id name } }
        promised: offer { id version entry { id version customer { id name } } }
      }
      ... on Attempt {
        attemptStatus: status
        provider
        action
        reference
        number
      }
      ... on Approval {
        approvalStatus: status
        actionType
        preview
      }
    }
  }
`)

export const ActionItemsChanged = graphql(`
  subscription StaffActionItemsChanged($venueId: ID!, $after: EventCursor) {
    actionQueueChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      removedItemId
      item {
        ...ActionItemParts
      }
    }
  }
`)

export const OfferEvidence = graphql(`
  query StaffOfferEvidence($id: ID!) {
    offer(id: $id) {
      ...OfferCore
      selection {
        policyVersion { id version number rules { onOfferLapse offerTtl } }
        policyDigest
        considered
        override
        reason
        chosen { id version position customer { id name } }
        skipped { entryId position code reason }
      }
    }
  }
`)

export const ReservationEvidence = graphql(`
  query StaffReservationEvidence($id: ID!) {
    reservation(id: $id) {
      ...ReservationCore
      policyVersion { id version number rules { checkInOpens noShowGrace autoNoShow requestTtl } }
    }
  }
`)

export const IntentEvidence = graphql(`
  query StaffIntentEvidence($id: ID!) {
    intent(id: $id) {
      ...IntentCore
      booked: reservation { id version customer { ...CustomerCore } }
      promised: offer { id version entry { id version customer { ...CustomerCore } } }
    }
  }
`)

export const ApprovalEvidence = graphql(`
  query StaffApprovalEvidence($id: ID!) {
    approval(id: $id) {
      ...ApprovalCore
    }
  }
`)

/** The intents of a venue that are not at their end: among them is the one that an attempt belongs to. */
export const OpenIntents = graphql(`
  query StaffOpenIntents($venueId: ID!) {
    intents(filter: { venueId: $venueId, statuses: [RESERVING, WAITING_FOR_SEAT, REQUESTED, EXPIRED, CANCELLED] }, first: 100) {
      nodes {
        ...IntentCore
        booked: reservation { id version customer { ...CustomerCore } }
        promised: offer { id version entry { id version customer { ...CustomerCore } } }
      }
    }
  }
`)

export const AttemptEvidence = graphql(`
  query StaffAttemptEvidence($id: ID!) {
    node(id: $id) {
      id
      ... on Attempt {
        version
        number
        provider
        action
        reference
        target
        status
        startedAt
        endedAt
        upstreamRef
        failure
        resolvedBy
        resolution
        compensation
      }
    }
  }
`)
