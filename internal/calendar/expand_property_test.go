package calendar_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

// plan is a drawn case: rules, a zone and a short range of dates.
type plan struct {
	loc         *time.Location
	windows     []calendar.Window
	exceptions  []calendar.Exception
	first, last calendar.Date
}

func (p plan) expand(first, last calendar.Date) []calendar.Span {
	return calendar.Expand(p.loc, p.windows, p.exceptions, first, last)
}

// drawWindow draws a window in one piece: any opening, any close, slots of five minutes to a day.
func drawWindow(t *rapid.T) calendar.Window {
	clock := rapid.Custom(func(t *rapid.T) string {
		m := 5 * rapid.IntRange(0, 287).Draw(t, "five minutes")
		return time.Date(2000, 1, 1, m/60, m%60, 0, 0, time.UTC).Format("15:04")
	})
	w := open(t, clock.Draw(t, "opens")+"-"+clock.Draw(t, "closes")+"/1")
	w.SlotLength = 5 * time.Minute * time.Duration(rapid.SampledFrom([]int{1, 3, 4, 6, 7, 9, 12, 18, 24, 48, 144, 288}).Draw(t, "slot length"))
	if rapid.Bool().Draw(t, "stepped") {
		w.Every = 5 * time.Minute * time.Duration(rapid.SampledFrom([]int{1, 2, 3, 6, 11, 12, 30, 288}).Draw(t, "every"))
	}
	w.WalkInOnly = rapid.Bool().Draw(t, "walk-in only")
	w.Weekdays = rapid.SliceOfDistinct(rapid.IntRange(1, 7), rapid.ID[int]).Draw(t, "weekdays")
	return w
}

// drawPlan draws rules that may overlap as they like, near clock changes more often than not.
func drawPlan(t *rapid.T, fromYear int) plan {
	loc := drawZone(t)
	p := plan{loc: loc, first: drawDate(t, loc, fromYear)}
	p.last = p.first.AddDays(rapid.IntRange(0, 5).Draw(t, "more days"))
	p.windows = rapid.SliceOfN(rapid.Custom(drawWindow), 0, 3).Draw(t, "windows")
	for range rapid.IntRange(0, 3).Draw(t, "exceptions") {
		e := calendar.Exception{Date: p.first.AddDays(rapid.IntRange(-2, 7).Draw(t, "exception on"))}
		if e.Closed = rapid.Bool().Draw(t, "closed"); !e.Closed {
			e.Windows = rapid.SliceOfN(rapid.Custom(drawWindow), 0, 2).Draw(t, "its windows")
		}
		p.exceptions = append(p.exceptions, e)
	}
	return p
}

func (p plan) longest() time.Duration {
	longest := time.Duration(0)
	for _, w := range p.all() {
		longest = max(longest, w.SlotLength)
	}
	return longest
}

func (p plan) all() []calendar.Window {
	return slices.Concat(append([][]calendar.Window{p.windows}, p.ofExceptions()...)...)
}

// meet reports whether slots of the plan may run side by side.
func (p plan) meet() bool { return slices.ContainsFunc(p.all(), calendar.Window.Overlaps) }

func (p plan) ofExceptions() [][]calendar.Window {
	var all [][]calendar.Window
	for _, e := range p.exceptions {
		all = append(all, e.Windows)
	}
	return all
}

func TestExpandProperties(t *testing.T) {
	t.Run("slots are in order, apart, not empty, not too long, and start on the dates asked for", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPlan(t, 1975)
			spans := p.expand(p.first, p.last)
			for i, s := range spans {
				require.True(t, s.StartsAt.Before(s.EndsAt))
				require.LessOrEqual(t, s.EndsAt.Sub(s.StartsAt), p.longest())
				date := calendar.DateOf(p.loc, s.StartsAt)
				require.False(t, date.Before(p.first) || date.After(p.last), "%s", date)
				require.True(t, i == 0 || s.StartsAt.After(spans[i-1].StartsAt), "%s starts twice", s.StartsAt)
				require.True(t, i == 0 || p.meet() || !s.StartsAt.Before(spans[i-1].EndsAt), "%s overlaps the slot before", s.StartsAt)
			}
		})
	})
	t.Run("a range is its parts joined", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPlan(t, 1975)
			var joined []calendar.Span
			for d := p.first; !d.After(p.last); d = d.AddDays(1) {
				joined = append(joined, p.expand(d, d)...)
			}
			slices.SortFunc(joined, func(a, b calendar.Span) int { return a.StartsAt.Compare(b.StartsAt) })
			require.Equal(t, p.expand(p.first, p.last), joined)
		})
	})
	t.Run("a date's slots start within its bounds, clocks that cross midnight apart", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPlan(t, 2012)
			start, end := calendar.DayBounds(p.loc, p.first)
			for _, s := range p.expand(p.first, p.first) {
				require.False(t, s.StartsAt.Before(start) || !s.StartsAt.Before(end), "%s not in %s to %s", s.StartsAt, start, end)
			}
		})
	})
	t.Run("the starts are the minutes at which the wall clock shows a start", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPlan(t, 1975)
			var starts []begun
			for _, s := range p.expand(p.first, p.last) {
				starts = append(starts, begun{at: s.StartsAt, walkInOnly: s.WalkInOnly})
			}
			require.Equal(t, p.watched(), starts)
		})
	})
}

// begun is a slot as somebody sees it who looks at the clock and at the sign on the door.
type begun struct {
	at         time.Time
	walkInOnly bool
}

// watched sits in front of the wall clock for the whole range and notes each minute that shows a start.
func (p plan) watched() []begun {
	showing := p.wallStarts()
	var seen []begun
	at := onPaper(p.first, "00:00").AddDate(0, 0, -1)
	for range (p.first.DaysUntil(p.last) + 3) * 24 * 60 {
		if walkInOnly, starts := showing[at.In(p.loc).Format(time.DateTime)]; starts {
			seen = append(seen, begun{at: at, walkInOnly: walkInOnly})
		}
		at = at.Add(time.Minute)
	}
	return seen
}

// onPaper is a wall-clock reading in a world without zones.
func onPaper(d calendar.Date, clock string) time.Time {
	at, err := time.Parse("2006-01-02 15:04", d.String()+" "+clock)
	if err != nil {
		panic(err)
	}
	return at
}

// sheet is one opening on paper.
type sheet struct {
	date          calendar.Date
	opens, closes time.Time
	length, every time.Duration
	walkInOnly    bool
}

func (p plan) exceptionOn(d calendar.Date) *calendar.Exception {
	for i := len(p.exceptions) - 1; i >= 0; i-- {
		if p.exceptions[i].Date == d {
			return &p.exceptions[i]
		}
	}
	return nil
}

// sheets writes down what opens on the dates of the range and around it.
func (p plan) sheets() []sheet {
	var sheets []sheet
	for d := p.first.AddDays(-1); !d.After(p.last.AddDays(1)); d = d.AddDays(1) {
		windows, e := p.windows, p.exceptionOn(d)
		if e != nil {
			windows = e.Windows
		}
		for _, w := range windows {
			if e == nil && !slices.Contains(w.Weekdays, d.Weekday()) {
				continue
			}
			s := sheet{date: d, opens: onPaper(d, w.Opens.String()), closes: onPaper(d, w.Closes.String()), length: w.SlotLength, every: w.Every, walkInOnly: w.WalkInOnly}
			if s.every == 0 {
				s.every = s.length
			}
			if !s.closes.After(s.opens) {
				s.closes = s.closes.AddDate(0, 0, 1)
			}
			sheets = append(sheets, s)
		}
	}
	return sheets
}

// wallStarts are the range's starts on paper, and which of them are for walk-ins only: whole slots before the close and
// before anything else opens.
func (p plan) wallStarts() map[string]bool {
	showing := map[string]bool{}
	sheets := p.sheets()
	for i, s := range sheets {
		until := s.closes
		for j, other := range sheets {
			if (other.opens.After(s.opens) || j > i && other.opens.Equal(s.opens)) && other.opens.Before(until) {
				until = other.opens
			}
		}
		for at := s.opens; !at.Add(s.length).After(until); at = at.Add(s.every) {
			date := calendar.DateOf(time.UTC, at)
			if date.Before(p.first) || date.After(p.last) || date != s.date && p.exceptionOn(date) != nil {
				continue
			}
			showing[at.Format(time.DateTime)] = s.walkInOnly
		}
	}
	return showing
}
