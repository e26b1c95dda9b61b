package calendar

import (
	"cmp"
	"slices"
)

// opening is one window opening on one date, on the wall: [opens, closes), with slots of length seconds that start every so
// many.
type opening struct {
	date          Date
	opens, closes wall
	length, every wall
	window        Window
}

func newOpening(d Date, w Window) opening {
	opens := d.midnight() + wall(w.Opens.minutes)*60
	return opening{
		date: d, opens: opens, closes: opens + wall(w.minutes())*60,
		length: wall(w.slotMinutes()) * 60, every: wall(w.everyMinutes()) * 60, window: w,
	}
}

// rules are weekly windows with the exceptions to them, by date.
type rules struct {
	weekly     []Window
	exceptions map[Date]Exception
}

func newRules(windows []Window, exceptions []Exception) rules {
	r := rules{weekly: windows, exceptions: make(map[Date]Exception, len(exceptions))}
	for _, e := range exceptions {
		r.exceptions[e.Date] = e
	}
	return r
}

// on lists the windows that open on a date.
func (r rules) on(d Date) []Window {
	if e, excepted := r.exceptions[d]; excepted {
		if e.Closed {
			return nil
		}
		return e.Windows
	}
	var open []Window
	for _, w := range r.weekly {
		if w.opensOn(d) {
			open = append(open, w)
		}
	}
	return open
}

// openings lists what opens from one date to another, both included, in order; each ends when the next one opens.
func (r rules) openings(from, to Date) []opening {
	var list []opening
	for d := from; !d.After(to); d = d.AddDays(1) {
		for _, w := range r.on(d) {
			if o := newOpening(d, w); o.length > 0 && o.every > 0 {
				list = append(list, o)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b opening) int { return cmp.Compare(a.opens, b.opens) })
	for i := 1; i < len(list); i++ {
		list[i-1].closes = min(list[i-1].closes, list[i].opens)
	}
	return list
}

// starts lists the wall-clock starts of an opening's slots, without those on a later date that an exception owns.
func (r rules) starts(o opening) []wall {
	morrow := o.date.AddDays(1)
	_, owned := r.exceptions[morrow]
	var list []wall
	for at := o.opens; at+o.length <= o.closes; at += o.every {
		if owned && at >= morrow.midnight() {
			break
		}
		list = append(list, at)
	}
	return list
}
