import { plural } from '../../words'

export const reports = {
  title: 'Reports', text: 'How the venue did over civil dates of its zone. Counted now, from the rows themselves.',
  range: { label: 'Days', last: (n: number) => plural('en', n, { one: 'Last day', other: 'Last # days' }), around: 'Two weeks back and ahead', own: 'Other', from: 'From', to: 'To', tooLong: 'At most 92 days', order: 'The end comes before the beginning' },
  counted: 'Counted', chart: 'Chart', table: 'Table', show: (what: string, how: string) => `${what}: ${how}`, empty: 'Nothing to count in these days.', total: 'Total', none: 'None yet',
  tiles: { occupancy: 'Occupancy', reservations: 'Reservations', covers: 'People', noShows: 'No-shows', cancelled: 'Cancelled', accepted: 'Offers accepted', wait: 'Median wait to an offer', of: (n: string) => `of ${n}` },
  occupancy: {
    title: 'Occupancy by day', counts: 'Of the time that stood open (places times minutes), the share that was confirmed, seated or completed. Time counts on the date on which it passes.',
    columns: { day: 'Day', open: 'Open', booked: 'Booked', share: 'Share' }, bar: (day: string, share: string) => `${day}: ${share}`, hours: (n: string) => `${n} h`,
    summary: (best: string, share: string, average: string) => `On the whole ${average}; most on ${best} with ${share}.`,
  },
  heat: {
    title: 'Occupancy by hour of the week', counts: 'The same share, by weekday and hour of the venue’s wall clock, over all these days. Empty: nothing stood open.', columns: { hour: 'Hour' }, caption: 'Share booked in percent', cell: (day: string, hour: string, share: string) => `${day} ${hour}: ${share}`, less: 'empty', more: 'full',
  },
  guests: {
    title: 'What became of reservations', counts: 'Reservations that were confirmed, whatever became of them, by the date on which they start. One that is only late is no no-show.', columns: { day: 'Day', reservations: 'Confirmed', covers: 'People', walkIns: 'Walk-ins', cancelled: 'Cancelled', noShows: 'No-shows' },
    kept: 'came or are expected', cancelled: 'cancelled', noShows: 'did not come', bar: (day: string, kept: string, cancelled: string, noShows: string) => `${day}: ${kept} kept, ${cancelled} cancelled, ${noShows} did not come`,
  },
  offers: {
    title: 'What became of offers', counts: 'Offers by when they were made, whatever became of them since.', made: 'made', answered: 'answered', accepted: 'accepted', declined: 'declined', expired: 'lapsed', withdrawn: 'taken back', open: 'still open', columns: { step: 'What', count: 'How many', share: 'Of those made' },
  },
  waits: {
    title: 'What became of those who waited', counts: 'The waitlist by when people joined.', joined: 'joined', offered: 'got an offer', fulfilled: 'took one', left: 'left', lapsed: 'time passed or offers lapsed', open: 'still wait', columns: { step: 'What', count: 'How many', share: 'Of those who joined' },
  },
  latency: {
    title: 'How long things take', counts: 'Half took no longer than p50, nine of ten no longer than p90, ninety-nine of a hundred no longer than p99.', untilOffer: 'From joining to the first offer', untilAnswer: 'From the offer to the answer', promotion: 'From a freed place to the next offer',
    columns: { what: 'What', count: 'Measured', p50: 'p50', p90: 'p90', p99: 'p99', max: 'Longest' }, row: (what: string, p50: string, p90: string, p99: string) => `${what}: half within ${p50}, nine of ten within ${p90}, ninety-nine of a hundred within ${p99}`, scale: 'The scale is logarithmic.',
  },
}

export const promises = {
  title: 'Invariants', text: 'What must be true at every moment, checked against the rows again and again, whether anybody looks or not.',
  all: 'Every promise holds', allText: (n: number) => plural('en', n, { one: '# promise was checked.', other: '# promises were checked.' }),
  broken: (n: number) => plural('en', n, { one: '# promise is broken', other: '# promises are broken' }), brokenText: 'The rows below break what the program promises. Nothing is mended by itself: look at them now.',
  late: 'The check itself is late', lateText: (every: string) => `A round is due every ${every}. What stands here may be old: look whether a worker runs.`,
  first: 'The first round has not ended yet', firstText: 'This page fills itself as soon as it has.',
  age: (age: string) => `Checked ${age} ago`, now: 'Checked just now', due: (every: string) => `due every ${every}`, checkedAt: 'Last round', lost: 'Can’t be read right now; what is shown may be old.',
  columns: { promise: 'Promise', name: 'Name', breaches: 'Breaches', last: 'Last broken', took: 'Took' }, holds: 'holds', breaches: (n: number) => plural('en', n, { one: '# row breaks it', other: '# rows break it' }), never: 'never', recovered: 'holds again', ms: (n: string) => `${n} ms`,
  /** The promises by their stable names, where a language has its own words; else the server's. */
  words: {} as Record<string, string>,
}
