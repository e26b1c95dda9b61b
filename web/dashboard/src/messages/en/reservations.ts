import { plural } from '../words'

export const reservations = {
  day: 'Day', today: 'Today', before: 'Day before', after: 'Day after', clockChange: (hours: string) => `The clocks change on this day: it has ${hours} hours.`, repeated: 'second time',
  search: 'Search', searchPlaceholder: 'Name, e-mail or last four digits', searchHelp: 'At least two characters look on other days too.', clear: 'Clear',
  filter: 'Show', place: 'Place', anyPlace: 'All places',
  show: { all: 'All', expected: 'Expected', late: 'Late', seated: 'Seated', held: 'Held', requested: 'Requests', over: 'Over' },
  column: { time: 'Time', guest: 'Guest', party: 'Party', place: 'Place', state: 'State', acts: 'Next step' },
  table: 'Reservations by hour', rows: (n: number) => plural('en', n, { one: '# reservation', other: '# reservations' }), covers: (n: number) => plural('en', n, { one: '# person', other: '# people' }),
  empty: 'No reservations on this day', emptyText: 'They appear here as soon as somebody books; there is no need to load the page again.',
  noneFound: 'Nothing fits', noneFoundText: 'No reservation of this day fits the search and the filters.',
  otherDays: 'On other days', otherNone: 'Nothing on other days.', otherMore: 'There are more; search for more letters.',
  forOffer: 'for an offer', walkIn: 'Walk-in', again: 'Corrects another', against: 'Against the rules',
  heldFor: (length: string) => `held for ${length}`, requestedFor: (length: string) => `asked for ${length} ago`, left: (what: string) => `Hold of ${what}`,
  grace: (late: string, whole: string) => `${late} of ${whole} grace`, graceOver: (late: string) => `${late} late, grace is over`, arrives: (length: string) => `due in ${length}`,
  seatedSince: (length: string) => `seated for ${length}`, endsOver: (length: string) => `${length} over the end`,
  more: 'More', open: 'Open', loadedOf: (n: number) => `${n} read so far…`,
  keys: { down: 'Next row', up: 'Row before', search: 'Search', arrive: 'Seat, or confirm a request', noShow: 'Mark as no-show', left: 'Has left', correct: 'Correct a mistake', move: 'Move', cancel: 'Cancel', enter: 'Open the reservation', dayBefore: 'Day before', dayAfter: 'Day after', today: 'Today' },
  page: {
    contact: 'Contact', version: 'Version', back: 'All reservations', where: 'Where it stands', facts: 'Booking', rail: 'States and their times', now: 'now', never: 'not reached', end: 'End',
    created: 'Made', updated: 'Last changed', policy: 'Rules it was made under', policyOf: (n: string) => `Version ${n}`, policySays: (seat: string, grace: string, cutoff: string) => `Seating opens ${seat} before the start; a party is waited for ${grace}; guests may cancel until ${cutoff} before.`,
    note: 'Note', override: 'Booked against the rules', overrideCodes: 'Rules passed over', reason: 'Reason', series: 'Recurring booking', seriesOf: (n: number) => plural('en', n, { one: '# date', other: '# dates' }), thisOne: 'this one', corrects: 'Stands in for', correctsOpen: 'the row that was wrong',
    intent: 'Work in hand', nextStep: 'Possible now', nothing: 'Nothing more can be done with it.', changed: (who: string, what: string) => `${what}: ${who}`, changedTitle: 'It has just changed',
    noShowAuto: (time: string) => `Given up by itself at ${time}`, gone: 'It is not shown: it is not there, or not yours to see.',
  },
}
