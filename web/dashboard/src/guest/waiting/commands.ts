import { graphql } from '../../gql/guest'

export const GuestJoin = graphql(`
  mutation GuestJoinWaitlist($input: JoinWaitlistInput!) {
    joinWaitlist(input: $input) {
      ...CommandFields
      entry {
        ...EntryCore
      }
    }
  }
`)

export const GuestLeave = graphql(`
  mutation GuestLeaveWaitlist($input: WaitlistCommandInput!) {
    leaveWaitlist(input: $input) {
      ...CommandFields
      entry {
        ...EntryCore
      }
    }
  }
`)

export const GuestEntry = graphql(`
  query GuestEntry($id: ID!) {
    waitlistEntry(id: $id) {
      ...EntryCore
      venue {
        ...VenueCore
        switches {
          offers
        }
        policy {
          id
          version
          rules {
            ...GuestRules
          }
        }
      }
      offer {
        id
        version
        status
        expiresAt
        decision {
          state
          reservation {
            id
            version
            status
          }
        }
      }
    }
  }
`)

export const GuestEntryChanged = graphql(`
  subscription GuestEntryChanged($id: ID!, $after: EventCursor) {
    waitlistEntryChanged(id: $id, after: $after) {
      kind
      cursor
      occurredAt
      waitlistEntry {
        ...EntryCore
      }
    }
  }
`)
