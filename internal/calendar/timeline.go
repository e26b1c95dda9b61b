package calendar

import (
	"math"
	"time"
)

// period is a span of Unix time, half-open, in which a zone keeps one offset from UTC.
type period struct{ start, end, offset int64 }

// timeline is a zone's periods around some readings, in order and without a hole.
type timeline []period

// reach is how far a reading can lie from the same number taken as Unix time; no offset of any zone comes near it.
const reach = 2 * secondsPerDay

// newTimeline lists the periods that matter to readings from first to last.
func newTimeline(loc *time.Location, first, last wall) timeline {
	var line timeline
	start, until := int64(math.MinInt64), int64(last)+reach
	for at := int64(first) - reach; at < until; {
		offset, next := offsetAt(loc, at)
		if n := len(line); n > 0 && line[n-1].offset == offset {
			line[n-1].end = next
		} else {
			line = append(line, period{start: start, end: next, offset: offset})
		}
		at, start = next, next
	}
	line[len(line)-1].end = math.MaxInt64
	return line
}

// offsetAt is the zone's offset at an instant and a later instant up to which it certainly stays.
//
// time.Time.ZoneBounds tells the end of the period, except on 31 December of a leap year: where a rule, not a table, gives
// the changes, it then names an end that has passed. Nothing changes so late in the year, so an hour is safe, and enough.
func offsetAt(loc *time.Location, at int64) (offset, until int64) {
	t := time.Unix(at, 0).In(loc)
	_, seconds := t.Zone()
	_, end := t.ZoneBounds()
	switch {
	case end.IsZero():
		return int64(seconds), math.MaxInt64
	case !end.After(t):
		return int64(seconds), at + 60*60
	default:
		return int64(seconds), end.Unix()
	}
}

// instants lists when the wall clock shows w, in order: once as a rule, never when a clock change leaves it out, twice when
// one repeats it.
func (line timeline) instants(w wall) []int64 {
	var found []int64
	for _, p := range line {
		if at := int64(w) - p.offset; p.start <= at && at < p.end {
			found = append(found, at)
		}
	}
	return found
}

// firstAt is the first instant at which the wall clock shows w or later.
func (line timeline) firstAt(w wall) int64 {
	for _, p := range line {
		if at := max(p.start, int64(w)-p.offset); at < p.end {
			return at
		}
	}
	return math.MaxInt64 // never: the last period has no end
}

// lastAt is the first instant from which on the wall clock shows w or later and never again less.
func (line timeline) lastAt(w wall) int64 {
	for i := len(line) - 1; i > 0; i-- {
		if p := line[i]; p.start+p.offset < int64(w) {
			return min(p.end, int64(w)-p.offset)
		}
	}
	return min(line[0].end, int64(w)-line[0].offset)
}
