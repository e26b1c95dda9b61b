import { graphql } from '../../gql/staff'

/** What happened to one thing, newest first. */
export const HistoryQuery = graphql(`
  query StaffHistory($id: ID!, $first: Int, $after: String) {
    history(id: $id, first: $first, after: $after) {
      nodes {
        id
        at
        actor
        operation
        subjectId
        outcome
        problemCode
        reason
        correlationId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
