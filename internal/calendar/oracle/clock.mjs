// What the wall clock of a zone shows, by a Temporal polyfill. Readings are numbers: minutes since the clock read
// 1970-01-01T00:00, as if no clock ever changed. Instants are seconds of Unix time.
import { Temporal } from "temporal-polyfill";

const { Instant, PlainDate } = Temporal;
const nearMinutes = 2 * 24 * 60;

/** The reading at which a date begins. */
export const midnight = (date) => date.toZonedDateTime("UTC").epochMilliseconds / 60e3;

const seconds = (zoned) => zoned.epochMilliseconds / 1e3;
const offsetBefore = (zoned) => Instant.fromEpochMilliseconds(zoned.epochMilliseconds - 1).toZonedDateTimeISO(zoned.timeZoneId).offsetNanoseconds / 1e9;

/** The clock of a zone around the dates from first to last. */
export class Clock {
  constructor(zone, first, last) {
    this.zone = zone;
    const begin = PlainDate.from(first).subtract({ days: 9 }).toZonedDateTime(zone);
    const end = PlainDate.from(last).add({ days: 9 }).toZonedDateTime(zone);
    this.offset = begin.offsetNanoseconds / 1e9;
    this.changes = [];
    for (let at = begin.getTimeZoneTransition("next"); at && seconds(at) < seconds(end); at = at.getTimeZoneTransition("next")) {
      this.changes.push({ at: seconds(at), date: at.toPlainDate(), before: offsetBefore(at), after: at.offsetNanoseconds / 1e9 });
    }
  }

  /** Which instants show a reading, in order: none, one, or two. */
  instants(reading) {
    // Temporal is slow. It is asked where a change is near; where none is, the clock runs evenly.
    const near = this.changes.some(({ at }) => Math.abs(at / 60 - reading) < nearMinutes);
    if (!near) return [reading * 60 - (this.changes.findLast(({ at }) => at / 60 < reading)?.after ?? this.offset)];
    const [earlier, later] = this.#readAs(reading, "earlier", "later");
    if (!earlier.toPlainDateTime().equals(paper(reading))) return [];
    return earlier.equals(later) ? [seconds(earlier)] : [seconds(earlier), seconds(later)];
  }

  /** When the clock passes a reading for good: the last time that it shows it, or the change that skips it. */
  passes(reading) {
    const shown = this.instants(reading);
    if (shown.length > 0) return shown.at(-1);
    return seconds(this.#readAs(reading, "earlier")[0].getTimeZoneTransition("next"));
  }

  #readAs(reading, ...ways) {
    return ways.map((disambiguation) => paper(reading).toZonedDateTime(this.zone, { disambiguation }));
  }
}

const paper = (reading) => Instant.fromEpochMilliseconds(reading * 60e3).toZonedDateTimeISO("UTC").toPlainDateTime();
