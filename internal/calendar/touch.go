package calendar

import "time"

// Touch is what one clock change does to the slots of some rules. A change that falls into the closed hours does nothing:
// its lists are empty.
type Touch struct {
	Change    ClockChange `json:"change"`
	Lost      []Reading   `json:"lost,omitempty"`      // starts that are skipped: no slot
	Doubled   []Doubled   `json:"doubled,omitempty"`   // starts that come twice: two slots
	Shortened []Shortened `json:"shortened,omitempty"` // slots that end before their length is over
}

// Doubled is a start that the wall clock shows twice, with the slot of either time.
type Doubled struct {
	Start Reading `json:"start"`
	Once  Span    `json:"once"`
	Again Span    `json:"again"`
}

// Shortened is a slot that is shorter than the length its window asks for. Its start may be a doubled one too.
type Shortened struct {
	Start  Reading       `json:"start"`
	Span   Span          `json:"span"`
	Length time.Duration `json:"length"` // what it would be on another day; nanoseconds in JSON
}

// Nothing reports whether the change leaves every slot as it is on other days.
func (t Touch) Nothing() bool { return len(t.Lost)+len(t.Doubled)+len(t.Shortened) == 0 }

// Touched tells for every clock change whose date is from first to last, both included, what it does to the slots that
// Expand lays out by the same rules.
func Touched(loc *time.Location, windows []Window, exceptions []Exception, first, last Date) []Touch {
	r := newRules(windows, exceptions)
	var touches []Touch
	for _, change := range ClockChanges(loc, first, last) {
		touches = append(touches, r.touchedBy(loc, change))
	}
	return touches
}

func (r rules) touchedBy(loc *time.Location, change ClockChange) Touch {
	from, to := change.From.Date().AddDays(-margin), change.Until.Date().AddDays(margin)
	slots := layOut(loc, r, from, to)
	t := Touch{Change: change, Shortened: shortened(slots, change.At.Unix())}
	if change.Skips() {
		t.Lost = r.startsWithin(from, to, change)
	} else {
		t.Doubled = doubled(slots, change)
	}
	return t
}

// startsWithin lists the starts among the readings of a change.
func (r rules) startsWithin(from, to Date, change ClockChange) []Reading {
	var within []Reading
	for _, o := range r.openings(from, to) {
		for _, start := range r.starts(o) {
			if change.meets(start) {
				within = append(within, Reading{start})
			}
		}
	}
	return within
}

// doubled pairs the slots whose start the change repeats.
func doubled(slots []slot, change ClockChange) []Doubled {
	var pairs []Doubled
	once := map[wall]slot{}
	for _, s := range slots {
		if !change.meets(s.start) {
			continue
		}
		if before, seen := once[s.start]; seen {
			pairs = append(pairs, Doubled{Start: Reading{s.start}, Once: before.span(), Again: s.span()})
		}
		once[s.start] = s
	}
	return pairs
}

// shortened lists the slots that a change cuts. Without one every slot has its length, since only whole ones are laid out
// on the wall; so the change that cuts a slot lies within the length that it should have.
func shortened(slots []slot, at int64) []Shortened {
	var list []Shortened
	for _, s := range slots {
		length := s.window.SlotLength
		due := s.from + int64(length/time.Second)
		if s.to < due && s.from < at && at < due {
			list = append(list, Shortened{Start: Reading{s.start}, Span: s.span(), Length: length})
		}
	}
	return list
}

func (c ClockChange) meets(w wall) bool { return c.From.wall <= w && w < c.Until.wall }
