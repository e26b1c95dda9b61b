import type { AdminAuditSubjectsQuery } from '../../gql/admin/graphql'

export type Subject = NonNullable<AdminAuditSubjectsQuery['nodes'][number]>

/** Where something is shown, by its kind; undefined for what has no page of its own. */
export function pageOf(subject: Subject, venue: { code: string }, dayOf: (at: string) => string): string | undefined {
  const at = `/v/${venue.code}`
  switch (subject.__typename) {
    case 'Reservation':
      return `${at}/reservations/${subject.id}`
    case 'WaitlistEntry':
      return `${at}/waitlist?entry=${subject.id}`
    case 'Offer':
      return `${at}/waitlist?entry=${subject.entry.id}`
    case 'Intent':
    case 'Attempt':
    case 'Approval':
      return `${at}/queue`
    case 'Slot':
      return `${at}/timeline?day=${dayOf(subject.startsAt)}`
    case 'Resource':
      return `${at}/admin/resources`
    case 'Venue':
    case 'Area':
    case 'Pause':
      return `${at}/admin/settings`
    case 'PolicyVersion':
      return `${at}/admin/policies?version=${subject.number}`
    case 'Adjustment':
      return `${at}/admin/adjustments`
    case 'CalendarFeed':
      return `${at}/admin/calendars`
    case 'ApiKey':
      return '/admin/access'
    case 'Membership':
      return '/admin/access?tab=members'
    default:
      return undefined
  }
}

/** What it is called, beside its kind. */
export function nameOf(subject: Subject, sayTime: (at: string) => string): string | undefined {
  switch (subject.__typename) {
    case 'Reservation':
    case 'WaitlistEntry':
    case 'Adjustment':
      return subject.guest.name
    case 'Offer':
      return subject.entry.customer.name
    case 'Slot':
      return `${subject.place.name} ${sayTime(subject.startsAt)}`
    case 'Resource':
    case 'Venue':
    case 'Area':
    case 'ApiKey':
      return subject.name
    case 'PolicyVersion':
      return String(subject.number)
    case 'Membership':
      return subject.displayName
    case 'Pause':
      return subject.paused?.name
    default:
      return undefined
  }
}
