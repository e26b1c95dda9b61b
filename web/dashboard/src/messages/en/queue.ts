import type { ActionItemKind } from '../../gql/enums'
import { plural } from '../words'

export const queue = {
  kind: {
    OFFER_AWAITING_DECISION: 'Offer without an answer', OFFER_EXPIRING: 'Offer runs out', ATTEMPT_UNKNOWN: 'Outcome unknown', INTENT_STUCK: 'Request is stuck', LATE_ARRIVAL: 'Late',
    DELIVERY_FAILED: 'Notice did not arrive', CONFLICT: 'No longer fits', APPROVAL_PENDING: 'Waits for your yes',
  } satisfies Record<ActionItemKind, string> as Record<string, string>,
  requested: 'Requested by a guest',
  /** What is the matter, in a sentence. */
  matter: {
    OFFER_AWAITING_DECISION: 'Nobody has answered the offer yet.', OFFER_EXPIRING: 'The offer lapses soon, and nobody has answered it.',
    LATE_ARRIVAL: 'The party should be here and isn’t.', DELIVERY_FAILED: 'The notice of the offer could not be delivered; the guest may not know of it. Call them.',
    CONFLICT: 'The opening rules no longer have this place at that time. Move the booking, or call it off with the guest.',
    APPROVAL_PENDING: 'It has been prepared and waits for a person.', requested: 'The guest has asked for it; the venue confirms or declines.',
  } as Record<string, string>,
  list: 'What waits for you',
  count: (n: number) => plural('en', n, { one: '# thing waits', other: '# things wait' }),
  next: 'Next to run out:',
  arrived: (n: number) => plural('en', n, { one: '# new', other: '# new' }),
  showArrived: (n: number) => plural('en', n, { one: 'Show # new', other: 'Show # new' }),
  more: 'These are the hundred most urgent; more come up as they are dealt with.',
  empty: 'All dealt with',
  emptyText: 'Offers, late parties, unclear outcomes and requests appear here by themselves; there is no need to load the page again.',
  handled: (n: number) => plural('en', n, { one: 'You dealt with # on this page.', other: 'You dealt with # on this page.' }),
  stale: (time: string) => `This is from ${time}; new things may be missing.`,
  filter: 'Kind', all: 'All',
  aside: (n: number) => plural('en', n, { one: '# put aside', other: '# put aside' }), bringBack: 'Bring back', tooLateAside: 'Too late to put this aside.',
  putAside: 'Put aside', wasPutAside: (time: string) => `Put aside until ${time}`,
  settled: 'No longer waits', settledBy: (deed: string, actor: string) => `${deed}: ${actor}`, settledYou: (deed: string) => `${deed}: you`, reading: 'Looking up who settled it…',
  alreadySettled: 'This no longer waits; nothing was done.',
  since: (length: string) => `waits for ${length}`,
  overdue: (length: string) => `${length} over time`,
  ringOf: (what: string) => `Time left: ${what}`,
  choose: 'Choose a row to see what is known about it.', chooseKeys: 'J and K move, ? lists the keys.',
  open: 'Open the reservation', openWaitlist: 'Open the waitlist', backToList: 'Back to the list', goOn: 'Next',
  evidence: 'What is known',
  fact: {
    guest: 'Guest', contact: 'Contact', party: 'Party', place: 'Place', time: 'Time', version: 'Version', state: 'State', due: 'Act by', since: 'Waits since', delivery: 'Notice', range: 'Wishes', position: 'Place in line',
    provider: 'Asked at', action: 'Asked for', reference: 'Our reference', target: 'In their words', upstream: 'Their reference', failure: 'What was said', attempts: 'Attempts', started: 'Asked at', intent: 'Request', prepared: 'Prepared', arrival: 'Expected at', policy: 'Rules',
  },
  version: (n: string) => `v${n}`,
  policyNumber: (n: string) => `policy ${n}`,
  selection: {
    title: 'Why this guest', considered: (n: number) => plural('en', n, { one: '# entry was looked at', other: '# entries were looked at' }), under: (n: string) => `under policy version ${n}`, digest: 'Fingerprint of the rules',
    none: 'Nobody was passed over.', skipped: (n: number) => plural('en', n, { one: '# was passed over', other: '# were passed over' }), place: 'Place', why: 'Why', override: 'Chosen by staff, out of turn', chosen: 'Chosen', nobody: 'Nobody could be chosen.',
  },
  skip: {
    EXCLUDE_AUTOMATIC_OFFER: 'is excluded from automatic offers', REQUIRES_STAFF_APPROVAL: 'needs the staff’s yes', NOT_ON_ALLOW_LIST: 'is not on the allow list', ALREADY_OFFERED: 'was offered this place before',
  } as Record<string, string>,
  nobody: {
    title: 'If nobody does anything',
    offerRemove: (time: string) => `At ${time} the offer lapses. The guest leaves the waitlist, and the next in line is offered the place.`,
    offerRequeue: (time: string) => `At ${time} the offer lapses. The guest goes to the end of the line, and the next is offered the place.`,
    offerInHand: 'The venue’s booking system is being asked; the offer waits for its answer.',
    lateAuto: (time: string) => `At ${time} the party is given up as a no-show, and the place goes to the waitlist.`,
    lateNever: 'The place stays kept for them until somebody decides.',
    conflict: 'The booking stands, and the party will come to a place that is not open.',
    requested: (time: string) => `At ${time} the request runs out and the place is free again.`,
    approval: (time: string) => `At ${time} it runs out; nothing is done, and the agent has to prepare it anew.`,
    attempt: 'It is asked for again and again by itself. Until it is settled no other attempt is made, and the guest does not know.',
    intent: (time: string) => `It is tried until ${time}; then it runs out, and what it kept is free.`,
    delivery: (time: string) => `The notice is not sent again. At ${time} the offer lapses as if the guest had said nothing.`,
  },
  keys: {
    down: 'Next row', up: 'Row before', confirm: 'Yes: confirm, seat, approve, settle', phone: 'Yes, by telephone', decline: 'No: decline, cancel, reject', withdraw: 'Take the offer back', noShow: 'Mark as no-show', move: 'Move', enter: 'Go to what is known', leave: 'Back to the row, or let the list go', aside: 'Put aside for a while', fresh: 'Show what has arrived', retry: 'Try again now', open: 'Open the reservation',
  },
}
