import { plural } from '../../words'

export const hours = {
  title: 'Opening hours',
  text: 'Weekly windows, dates that go by rules of their own, and holidays. Slots follow from them. Nothing that is booked is moved or deleted by a rule.',
  scope: {
    label: 'Rules of', venue: 'the venue', own: 'with rules of their own', others: 'other places, which follow the venue',
    venueText: 'They hold for every place that has none of its own.',
    ownText: (name: string) => `${name} has rules of its own. Its weekly windows stand in place of the venue’s, and its dated exceptions for their dates.`,
    followsText: (name: string) => `${name} follows the venue. The week that you give it here will stand in place of the venue’s.`,
    also: 'And the same for', alsoHelp: 'Their own rules are replaced by these.', back: 'Follow the venue again', noWindows: 'No windows of its own: it follows the venue.',
  },
  state: { laidOut: 'Slots follow these rules.', catchingUp: 'Slots are being laid out by the latest change…', tzdata: (version: string) => `Time zone data ${version}` },
  week: {
    title: 'Week', text: 'Paint hours with the pointer, across days too. A window can be moved and stretched by arrow keys: left and right choose, up and down move, with Shift they stretch.',
    grid: 'Week grid', add: 'Add a window', none: 'No weekly window: closed, unless a date below says otherwise.',
    block: (days: string, from: string, to: string, slots: string) => `${days}, ${from} to ${to}, ${slots}`,
    slots: (n: number) => plural('en', n, { one: '# slot', other: '# slots' }),
    tail: 'from the day before', nextDay: 'next day', walkIn: 'walk-ins', now: 'Hour of the day',
  },
  window: {
    legend: (n: string) => `Window ${n}`, days: 'Days', opens: 'Opens', closes: 'Closes', pastMidnight: 'past midnight', slotLength: 'Slot length', every: 'A slot starts every',
    everyHelp: { same: 'One after the other.', overlap: 'Slots overlap: only for places that one party takes as a whole.', gaps: 'There are gaps between slots.' },
    walkInOnly: 'Kept for guests without a booking', remove: 'Remove this window', starts: (list: string) => `Starts: ${list}`, more: (n: string) => `and ${n} more`,
    fault: {
      noWeekday: 'Choose at least one day', badClock: 'Times are HH:MM', badLength: 'A slot lasts whole minutes, a day at most', noSlotFits: 'No slot of this length fits',
      badEvery: 'Whole minutes, a day at most', overlaps: 'Opens while another window is open',
    },
  },
  dates: {
    title: 'Dates with rules of their own', text: 'An exception owns its date: the weekly windows and holidays do not count then. Choose a date in the year.', year: 'The year ahead',
    legend: { closed: 'closed', special: 'own hours', holidayClosed: 'holiday, closed', holidayOpen: 'holiday, open', clockChange: 'clock change' },
    day: (date: string, what: string) => `${date}: ${what}`, plain: 'weekly rules', special: 'own hours', closed: 'closed', holiday: (name: string) => `holiday: ${name}`,
    clockForward: (hours: string) => `clock goes forward ${hours}`, clockBack: (hours: string) => `clock goes back ${hours}`,
    none: 'No date has rules of its own.', columns: { date: 'Date', what: 'What holds', acts: 'Actions' }, edit: (date: string) => `Change ${date}`, remove: (date: string) => `Weekly rules again on ${date}`,
    editor: { title: (date: string) => `Rules of ${date}`, closed: 'Closed all day', open: 'Own hours', week: 'As the week says', apply: 'Keep for saving', addWindow: 'Add a window' },
    past: (n: number) => plural('en', n, { one: '# date that has passed is kept.', other: '# dates that have passed are kept.' }),
    today: 'Today', edited: 'not saved yet',
  },
  holidays: {
    title: 'Holidays', text: 'The public holidays of a region. A dated exception goes before them.', region: 'Region', noRegion: 'None', closed: 'Closed on holidays', save: 'Save holidays', done: 'Saved; slots follow',
    coverage: (from: string, to: string) => `The data reaches from ${from} to ${to}; beyond it nothing is assumed.`, coming: 'Coming holidays', open: 'open', shut: 'closed', none: 'No holiday within the next year is known.', search: 'Type a country or state',
    more: (n: number) => plural('en', n, { one: '# more', other: '# more' }),
  },
  clock: {
    title: 'Clock changes', none: 'This zone changes no clock within the next 400 days.', text: 'What they do to the slots of the rules as they stand.',
    forward: (hours: string, time: string) => `The clock goes forward ${hours}, to ${time}`, back: (hours: string, time: string) => `The clock goes back ${hours}, to ${time}`, untouched: 'It touches no slot.',
    touched: (time: string, effect: string, n: number) => `${time}: ${effect} (${plural('en', n, { one: '# place', other: '# places' })})`,
  },
  trial: {
    title: 'What this would do', idle: 'Change something, and the coming weeks show here before anything is saved.', days: 'Days ahead', reading: 'Trying the rules…', fault: 'The rules can’t be tried as they are.',
    total: (before: string, after: string) => `${before} slots now, ${after} then`,
    appears: (n: number) => plural('en', n, { one: '# slot appears', other: '# slots appear' }), goes: (n: number) => plural('en', n, { one: '# slot goes', other: '# slots go' }), turns: (n: number) => plural('en', n, { one: '# slot changes for walk-ins', other: '# slots change for walk-ins' }), stays: (n: number) => plural('en', n, { one: '# stays', other: '# stay' }),
    same: 'The coming weeks stay as they are.', until: (time: string) => `There are too many slots to compare all; compared until ${time}.`,
    stranded: (n: number) => plural('en', n, { one: '# booked slot would be left over', other: '# booked slots would be left over' }), strandedNone: 'No booking would be left over.',
    strandedText: 'What is booked stays as it is and is listed for review until people have moved or cancelled it.',
    moreTimes: (n: number) => plural('en', n, { one: 'and # time more', other: 'and # times more' }),
    columns: { day: 'Day', before: 'Now', after: 'Then', change: 'Change' }, list: 'Day by day', plus: (time: string, n: number) => `${time} on ${plural('en', n, { one: '# place', other: '# places' })}`,
    added: 'Appears', gone: 'Goes', turned: 'For walk-ins or no longer', nothing: 'as now', showDays: 'Show every day', onlyChanged: 'Only days that change', taken: (taken: string, of: string) => `${taken} of ${of} taken`,
  },
  save: 'Save opening rules', done: 'Saved. Slots follow within a second.', reset: 'Discard changes',
  field: { windows: 'Weekly windows', asWeek: 'as the week says', closed: 'closed', windowsOf: (n: number) => plural('en', n, { one: '# window', other: '# windows' }) },
}
