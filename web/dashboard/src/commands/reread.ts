import { graphql } from '../gql/shell'

// What is read again once a command is through, by the kind of thing that it changed. Documents of one kind each: fields of one name differ in
// their types between kinds, so one document for all would not be valid.
const ReadReservation = graphql(`
  query ReadReservation($id: ID!) {
    entity: reservation(id: $id) {
      ...ReservationCore
    }
  }
`)
const ReadOffer = graphql(`
  query ReadOffer($id: ID!) {
    entity: offer(id: $id) {
      ...OfferCore
    }
  }
`)
const ReadEntry = graphql(`
  query ReadEntry($id: ID!) {
    entity: waitlistEntry(id: $id) {
      ...EntryCore
    }
  }
`)
const ReadIntent = graphql(`
  query ReadIntent($id: ID!) {
    entity: intent(id: $id) {
      ...IntentCore
    }
  }
`)
const ReadApproval = graphql(`
  query ReadApproval($id: ID!) {
    entity: approval(id: $id) {
      ...ApprovalCore
    }
  }
`)
const ReadVenue = graphql(`
  query ReadVenue($id: ID!) {
    entity: venue(id: $id) {
      ...VenueCore
    }
  }
`)
/** For all other kinds: is it there, and at which version. A screen that shows more of it gives a document of its own. */
const ReadVersion = graphql(`
  query ReadVersion($id: ID!) {
    entity: node(id: $id) {
      id
      ... on Slot {
        version
        bookable
        remaining
        capacity
      }
      ... on Resource {
        version
      }
      ... on Area {
        version
      }
      ... on Pause {
        version
        endedAt
      }
      ... on PolicyVersion {
        version
      }
      ... on Adjustment {
        version
        revokedAt
      }
      ... on ApiKey {
        version
        revokedAt
      }
      ... on Membership {
        version
        revokedAt
      }
      ... on CalendarFeed {
        version
        revokedAt
      }
      ... on Series {
        version
      }
    }
  }
`)

const byKind = {
  Reservation: ReadReservation,
  Offer: ReadOffer,
  WaitlistEntry: ReadEntry,
  Intent: ReadIntent,
  Approval: ReadApproval,
  Venue: ReadVenue,
}

/** The document that reads an entity of this kind again, with `$id` as its variable and `entity` as its root. */
export const rereadDocument = (typename: string) => (typename in byKind ? byKind[typename as keyof typeof byKind] : ReadVersion)

/** What the ledger remembers of a key of the viewer's own; null while it is unknown or still running. */
export const CommandRecordQuery = graphql(`
  query CommandRecord($key: IdempotencyKey!) {
    command(idempotencyKey: $key) {
      operation
      outcome
      createdAt
      completedAt
      problem {
        code
        message
        retry
        currentVersion
      }
      result {
        id
      }
    }
  }
`)

/** Follows the work that a worker took over from an accepted command. */
export const IntentChanged = graphql(`
  subscription CommandIntent($id: ID!, $after: EventCursor) {
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
