import { plural } from '../words'

// The words of what staff do to a reservation, an offer, an entry, an intent or an approval, wherever on their screens they do it.
export const acts = {
  keys: {
    title: 'Keys',
    go: (screen: string) => `Go to ${screen}`,
    help: 'Show this list',
    single: 'Single keys do something',
    singleHelp: 'Off: letters do nothing, also when pressed by mistake or by voice control. Arrows, Enter and Escape stay.',
    off: 'Single keys are off now.',
  },
  button: {
    inPerson: 'Yes, in person', byPhone: 'Yes, by phone', decline: 'No…', withdraw: 'Take back…',
    confirm: 'Confirm', extend: 'Extend the hold', checkIn: 'Seat', complete: 'Has left', noShow: 'No-show', move: 'Move…', cancel: 'Cancel…', correct: 'Correct…',
    settle: 'Settle…', retry: 'Try again now', callOff: 'Call it off…', approve: 'Approve', reject: 'Reject',
    offer: 'Offer a place…', priority: 'Priority…', leave: 'Take off the list…', open: 'Open the reservation', back: 'Back', walkIn: 'Walk-in…',
  },
  notYet: {
    checkIn: (time: string) => `Seating opens at ${time}`,
    noShow: (time: string) => `The party has until ${time}`,
  },
  dialog: {
    close: 'Leave it',
    reason: 'Reason', reasonHelp: 'It is kept, with your name.', reasonMissing: 'Say why in a few words.',
    changed: 'It has changed meanwhile; somebody else may have acted. Close this and look again.',
    decline: { title: 'Decline the offer', what: 'The hold is given up, the guest leaves the waitlist, and the next in line is offered the place.', go: 'Decline' },
    withdraw: { title: 'Take the offer back', what: 'The hold is given up and the guest waits again in the old place.', go: 'Take it back' },
    cancel: { title: 'Cancel the reservation', what: 'The place is free at once and goes to the waitlist first.', go: 'Cancel the reservation' },
    callOff: { title: 'Call the request off', what: 'What it kept is free again. Nothing more is tried.', go: 'Call it off' },
    leave: { title: 'Take off the waitlist', what: 'The guest no longer waits. An open offer is taken back.', go: 'Take off the list' },
    reject: { title: 'Reject', what: 'Nothing is done, and the agent is told so.', go: 'Reject' },
    correct: {
      title: 'Correct a mistake', what: 'The old row stays as it ended. A new reservation is made beside it for the same guest and place, if the place is still free.',
      becomes: 'It should be', go: 'Correct it', placeholder: 'For example: wrong row; the party was here all along',
    },
    settle: {
      title: 'Settle the attempt', what: 'Ask the booking system by telephone or on its own screen, under the reference below. What you say here counts; what contradicts it later is undone.',
      how: 'What happened', succeeded: 'The booking is there, so the attempt has won.', failed: 'The booking is not there, so another attempt may start.', cancelled: 'Whatever happened there counts for nothing.',
      upstream: 'Their reference', upstreamHelp: 'If they gave you one.', go: 'Settle it', placeholder: 'For example: called them at 18:40, booking 4711 is there',
    },
    priority: {
      title: 'Change the priority', what: 'It moves the entry only where the policy weighs priority.', weighs: (weight: string) => `The policy weighs priority with ${weight}.`,
      weighsNot: 'The policy in force gives priority no weight, so the order stays as it is.', value: 'Priority, 0 to 100', go: 'Set the priority', placeholder: 'For example: waited in vain yesterday',
    },
    offer: {
      title: (name: string) => `Offer ${name} a place`, what: 'Out of turn. The place is held for the guest, and your reason is kept in the selection record.',
      go: 'Offer it', placeholder: 'For example: only party that fits this table', choose: 'Choose a place first.',
    },
    move: {
      title: (name: string) => `Move ${name}`, what: 'The old place is kept until the new one is won. Nothing is lost if it is refused.',
      now: 'Now', to: 'To', go: 'Move', choose: 'Choose a place first.', day: 'Day', party: 'Party',
    },
    join: {
      title: 'Put a guest on the waitlist', what: 'Freed places in this range are offered without further asking.', go: 'Put on the list',
      from: 'From', until: 'Until', day: 'Day', party: 'Party', place: 'Place', anyPlace: 'Any', badRange: 'The end must be after the beginning.',
    },
    walkIn: {
      title: 'Seat a walk-in', what: 'Held, confirmed and seated in one step.', party: 'Party', place: 'Where', go: 'Seat them', choose: 'Choose a place first.',
      note: 'Note', noteHelp: 'For your colleagues.', done: 'Seated', now: 'free now', from: (time: string) => `from ${time}`, until: (time: string) => `until ${time}`,
      none: 'No place is free for this party now or within 90 minutes. Put them on the waitlist instead.', at: (time: string) => `Read at ${time}`, again: 'Read again',
    },
    guest: { name: 'Name', nameHelp: 'Empty: somebody unknown.', nameMissing: 'A name is needed to reach them.', phone: 'Telephone', email: 'E-mail' },
    override: { title: 'This goes against the rules of the house', what: 'Your reason is kept with the reservation.', reason: 'Why nevertheless' },
  },
  slots: {
    label: 'Places', free: 'free', due: 'kept for the waitlist', taken: (n: number) => plural('en', n, { one: '# more that can’t be had', other: '# more that can’t be had' }), hideTaken: 'Only those that can be had',
    against: 'against the rules', none: 'No place on this day.', noneFree: 'Nothing can be had on this day for this party.', left: (n: string) => `${n} left`, chosen: 'Chosen',
  },
  history: {
    title: 'History', none: 'Nothing is written down yet.', by: (actor: string) => `by ${actor}`, reference: (id: string) => `Reference ${id}`,
  },
  party: (n: number) => plural('en', n, { one: '# person', other: '# people' }),
  late: (minutes: string) => `${minutes} min late`,
  due: 'Due',
  done: {
    confirmOffer: 'Accepted; the reservation is confirmed.', declineOffer: 'Declined; the next in line is looked for.', withdrawOffer: 'Taken back; the guest waits again.',
    confirmReservation: 'Confirmed.', cancelReservation: 'Cancelled.', moveReservation: 'Moved.', checkInReservation: 'Seated.', completeReservation: 'Completed; the place is free.', markNoShow: 'Marked as no-show; the place is free.',
    extendHold: 'The hold lasts longer now.', correctReservation: 'Corrected; the new reservation stands beside the old one.', seatWalkIn: 'Seated.', resolveAttempt: 'Settled.', retryIntent: 'The next attempt begins.', cancelIntent: 'Called off.',
    approveAction: 'Approved; whoever prepared it may carry it out.', rejectAction: 'Rejected; nothing is done.', joinWaitlist: 'On the waitlist.', leaveWaitlist: 'Off the waitlist.', prioritizeEntry: 'Priority set.', offerToEntry: 'Offered; the place is held for them.',
  } as Record<string, string>,
}
