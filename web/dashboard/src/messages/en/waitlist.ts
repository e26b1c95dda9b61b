import { plural } from '../words'

export const waitlist = {
  count: (n: number) => plural('en', n, { one: '# party waits', other: '# parties wait' }), join: 'Add a guest…', preview: 'Who would be next?',
  order: {
    title: 'Order', byJoining: 'Turns go by joining alone: first come, first served.', weighed: (weights: string) => `Turns go by points: weight times value, added up (${weights}). Between equals whoever joined first.`,
    strict: 'Nobody is passed over, even if the place suits only somebody behind.', bestFit: (limit: string) => `Whoever does not fit may be passed over ${limit} times, then nobody passes.`,
    joinedFirst: 'by joining', served: 'has an offer to answer',
    policy: (n: string) => `Policy version ${n}`, points: (n: string) => `${n} points`, factor: (name: string, weight: string, value: string) => `${name}: ${weight} × ${value}`, fit: 'How well a place fits is added when one is free.',
  },
  offersOff: 'Automatic offers are switched off. What becomes free is offered when they are on again; you can still offer by hand.', autoOff: 'The policy in force makes no automatic offers. Offer by hand.',
  column: { turn: 'Turn', guest: 'Guest', party: 'Party', wish: 'Wishes', waited: 'Waited', state: 'State', why: 'Why here', acts: 'Do' },
  table: 'Waitlist in order', place: (n: string) => `${n}.`, placeHelp: 'Place among those whose wish overlaps, by joining', byJoining: (n: string) => `${n}. by joining`, any: 'any place',
  waited: (length: string) => length, against: (usual: string) => `half wait up to ${usual}`, longer: (usual: string) => `longer than nine of ten (${usual})`, usual: (p50: string, p90: string) => `In the last seven days half waited up to ${p50} for the first offer, nine of ten up to ${p90}.`,
  joined: (time: string) => `joined ${time}`, priority: (n: string) => `priority ${n}`, offered: (what: string) => `offered ${what}`, offerLeft: (who: string) => `Time left for ${who}`,
  showPast: 'Show the past', hidePast: 'Only those who wait', empty: 'Nobody waits', emptyText: 'Guests who join appear here within seconds; you can add somebody who telephones.',
  read: (time: string) => `Read at ${time}`, live: 'Joining guests appear within five seconds.',
  next: { nobodyWishes: 'Nobody who waits wishes for this day.', title: 'Who would be next?', what: 'Whom the policy in force would choose for a place. Asking changes nothing.', taken: 'Nothing is free there now. When it frees, the first in turn whom it suits:', suitsNobody: 'It suits nobody who waits.', thenOthers: (n: number) => plural('en', n, { one: 'then # more', other: 'then # more' }), chosen: 'It would choose', nobody: 'Nobody: no one who waits fits this place.', day: 'Day', choose: 'Choose a place.', reading: 'Asking the server…' },
  keys: { down: 'Next row', up: 'Row before', offer: 'Offer a place by hand', priority: 'Change the priority', leave: 'Take off the list', add: 'Add a guest', yes: 'The open offer: yes, in person', phone: 'The open offer: yes, by phone', no: 'The open offer: no', withdraw: 'Take the open offer back', preview: 'Who would be next?' },
}
