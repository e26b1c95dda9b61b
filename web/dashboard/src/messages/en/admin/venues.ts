import { plural } from '../../words'

export const venues = {
  title: 'Venues',
  text: 'Each venue has a clock, opening rules, policies and an audit of its own.',
  add: 'Add a venue',
  none: 'There is no venue yet',
  noneText: 'Add the first one. It begins with policy version 1 and without opening hours.',
  columns: { name: 'Name', code: 'Code', clock: 'Clock there', rules: 'Policy', automatic: 'Automatic offers', laidOut: 'Laid out ahead' },
  policy: (n: string) => `Version ${n}`,
  days: (n: number) => plural('en', n, { one: '# day', other: '# days' }),
  open: (name: string) => `Open ${name}`,
  on: 'On', off: 'Off', some: (n: number) => plural('en', n, { one: 'only # customer', other: 'only # customers' }),
  form: {
    name: 'Name', nameHelp: 'As guests read it.', code: 'Code', codeHelp: 'Stands in addresses: lower-case letters, digits and hyphens. It can’t be changed later.',
    zone: 'Time zone', zoneHelp: 'Opening hours follow this clock.', submit: 'Add the venue', done: (name: string) => `${name} is there`,
    next: 'Next: give it places and opening hours.', toResources: 'Add places', toHours: 'Set opening hours', badCode: 'Lower-case letters, digits and hyphens only',
  },
}

export const settings = {
  title: 'Venue settings',
  text: 'The name, the clock, the parts of the house, and what it sends out by itself.',
  basics: {
    title: 'Name and clock', name: 'Name', timeZone: 'Time zone', layoutDays: 'Days laid out ahead', layoutHelp: 'So many days ahead there are slots to book, 1 to 400.',
    zoneChanges: 'A new zone lays all slots out anew. What is booked stays at its instant and is listed for review.', code: 'Code',
  },
  areas: {
    title: 'Areas', text: 'A hall, a terrace, a floor. Places stand in them.', none: 'No areas yet.', name: 'Name of the area', add: 'Add an area', rename: (name: string) => `Rename ${name}`, added: 'Area added',
    renamed: 'Renamed',
  },
  switches: {
    title: 'Switches', text: 'What the venue sends out by itself. Expiry, release and reconciliation go on whatever stands here.',
    offers: 'Offer freed places to the waitlist automatically', offersHelp: 'Off: what becomes free waits until this is on again, or staff offer by hand.',
    notices: 'Send notices', noticesHelp: 'Off: no new messages go out. Offers still run and still expire.',
    allowListed: 'Keep automatic offers to an allow list', allowListedHelp: 'On: only the customers below get them.',
    allowList: 'Allow list', allowNone: 'Nobody is on the list: nobody gets automatic offers.', addPerson: 'Add a customer', removePerson: (name: string) => `Take ${name} off the list`,
    reasonMissing: 'Say why', submit: 'Switch', done: 'Switched', on: 'on', off: 'off', everybody: 'everybody',
  },
  pauses: {
    title: 'Pauses', text: 'A time without new bookings, of the venue or one place. What is booked stays; nobody is promoted into it.', none: 'No pause is planned or running.',
    columns: { what: 'What', from: 'From', until: 'Until', reason: 'Reason', state: 'State' }, whole: 'Whole venue', running: 'running', planned: 'planned', ended: 'ended sooner', end: 'End now', endOf: (what: string) => `End the pause of ${what} now`,
    add: 'Pause bookings', what: 'What is paused', from: 'From', fromHelp: 'Empty or past: from now on.', until: 'Until', reason: 'Reason', reasonHelp: 'Staff see it, guests do not.',
    submit: 'Pause', done: 'Paused', ends: 'Ended', order: 'The end must come after the beginning.',
  },
  review: {
    title: 'Left over by a change of rules', text: 'These slots are booked, but the rules no longer have them. Nobody moves them but people: move or cancel what is on them.',
    none: 'Nothing is left over.', columns: { time: 'Time', place: 'Place', taken: 'Taken', open: 'Bookings' }, open: 'Show the bookings of this day',
  },
}
