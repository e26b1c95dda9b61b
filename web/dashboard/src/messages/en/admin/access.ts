import { plural } from '../../words'

export const adjustments = {
  title: 'Adjustments',
  text: 'What the venue grants to a customer or restricts it by. Credit and benefits weigh in the order of the waitlist as far as the policy weighs them; restrictions take a customer out of automatic choice.',
  none: 'No adjustments', noneText: 'Grant the first one below.', noneHere: 'None in force. Ended ones are hidden.', only: (name: string) => `Only those of ${name}`,
  columns: { customer: 'Customer', kind: 'Kind', amount: 'Amount', reason: 'Reason', by: 'Granted by', until: 'Until', state: 'State' },
  state: { inForce: 'in force', revoked: 'taken back', expired: 'ended' }, forever: 'no end', showEnded: 'Show ended ones too',
  grant: {
    title: 'Grant an adjustment', kind: 'Kind', amount: 'Amount', amountHelp: '1 to 10,000.', until: 'Until', untilHelp: 'Empty: no end.', submit: 'Grant', done: 'Granted', past: 'That has passed',
    kindHelp: { RECOVERY_CREDIT: 'For something that went wrong earlier; weighs in the order.', BENEFIT: 'Such as a membership; weighs in the order.', EXCLUDE_AUTOMATIC_OFFER: 'No automatic offers; staff may still offer by hand.', REQUIRES_STAFF_APPROVAL: 'No offer without staff: they offer by hand.' },
  },
  revoke: { button: 'Take back', of: (kind: string, name: string) => `Take back: ${kind}, ${name}`, submit: 'Take back', done: 'Taken back', text: 'From now on. What was decided by it stays.' },
}

export const access = {
  title: 'Access and keys',
  text: 'Programs have API keys, people have memberships. Neither changes later: who is to have more or less gets another.',
  tabs: { keys: 'API keys', members: 'Members' },
  columns: { name: 'Name', role: 'Role', limits: 'Limits', lastUsed: 'Last used', lastSeen: 'Last signed in', until: 'Until', state: 'State', person: 'Known as' },
  state: { live: 'good', expired: 'expired', revoked: 'revoked', waiting: 'not signed in yet' },
  everything: 'everything of the role', allVenues: 'all venues', showEnded: 'Show ended ones too', actsFor: (name: string) => `acts for ${name}`, scopes: (n: number) => plural('en', n, { one: '# capability', other: '# capabilities' }), oldSecret: 'The old secret is good until', utc: 'Times by the clock of this device.',
  noKeys: 'No keys', noMembers: 'Nobody may sign in yet',
  key: {
    add: 'Issue a key', title: 'A new API key', name: 'Name', nameHelp: 'Of the program, for showing to people.', role: 'Role', venues: 'Only these venues', venuesHelp: 'Empty: all of them, also those opened later.',
    scopes: 'Only these capabilities', scopesHelp: 'Empty: all that the role may do.', until: 'Ends by itself', untilHelp: 'Empty: never.', customer: 'Acts for', customerVenue: 'Look for the customer at', customerMissing: 'A guest or agent acts for a customer',
    submit: 'Issue the key', done: (name: string) => `The key ${name} is good from now on`, noSecret: 'The key is there, but the answer with its secret was lost. Rotate it once to get another.',
    secretTitle: (name: string) => `Secret of ${name}`, secretText: 'Send it as the header “Authorization: Bearer …”.',
    rotate: 'Rotate', rotateOf: (name: string) => `Give ${name} another secret`, overlap: 'The old secret stays good for', overlapHelp: '0 to 7 days. With 0 it ends within seconds: for a secret that others may know.', rotateSubmit: 'Make another secret', rotated: 'There is another secret', past: 'That has passed',
    revoke: 'Revoke', revokeOf: (name: string) => `Revoke the key ${name}`, revokeText: 'The key ends for good, and what is connected with it within seconds.', revokeSubmit: 'Revoke for good', revoked: 'Revoked',
  },
  member: {
    add: 'Grant a membership', title: 'Who may sign in', displayName: 'Name', by: 'Known by', email: 'E-mail address', emailHelp: 'The first who signs in with it verified becomes the member.', subject: 'Subject at the identity provider', subjectHelp: 'As the provider names the person.', issuer: 'Identity provider', issuerHelp: 'Empty: the server’s own.',
    submit: 'Grant', done: (name: string) => `${name} may sign in`, customerHelp: 'Empty for a guest: the customer with that address, or a new one.', revoke: 'Revoke', revokeOf: (name: string) => `Revoke the membership of ${name}`, revokeText: 'It ends for good, and the person’s sessions within seconds.', revokeSubmit: 'Revoke for good', revoked: 'Revoked',
  },
  capability: {
    'session:read': 'see itself', 'inventory:read': 'see venues and free times', 'policy:read': 'see policies', 'reservation:read': 'see reservations', 'reservation:write': 'book, change and cancel', 'reservation:operate': 'seat, complete, mark no-shows', 'reservation:override': 'book against the rules, with a reason', 'reservation:correct': 'correct reservations',
    'waitlist:read': 'see the waitlist', 'waitlist:write': 'join and leave the waitlist', 'offer:read': 'see offers', 'offer:decide': 'accept and decline offers', 'offer:operate': 'make and take back offers', 'intent:read': 'see requests', 'intent:write': 'make requests', 'intent:operate': 'settle attempts',
    'approval:read': 'see approvals', 'approval:prepare': 'prepare actions', 'approval:decide': 'approve actions', 'venue:operate': 'pause bookings', 'venue:manage': 'change venues, places and hours', 'capacity:adjust': 'adjust capacity', 'policy:preview': 'try policies', 'policy:draft': 'draft policies', 'policy:activate': 'put policies in force',
    'adjustment:read': 'see adjustments', 'adjustment:manage': 'grant adjustments', 'audit:read': 'see the audit', 'history:read': 'see histories', 'feed:read': 'see calendar feeds', 'feed:issue': 'issue calendar feeds', 'access:manage': 'manage keys and members', 'report:read': 'see reports', 'action:read': 'see the action queue',
  } as Record<string, string>,
}

export const calendars = {
  title: 'Calendar feeds',
  text: 'A calendar program can’t log in, so a feed has a secret address. Whoever knows it may read: treat it like a password.',
  none: 'No feeds yet', noneText: 'Issue one for a place or a customer.', columns: { of: 'Calendar of', privacy: 'Shows', lastUsed: 'Last read', state: 'State' }, open: 'open', shut: 'shut', lastUsedHelp: 'to the hour', showShut: 'Show those that are shut',
  issue: {
    title: 'Issue a feed', of: 'Calendar of', place: 'a place', customer: 'a customer', choosePlace: 'Place', privacy: 'What it shows', submit: 'Issue', done: 'The feed is open',
    privacyHelp: { BUSY: 'Only that the time is taken.', DETAILS: 'Names, party sizes and states too. Notes, addresses and phone numbers are in no calendar.' },
    secretTitle: (name: string) => `Address of the calendar of ${name}`, secretText: 'Give it to the calendar program as a subscription (“from URL”), not as an import.', noSecret: 'The feed is there, but the answer with its address was lost. Shut it and issue another.',
  },
  revoke: { button: 'Shut', of: (name: string) => `Shut the calendar of ${name}`, text: 'From then on the address answers as one that never was.', submit: 'Shut for good', done: 'Shut' },
}
