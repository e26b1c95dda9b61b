import { graphql } from '../gql/shell'

/** Who is signed in, what they may do, and the clock that decides deadlines. */
export const ViewerQuery = graphql(`
  query Viewer {
    serverTime
    viewer {
      id
      displayName
      role
      capabilities
      tenant {
        id
        code
        name
      }
    }
  }
`)

export const VenuesQuery = graphql(`
  query Venues($after: String) {
    venues(first: 100, after: $after) {
      nodes {
        ...VenueCore
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** Only for whom the session's cookie speaks now. */
export const ViewerIdQuery = graphql(`
  query ViewerId {
    viewer {
      id
    }
  }
`)

export const ServerTimeQuery = graphql(`
  query ServerTime {
    serverTime
  }
`)
