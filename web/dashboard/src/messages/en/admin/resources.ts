import { plural } from '../../words'

export const resources = {
  title: 'Places',
  text: 'Tables, doctors, rooms: whatever time is sold on. A place is never deleted, for its past stays true; it can be retired and taken up again.',
  add: 'Add a place',
  tabs: { places: 'Places', capacity: 'Capacity of a slot' },
  none: 'No places yet', noneText: 'Add the first one. Its slots follow from the opening rules at once.',
  columns: { name: 'Name', kind: 'Kind', party: 'Party', capacity: 'Places', area: 'Area', combines: 'Joins', state: 'State' },
  people: (from: string, to: string) => (from === to ? from : `${from}–${to}`),
  active: 'In use', retired: 'Retired', walkIn: 'Walk-ins only', showRetired: (n: number) => plural('en', n, { one: 'Show # retired', other: 'Show # retired' }), noArea: 'No area',
  edit: (name: string) => `Edit ${name}`,
  form: {
    titleNew: 'A new place', titleEdit: (name: string) => name, name: 'Name', kind: 'Kind', kindHelp: { EXCLUSIVE: 'One party takes it whole: a table, a doctor.', POOLED: 'Parties share it until it is full: a hall, a class.' }, kindFixed: 'The kind can’t be changed later.',
    capacity: 'Places in each slot', capacityHelp: 'A new number holds for slots that are laid out later.', minParty: 'Smallest party', maxParty: 'Largest party', area: 'Area', walkInOnly: 'Only for guests without a booking',
    combines: 'Joins these places', combinesHelp: 'Two or more that one party takes as a whole. The joined place and its parts exclude each other.', active: 'In use',
    retireText: 'Retired: it takes no new bookings and gets no new slots. What is booked stays.', submit: 'Add the place', done: (name: string) => `${name} is there`, saved: 'Saved',
    fault: { name: 'Give it a name', party: 'The largest party can’t be smaller than the smallest', combines: 'Join two at least', capacity: 'From 1 to 100,000' },
  },
  capacity: {
    title: 'Capacity of a slot', text: 'For one slot at a time. What is added goes to the waitlist first; it can never fall below what is taken.', day: 'Day', previous: 'Day before', next: 'Day after', place: 'Place', sharedPlaces: 'Shared places', allPlaces: 'All places', none: 'No slots on this day', noneText: 'Choose another day, or look at the opening hours.',
    columns: { time: 'Time', place: 'Place', capacity: 'Capacity', taken: 'Taken', state: 'State' }, adjust: 'Adjust', adjustOf: (place: string, time: string) => `Adjust ${place} at ${time}`, now: (n: string) => `Now ${n}`, becomes: 'New capacity', submit: 'Set the capacity', done: (n: string) => `The capacity is ${n} now`,
    below: (n: string) => `${n} are taken; it can’t be less.`, onlyShared: 'Only shared places have a capacity to adjust. This venue has none.', more: 'Show more slots',
  },
}
