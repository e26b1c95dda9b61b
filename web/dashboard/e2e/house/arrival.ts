import { Temporal } from 'temporal-polyfill'
import { stranger, type Reservation, type Venue, type Wish } from './venue'

const zone = 'Asia/Seoul'

/** Doors that open within the next minute. A party may be seated at once, and is given up when its time begins. */
export function opensNow(): Wish {
  const opens = Temporal.Now.zonedDateTimeISO(zone).round({ smallestUnit: 'minute', roundingMode: 'ceil' })
  const clock = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: 'minute' })
  const every = { slotLength: 'PT30M', every: 'PT1M' } // should the next minute begin too soon, there is one after it
  return { zone, opens: clock(opens), closes: clock(opens.add({ minutes: 35 })), ...every, rules: { checkInOpens: 'PT1H', noShowGrace: 'PT0S' } }
}

/** Milliseconds until a time begins: enough to book it and to look at its page first. */
const enough = 15_000

/** Books what begins next. */
export async function bookNext(venue: Venue, name: string): Promise<Reservation> {
  const days = await Promise.all([venue.date(), venue.date(1)].map((date) => venue.slots(date)))
  const next = days.flat().find(({ startsAt }) => Date.parse(startsAt) > Date.now() + enough)
  if (!next) throw new Error(`nothing begins at ${venue.name}`)
  return venue.book(next, stranger(name))
}
