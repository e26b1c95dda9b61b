import { graphql } from '../../gql/staff'

export const Waiting = graphql(`
  query StaffWaiting($venueId: ID!, $statuses: [WaitlistEntryStatus!], $after: String) {
    waitlistEntries(venueId: $venueId, filter: { statuses: $statuses }, first: 50, after: $after) {
      nodes {
        ...EntryCore
        factors {
          factor
          weight
          value
        }
        offer {
          id
          version
          status
          expiresAt
          deliveryState
          slots {
            ...SlotCore
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    venue(id: $venueId) {
      ...VenueCore
      policy {
        id
        version
        number
        rules {
          waitlistFit
          skipLimit
          onOfferLapse
          autoPromote
          waitlistWeights {
            factor
            weight
          }
        }
      }
      switches {
        offers
        notices
      }
    }
  }
`)

export const PlacesToWaitFor = graphql(`
  query StaffPlacesToWaitFor($venueId: ID!, $after: String) {
    venue(id: $venueId) {
      id
      version
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

export const WaitingOffersChanged = graphql(`
  subscription StaffWaitingOffersChanged($venueId: ID!, $after: EventCursor) {
    offerChanged(venueId: $venueId, after: $after) {
      kind
      cursor
      occurredAt
      offer {
        id
        version
        status
      }
    }
  }
`)

export const WhomWouldItChoose = graphql(`
  query StaffPolicyPreview($policyVersionId: ID!, $slotId: ID!) {
    policyPreview(policyVersionId: $policyVersionId, slotId: $slotId) {
      policyVersion {
        id
        version
        number
      }
      considered
      override
      reason
      chosen {
        id
        version
        status
        partySize
        position
        customer {
          id
          name
        }
      }
      skipped {
        entryId
        position
        code
        reason
      }
    }
  }
`)
