import { graphql } from '../../gql/staff'

/** How long people waited for their first offer in the last days. */
export const UsualWait = graphql(`
  query StaffUsualWait($venueId: ID!, $from: Date!, $to: Date!) {
    report(venueId: $venueId, from: $from, to: $to) {
      waits {
        untilOffer {
          count
          p50
          p90
        }
      }
    }
  }
`)
