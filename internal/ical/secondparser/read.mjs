// Reads a feed on standard input and writes it as jCal (RFC 7265) on standard output.
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'

// These are younger than the standard or nobody's standard, so the parser must be told that they hold text.
for (const name of ['name', 'x-wr-calname', 'x-wr-timezone']) {
  ICAL.design.icalendar.property[name] = { defaultType: 'text' }
}

process.stdout.write(JSON.stringify(ICAL.parse(readFileSync(0, 'utf8'))))
