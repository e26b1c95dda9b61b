import { plural } from '../../words'

export const audit = {
  title: 'Audit', text: 'Who did what, newest first. Entries never change; each is sealed to the one before it.',
  filter: {
    label: 'Filter', operations: 'What was done', outcomes: 'How it ended', problemCodes: 'Refused because', actor: 'Who', actorHelp: 'Any part of the name or role', subject: 'About (id)', correlationId: 'Call (correlation id)', from: 'From', to: 'Until', clear: 'Clear all', apply: 'Apply', remove: (what: string) => `Remove filter: ${what}`, other: 'By the program itself',
  },
  columns: { at: 'When', actor: 'Who', operation: 'What', subject: 'About', outcome: 'Ended', reason: 'Reason', correlation: 'Call' },
  none: 'No entries', noneText: 'Nothing matches the filter. Take some of it away.', loaded: (n: number) => plural('en', n, { one: '# entry read', other: '# entries read' }), loadedMore: (n: number) => plural('en', n, { one: '# entry read, more below', other: '# entries read, more below' }), end: 'These are all.',
  loadingMore: 'Reading more…', failed: 'The next page could not be read.', again: 'Try again', newer: 'Read newer ones', exportShown: (n: number) => plural('en', n, { one: 'Export # entry (CSV)', other: 'Export # entries (CSV)' }), file: 'audit', copyId: (id: string) => `Copy ${id}`, onlyCall: (id: string) => `Only entries of call ${id}`, onlySubject: 'Only entries about this',
  kinds: { Reservation: 'Reservation', WaitlistEntry: 'Waitlist entry', Offer: 'Offer', Intent: 'Request', Attempt: 'Attempt', Approval: 'Approval', Slot: 'Slot', Resource: 'Place', Venue: 'Venue', Area: 'Area', Pause: 'Pause', PolicyVersion: 'Policy version', Adjustment: 'Adjustment', ApiKey: 'API key', Membership: 'Membership', CalendarFeed: 'Calendar feed', Series: 'Series', Tenant: 'House', AuditEntry: 'Audit entry' } as Record<string, string>,
  routine: {
    lapseHold: 'Hold ran out', expireEntry: 'Waiting time passed', offerNext: 'Offered a freed place', expireApproval: 'Approval ran out', advanceIntent: 'Request moved on', giveUp: 'No-show by the policy', enactPlannedPolicy: 'Planned policy came into force', noteLapses: 'Noted what lapsed',
    attemptAnswered: 'Booking system answered', attemptSighted: 'Looked at a booking system', registerProvider: 'Registered a booking system', verifyProvider: 'Checked a booking system', tieProvider: 'Tied a booking system', untieProvider: 'Untied a booking system', addMember: 'Operator added a member', addTenant: 'Operator opened the house', takeMembership: 'Signed in for the first time', becomeGuest: 'Signed up as a guest',
  } as Record<string, string>,
}
