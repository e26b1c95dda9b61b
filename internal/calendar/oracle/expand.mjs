// A second opinion on how opening rules become slots: the words of the calendar's doc comment, put into another language.
// It reads questions as JSON from the standard input and writes the answers to the standard output. Where those words change,
// change it by them and not by the Go code, or both will be wrong together.
import { readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { Clock, midnight } from "./clock.mjs";

const { PlainDate } = Temporal;
const day = 24 * 60;
const minutes = (nanoseconds) => nanoseconds / 60e9;
const clockTime = (text) => 60 * Number(text.slice(0, 2)) + Number(text.slice(3));

// Which windows open: those of the weekday, or of the date's own exception, each on its date.
function* openings({ windows: weekly = [], exceptions = [] }, first, last) {
  const excepted = new Map(exceptions.map((e) => [e.date, e.closed ? [] : e.windows ?? []]));
  const of = (date) => excepted.get(date.toString()) ?? weekly.filter((w) => w.weekdays.includes(date.dayOfWeek));
  let begins = midnight(first);
  for (let date = first, tomorrow; PlainDate.compare(date, last) <= 0; date = tomorrow, begins += day) {
    tomorrow = date.add({ days: 1 });
    const owned = excepted.has(tomorrow.toString());
    for (const window of of(date)) {
      const opens = begins + clockTime(window.opens);
      const closes = begins + clockTime(window.closes);
      // The evening doesn't spill over into a date that an exception owns.
      const lastStart = owned ? begins + day : Infinity;
      yield { window, opens, closes: closes > opens ? closes : closes + day, lastStart };
    }
  }
}

// Where two windows meet, the earlier one ends when the later one opens.
function giveWay(list) {
  list.sort((a, b) => a.opens - b.opens);
  return list.map((o, i) => ({ ...o, closes: Math.min(o.closes, list[i + 1]?.opens ?? Infinity) }));
}

function* slotsOf({ window, opens, closes, lastStart }, clock) {
  const length = minutes(window.slotLength);
  const every = minutes(window.every ?? window.slotLength);
  const close = clock.passes(closes);
  for (let reading = opens; reading + length <= closes && reading < lastStart; reading += every) {
    for (const at of clock.instants(reading)) {
      yield { reading, at, end: Math.min(at + length * 60, close), overlaps: every < length, walkInOnly: window.walkInOnly ?? false };
    }
  }
}

function expand(rules, clock, first, last) {
  const around = [...openings(rules, first.subtract({ days: 3 }), last.add({ days: 3 }))];
  const slots = giveWay(around).flatMap((opening) => [...slotsOf(opening, clock)]);
  slots.sort((a, b) => a.at - b.at);
  slots.forEach((slot, i) => {
    if (!slot.overlaps) slot.end = Math.min(slot.end, slots[i + 1]?.at ?? Infinity);
  });
  const [from, until] = [midnight(first), midnight(last) + day];
  return slots.filter((s) => from <= s.reading && s.reading < until).map((s) => [s.at, s.end, Number(s.walkInOnly)]);
}

function changes(clock, first, last) {
  const within = clock.changes.filter(({ date }) => PlainDate.compare(first, date) <= 0 && PlainDate.compare(date, last) <= 0);
  return within.map(({ at, before, after }) => [at, before, after]);
}

const answers = JSON.parse(readFileSync(0, "utf8")).map(({ zone, first, last, rules }) => {
  const [clock, from, to] = [new Clock(zone, first, last), PlainDate.from(first), PlainDate.from(last)];
  return { changes: changes(clock, from, to), spans: rules.map((r) => expand(r, clock, from, to)) };
});
process.stdout.write(JSON.stringify({ tzdata: process.versions.tz, answers }));
