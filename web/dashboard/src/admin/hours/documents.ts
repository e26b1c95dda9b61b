import { graphql } from '../../gql/admin'

/** All that a venue opens by. Its version is the venue's. */
export const HoursQuery = graphql(`
  query AdminHours($venueId: ID!, $after: String) {
    venue(id: $venueId) {
      ...AdminHoursVenue
      resources(first: 100, after: $after) {
        nodes {
          id
          version
          name
          kind
          active
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    clockChanges(venueId: $venueId) {
      at
      date
      offsetBefore
      offsetAfter
      touched {
        wallClock
        effect
        resource {
          id
          version
          name
        }
      }
    }
  }
`)

export const HoursVenue = graphql(`
  fragment AdminHoursVenue on Venue {
    ...AdminVenueSettings
    openingRules {
      number
      laidOutNumber
      tzdata
      sets {
        resource {
          id
          version
          name
        }
        windows {
          ...AdminWindow
        }
        exceptions {
          date
          closed
          windows {
            ...AdminWindow
          }
        }
      }
    }
  }
`)

export const WindowFields = graphql(`
  fragment AdminWindow on OpeningWindow {
    weekdays
    opens
    closes
    slotLength
    every
    walkInOnly
  }
`)

export const SetHours = graphql(`
  mutation AdminSetOpeningHours($input: SetOpeningHoursInput!) {
    setOpeningHours(input: $input) {
      ...CommandFields
      venue {
        ...AdminHoursVenue
      }
    }
  }
`)

/** The rules as they stand and the draft, tried over the same days at the same moment. */
export const TrialQuery = graphql(`
  query AdminOpeningTrial($now: OpeningPreviewInput!, $next: OpeningPreviewInput!) {
    now: openingPreview(input: $now) {
      total
      slots {
        ...AdminPlannedSlot
      }
    }
    next: openingPreview(input: $next) {
      total
      slots {
        ...AdminPlannedSlot
      }
      stranded {
        ...SlotCore
      }
    }
  }
`)

export const PlannedSlot = graphql(`
  fragment AdminPlannedSlot on PlannedSlot {
    startsAt
    endsAt
    walkInOnly
    resource {
      id
      version
      name
    }
  }
`)

export const HolidaysQuery = graphql(`
  query AdminHolidays($venueId: ID!, $from: Date!, $to: Date!) {
    holidays(venueId: $venueId, from: $from, to: $to) {
      region
      coveredFrom
      coveredTo
      attribution
      days {
        date
        name
        localName
        closed
      }
    }
  }
`)

export const RegionsQuery = graphql(`
  query AdminHolidayRegions {
    holidayRegions {
      code
      name
    }
  }
`)

export const SetHolidays = graphql(`
  mutation AdminSetHolidays($input: SetHolidaysInput!) {
    setHolidays(input: $input) {
      ...CommandFields
      venue {
        ...AdminVenueSettings
      }
    }
  }
`)

export const ReviewQuery = graphql(`
  query AdminSlotsForReview($venueId: ID!, $after: String) {
    slotsForReview(venueId: $venueId, first: 50, after: $after) {
      nodes {
        ...SlotCore
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
