import { graphql } from '../../gql/guest'

export const GuestIntent = graphql(`
  query GuestIntent($id: ID!) {
    intent(id: $id) {
      ...IntentCore
      offer {
        id
        version
        status
      }
    }
  }
`)

export const GuestIntentChanged = graphql(`
  subscription GuestIntentChanged($id: ID!, $after: EventCursor) {
    intentChanged(id: $id, after: $after) {
      kind
      cursor
      occurredAt
      intent {
        ...IntentCore
      }
    }
  }
`)

/** All that workers did, or do, for the guest at a venue. */
export const GuestIntents = graphql(`
  query GuestIntents($venueId: ID!, $after: String) {
    intents(filter: { venueId: $venueId }, first: 100, after: $after) {
      nodes {
        id
        version
        kind
        status
        createdAt
        updatedAt
        reservation {
          id
          version
          status
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const GuestCancelIntent = graphql(`
  mutation GuestCancelIntent($input: IntentCommandInput!) {
    cancelIntent(input: $input) {
      ...CommandFields
      intent {
        ...IntentCore
      }
    }
  }
`)

export const GuestRetryIntent = graphql(`
  mutation GuestRetryIntent($input: IntentCommandInput!) {
    retryIntent(input: $input) {
      ...CommandFields
      intent {
        ...IntentCore
      }
    }
  }
`)
