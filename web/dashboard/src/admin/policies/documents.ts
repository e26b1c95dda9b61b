import { graphql } from '../../gql/admin'

export const VersionsQuery = graphql(`
  query AdminPolicies($venueId: ID!, $after: String) {
    policyVersions(venueId: $venueId, first: 100, after: $after) {
      nodes {
        ...AdminPolicyVersion
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const VersionFields = graphql(`
  fragment AdminPolicyVersion on PolicyVersion {
    id
    version
    number
    status
    digest
    draftedBy
    activatedAt
    activatesAt
    rules {
      holdTtl
      offerTtl
      approvalTtl
      leadTime
      bookingHorizon
      cancellationCutoff
      checkInOpens
      noShowGrace
      maxActiveReservationsPerCustomer
      waitlistFit
      skipLimit
      onOfferLapse
      autoPromote
      waitlistWeights {
        factor
        weight
      }
      bufferBefore
      bufferAfter
      turnTimes {
        fromPartySize
        duration
      }
      pacingParties
      pacingCovers
      channels {
        channel
        leadTime
        bookingHorizon
        cancellationCutoff
      }
      confirmation
      requestTtl
      autoNoShow
    }
  }
`)

export const ChangesQuery = graphql(`
  query AdminPolicyChanges($id: ID!, $since: ID) {
    node(id: $id) {
      id
      ... on PolicyVersion {
        version
        changes(since: $since) {
          field
          from
          to
        }
      }
    }
  }
`)

export const DraftPolicy = graphql(`
  mutation AdminDraftPolicy($input: DraftPolicyInput!) {
    draftPolicy(input: $input) {
      ...CommandFields
      policyVersion {
        ...AdminPolicyVersion
      }
    }
  }
`)

export const ActivatePolicy = graphql(`
  mutation AdminActivatePolicy($input: ActivatePolicyInput!) {
    activatePolicy(input: $input) {
      ...CommandFields
      policyVersion {
        ...AdminPolicyVersion
      }
    }
  }
`)

/** Whom two versions would choose for a slot, at the same moment. */
export const TrialQuery = graphql(`
  query AdminPolicyTrial($one: ID!, $other: ID!, $slotId: ID!) {
    one: policyPreview(policyVersionId: $one, slotId: $slotId) {
      ...AdminSelection
    }
    other: policyPreview(policyVersionId: $other, slotId: $slotId) {
      ...AdminSelection
    }
  }
`)

export const SelectionFields = graphql(`
  fragment AdminSelection on SelectionRecord {
    policyDigest
    considered
    override
    reason
    policyVersion {
      id
      version
      number
      status
    }
    chosen {
      ...EntryCore
    }
    skipped {
      entryId
      position
      code
      reason
    }
  }
`)

export const SkippedQuery = graphql(`
  query AdminSkippedEntries($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on WaitlistEntry {
        version
        partySize
        joinedAt
        status
        customer {
          ...CustomerCore
        }
      }
    }
  }
`)

export const WaitingQuery = graphql(`
  query AdminWaiting($venueId: ID!, $after: String) {
    waitlistEntries(venueId: $venueId, filter: { statuses: [WAITING] }, first: 100, after: $after) {
      nodes {
        ...EntryCore
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
