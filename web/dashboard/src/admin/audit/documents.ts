import { graphql } from '../../gql/admin'

export const AuditQuery = graphql(`
  query AdminAudit($venueId: ID!, $filter: AuditFilter, $after: String) {
    auditLog(venueId: $venueId, filter: $filter, first: 50, after: $after) {
      nodes {
        id
        at
        actor
        operation
        outcome
        problemCode
        reason
        correlationId
        subjectId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** What entries are about, in a word or two. */
export const SubjectsQuery = graphql(`
  query AdminAuditSubjects($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Reservation {
        version
        guest: customer {
          ...CustomerCore
        }
      }
      ... on WaitlistEntry {
        version
        guest: customer {
          ...CustomerCore
        }
      }
      ... on Offer {
        version
        entry {
          id
          version
          customer {
            ...CustomerCore
          }
        }
      }
      ... on Slot {
        version
        startsAt
        place: resource {
          id
          version
          name
        }
      }
      ... on Resource {
        version
        name
      }
      ... on Venue {
        version
        name
      }
      ... on Area {
        version
        name
      }
      ... on PolicyVersion {
        version
        number
      }
      ... on Adjustment {
        version
        guest: customer {
          ...CustomerCore
        }
      }
      ... on ApiKey {
        version
        name
      }
      ... on Membership {
        version
        displayName
      }
      ... on Pause {
        version
        paused: resource {
          id
          version
          name
        }
      }
    }
  }
`)
