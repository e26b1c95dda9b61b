import { graphql } from '../../gql/admin'

export const ReportQuery = graphql(`
  query AdminReport($venueId: ID!, $from: Date!, $to: Date!) {
    report(venueId: $venueId, from: $from, to: $to) {
      from
      to
      countedAt
      days {
        date
        openUnitMinutes
        bookedUnitMinutes
        reservations
        covers
        walkIns
        cancelled
        noShows
      }
      hours {
        weekday
        hour
        openUnitMinutes
        bookedUnitMinutes
      }
      waits {
        joined
        offered
        fulfilled
        left
        lapsed
        open
        untilOffer {
          ...AdminLatency
        }
      }
      offers {
        made
        accepted
        declined
        expired
        withdrawn
        open
        untilAnswer {
          ...AdminLatency
        }
      }
      promotion {
        ...AdminLatency
      }
    }
  }
`)

export const LatencyFields = graphql(`
  fragment AdminLatency on LatencyReport {
    count
    p50
    p90
    p99
    max
  }
`)

export const InvariantsQuery = graphql(`
  query AdminInvariants {
    serverTime
    invariants {
      checkedAt
      every
      checks {
        name
        promise
        breaches
        lastBreachAt
        took
      }
    }
  }
`)
