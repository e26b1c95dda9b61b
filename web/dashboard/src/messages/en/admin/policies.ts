import { plural } from '../../words'

export const policies = {
  title: 'Policies',
  text: 'The rules of the venue in numbered versions. One is in force. What exists keeps the deadlines it was made under.',
  rail: 'Versions',
  version: (n: string) => `Version ${n}`,
  since: 'In force since', retired: 'No longer in force', planned: 'Planned for', draftedBy: 'Drafted by', first: 'From the beginning', digest: 'Digest', digestHelp: 'Versions that say the same have the same.',
  none: 'No versions',
  draft: 'Draft a new version', draftFrom: (n: string) => `Draft from version ${n}`,
  diff: {
    title: 'What is different', with: 'Compared with', active: 'the version in force', same: 'It says the same.', columns: { rule: 'Rule', from: 'Before', to: 'In this version' }, arrow: 'becomes', none: 'There is no other version to compare with.',
  },
  rules: 'All rules',
  groups: {
    deadlines: 'How long things last', booking: 'Booking and cancelling', arrival: 'Arriving', places: 'Places', queue: 'The waitlist',
  },
  rule: {
    holdTtl: 'Hold', offerTtl: 'Offer', approvalTtl: 'Approval', requestTtl: 'Request', confirmation: 'Confirmation',
    leadTime: 'Lead time', bookingHorizon: 'Booking horizon', cancellationCutoff: 'Cancellation cutoff', maxActiveReservationsPerCustomer: 'Bookings per customer', channels: 'Times by channel',
    checkInOpens: 'Check-in opens', noShowGrace: 'No-show grace', autoNoShow: 'Give up late parties automatically',
    bufferBefore: 'Kept free before', bufferAfter: 'Kept free after', turnTimes: 'Turn times', pacingParties: 'Parties a quarter of an hour', pacingCovers: 'People a quarter of an hour',
    waitlistFit: 'Who may pass the head', skipLimit: 'Passed over at most', onOfferLapse: 'When an offer lapses', autoPromote: 'Offer freed places automatically', waitlistWeights: 'What weighs in the order',
  },
  help: {
    holdTtl: 'How long a hold lasts, never past the start.', offerTtl: 'How long an offer stays open.', approvalTtl: 'How long a prepared action waits for a person’s yes.', requestTtl: 'How long a request waits for the venue’s yes.', confirmation: 'Whether a customer’s confirmation is enough.',
    leadTime: 'How long before its start a slot stops being bookable.', bookingHorizon: 'How far ahead a slot may be booked.', cancellationCutoff: 'How long before the start customers can no longer cancel.', maxActiveReservationsPerCustomer: 'How many active reservations one customer may have at once.', channels: 'Where guests, staff or agents have times of their own; empty: as generally.',
    checkInOpens: 'How long before the start check-in becomes possible.', noShowGrace: 'How long after the start a no-show may be marked.', autoNoShow: 'Parties that have not come by the grace are given up without anybody asking.',
    bufferBefore: 'How long an exclusive place is kept free before each party.', bufferAfter: 'And after it.', turnTimes: 'How long parties of a size stay at least, on exclusive places.', pacingParties: 'Most parties that may arrive in one quarter of an hour. Empty: no limit.', pacingCovers: 'Most people that may arrive in one quarter of an hour. Empty: no limit.',
    waitlistFit: 'What happens when free places are too few for the head of the queue.', skipLimit: 'How often an entry may be passed over before nobody passes.', onOfferLapse: 'What becomes of the entry.', autoPromote: 'Without anybody asking.', waitlistWeights: 'All zero: first come, first served. Otherwise the sum of weight times value, highest first.',
  },
  value: {
    noLimit: 'no limit', none: 'none', asGenerally: 'as generally', on: 'yes', off: 'no', fifo: 'first come, first served', times: (n: number) => plural('en', n, { one: '# time', other: '# times' }),
    from: (n: string, length: string) => `from ${n} people: ${length}`, weight: (factor: string, n: string) => `${factor} × ${n}`, channel: (name: string, list: string) => `${name}: ${list}`, own: (rule: string, length: string) => `${rule} ${length}`,
  },
  form: {
    title: (n: string) => `A draft from version ${n}`, text: 'A draft decides nothing yet. Whatever you leave as it is comes from the version it is based on.', submit: 'Write the draft', done: 'The draft is written', changes: 'What you change', nothing: 'Nothing yet.', cancel: 'Throw it away',
    addTurn: 'Add a size', removeTurn: (n: string) => `Remove the turn time from ${n} people`, fromSize: 'From so many people', length: 'At least', weightOf: 'Weight',
    fault: { length: (from: string, to: string) => `From ${from} to ${to}`, number: (from: string, to: string) => `From ${from} to ${to}`, leadTime: 'Shorter than the booking horizon, or nothing could be booked', turns: 'Each size once, from 1 to 10,000, for a minute to a day' },
    faulty: 'Something can’t be as it is',
  },
  activate: {
    title: 'Put in force', text: 'The version in force before retires. Existing reservations, offers and selection records keep theirs.', when: 'When', now: 'Now', at: 'At a time', moment: 'From', submit: 'Put in force now', plan: 'Plan it', takeBack: 'Put in force now, without the plan', past: 'That has passed', done: 'In force', planned: 'Planned',
    replan: 'Another time can be planned instead.',
  },
  trial: {
    title: 'What if', text: 'Whom would each version choose for a slot, if it became free now? It changes nothing.', day: 'Day', slot: 'Slot', choose: 'Choose a slot', noSlots: 'No slots on this day', waiting: (n: number) => plural('en', n, { one: '# waits', other: '# wait' }),
    with: (n: string) => `Version ${n}`, active: 'in force', chosen: 'Chooses', nobody: 'Nobody', considered: 'Considered', skipped: 'Passed over', skippedNone: 'Nobody was passed over', position: 'Place', who: 'Who', why: 'Why', joined: 'waits since', same: 'Both choose the same.', differ: 'They choose differently.', party: 'Party', withdrawn: 'no longer waiting', skippedWhy: 'Passed over by rule',
  },
}
