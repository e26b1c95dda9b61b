package booking_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// evenings opens every day for two sittings.
func evenings() []booking.OpeningWindow {
	return []booking.OpeningWindow{{Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, Opens: "18:00", Closes: "22:00", SlotLength: 2 * time.Hour}}
}

func hoursOf(h *housetest.House, version int) booking.SetOpeningHours {
	return booking.SetOpeningHours{VenueID: ref.Encode(ref.Venue, h.Venue), Windows: evenings(), ExpectedVersion: version, Key: h.Key()}
}

func resources(ids ...uuid.UUID) (texts []string) {
	for _, id := range ids {
		texts = append(texts, ref.Encode(ref.Resource, id))
	}
	return texts
}

func may(text string) calendar.Date {
	d, err := calendar.ParseDate("2030-05-" + text)
	if err != nil {
		panic(err)
	}
	return d
}

func pointer[T any](v T) *T { return &v }

func TestSetOpeningHours(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table, other := h.Table(), h.Table()
	first := hoursOf(h, 1)
	first.Exceptions = []booking.OpeningException{
		{Date: may("01"), Closed: pointer(true)},
		{Date: may("02"), Windows: []booking.OpeningWindow{{Weekdays: []int{9}, Opens: "22:30", Closes: "02:00", SlotLength: time.Hour, Every: pointer(30 * time.Minute), WalkInOnly: pointer(true)}}},
	}
	set := func(in booking.SetOpeningHours) command.Result {
		return housetest.Must(t)(h.Desk.SetOpeningHours(ctx, h.Admin, in, "test"))
	}
	require.Equal(t, h.Venue, housetest.ID(t, set(first), ref.Venue))

	t.Run("the rows, the number, the revision, the event, the audit", func(t *testing.T) {
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id IS NULL AND exception_date IS NULL AND weekdays = 127 AND opens_minute = 1080 AND closes_minute = 1320 AND slot_minutes = 120 AND every_minutes IS NULL AND NOT walk_in_only`))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_windows WHERE exception_date = '2030-05-02' AND weekdays = 0 AND opens_minute = 1350 AND closes_minute = 120 AND every_minutes = 30 AND walk_in_only`))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM opening_exceptions WHERE resource_id IS NULL AND closed = (date = '2030-05-01')`))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE version = 2 AND opening_number = 1 AND laid_out_number = 0`))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_revisions WHERE number = 1 AND made_by = $1 AND rules #>> '{sets,0,windows,0,opens}' = '18:00' AND rules #>> '{sets,0,exceptions,1,date}' = '2030-05-02'`, h.Admin.Label()))
		require.Equal(t, "venue.opening_set 2", told(h, h.Venue))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'setOpeningHours' AND outcome = 'COMMITTED' AND subject = $1`, ref.Encode(ref.Venue, h.Venue)))
	})
	t.Run("the same key changes nothing more", func(t *testing.T) {
		again := first
		again.Windows = evenings()
		again.Windows[0].Every, again.Windows[0].WalkInOnly = pointer(2*time.Hour), pointer(false) // what it is without saying
		r := set(again)
		require.True(t, r.Replayed)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_revisions`))
	})
	t.Run("nor with other rules", func(t *testing.T) {
		for _, change := range []func(*booking.SetOpeningHours){
			func(in *booking.SetOpeningHours) { in.Exceptions = nil },
			func(in *booking.SetOpeningHours) { in.ResourceIDs = resources(table) },
			func(in *booking.SetOpeningHours) { in.Windows = nil },
		} {
			in := first
			change(&in)
			rejected(t, problem.IdempotencyMismatch)(h.Desk.SetOpeningHours(ctx, h.Admin, in, "test"))
		}
	})
	t.Run("exceptions that aren't given are kept", func(t *testing.T) {
		in := hoursOf(h, 2)
		in.Windows[0].Opens = "20:00"
		set(in)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_windows WHERE exception_date IS NULL AND opens_minute = 1200`))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM opening_windows`))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM opening_exceptions`))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_revisions WHERE number = 2 AND jsonb_array_length(rules #> '{sets,0,exceptions}') = 2`))
	})
	t.Run("rules of some resources stand beside the venue's", func(t *testing.T) {
		in := hoursOf(h, 3)
		in.ResourceIDs = resources(other, table)
		in.Exceptions = []booking.OpeningException{{Date: may("03"), Closed: pointer(true)}}
		set(in)
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id = ANY ($1::uuid[])`, "{"+table.String()+","+other.String()+"}"))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM opening_exceptions WHERE resource_id IS NOT NULL AND date = '2030-05-03'`))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id IS NULL`))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_revisions WHERE number = 3 AND jsonb_array_length(rules -> 'sets') = 3`))
	})
	t.Run("no windows bring one back to the venue's, and close the venue", func(t *testing.T) {
		in := hoursOf(h, 4)
		in.ResourceIDs, in.Windows, in.Exceptions = resources(table), nil, []booking.OpeningException{}
		set(in)
		require.Zero(t, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id = $1`, table)+h.Count(`SELECT count(*) FROM opening_exceptions WHERE resource_id = $1`, table))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id = $1`, other))
		in = hoursOf(h, 5)
		in.Windows, in.Exceptions = []booking.OpeningWindow{}, []booking.OpeningException{}
		set(in)
		require.Zero(t, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id IS NULL`)+h.Count(`SELECT count(*) FROM opening_exceptions WHERE resource_id IS NULL`))
	})
	t.Run("a version that has passed is told", func(t *testing.T) {
		r := rejected(t, problem.VersionStale)(h.Desk.SetOpeningHours(ctx, h.Admin, hoursOf(h, 5), "test"))
		require.Equal(t, 6, *r.Problem.CurrentVersion)
	})
	t.Run("of some at once one is first, and the others hear of it", func(t *testing.T) {
		results := together(t, 4, func(int) (command.Result, error) { return h.Desk.SetOpeningHours(ctx, h.Admin, hoursOf(h, 6), "test") })
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 3}, tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_windows WHERE resource_id IS NULL`))
	})
}

func TestWhoseOpeningHours(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	foreign := housetest.In(t, h.DB)
	second := h.SecondVenue()
	elsewhere := second.Table()
	local := h.Admin
	local.VenueIDs = []uuid.UUID{second.Venue}
	before := h.Count(`SELECT count(*) FROM opening_windows`)

	for name, ask := range map[string]func() (command.Result, error){
		"another tenant's venue": func() (command.Result, error) {
			return h.Desk.SetOpeningHours(ctx, h.Admin, hoursOf(foreign, 1), "test")
		},
		"one that isn't granted": func() (command.Result, error) { return h.Desk.SetOpeningHours(ctx, local, hoursOf(h, 1), "test") },
		"an id of something else": func() (command.Result, error) {
			in := hoursOf(h, 1)
			in.VenueID = ref.Encode(ref.Slot, h.Venue)
			return h.Desk.SetOpeningHours(ctx, h.Admin, in, "test")
		},
		"a resource of another venue": func() (command.Result, error) {
			in := hoursOf(h, 1)
			in.ResourceIDs = resources(elsewhere)
			return h.Desk.SetOpeningHours(ctx, h.Admin, in, "test")
		},
		"no resource at all": func() (command.Result, error) {
			in := hoursOf(h, 1)
			in.ResourceIDs = []string{"rs_x"}
			return h.Desk.SetOpeningHours(ctx, h.Admin, in, "test")
		},
		"another tenant's holidays": func() (command.Result, error) {
			return h.Desk.SetHolidays(ctx, h.Admin, booking.SetHolidays{VenueID: ref.Encode(ref.Venue, foreign.Venue), ExpectedVersion: 1, Key: h.Key()}, "test")
		},
		"holidays of one that isn't granted": func() (command.Result, error) {
			return h.Desk.SetHolidays(ctx, local, booking.SetHolidays{VenueID: ref.Encode(ref.Venue, h.Venue), ExpectedVersion: 1, Key: h.Key()}, "test")
		},
	} {
		t.Run(name, func(t *testing.T) { rejected(t, problem.ReferenceNotFound)(ask()) })
	}
	for _, by := range []actor.Actor{h.Staff, h.Guest("Guest")} {
		_, err := h.Desk.SetOpeningHours(ctx, by, hoursOf(h, 1), "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
		_, err = h.Desk.SetHolidays(ctx, by, booking.SetHolidays{VenueID: ref.Encode(ref.Venue, h.Venue), ExpectedVersion: 1, Key: h.Key()}, "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
	}
	require.Equal(t, before, h.Count(`SELECT count(*) FROM opening_windows`))
	require.Zero(t, h.Count(`SELECT count(*) FROM commands`))
}

func TestOpeningHoursThatCanNotBe(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	room := h.Resource(inventory.Pooled, 10, 1, 4)
	window := func(change func(*booking.OpeningWindow)) func(*booking.SetOpeningHours) {
		return func(in *booking.SetOpeningHours) { change(&in.Windows[0]) }
	}
	dated := func(e ...booking.OpeningException) func(*booking.SetOpeningHours) {
		return func(in *booking.SetOpeningHours) { in.Exceptions = e }
	}
	for _, c := range []struct {
		name, field string
		change      func(*booking.SetOpeningHours)
	}{
		{"no version", "expectedVersion", func(in *booking.SetOpeningHours) { in.ExpectedVersion = 0 }},
		{"no time of day", "windows.0.opens", window(func(w *booking.OpeningWindow) { w.Opens = "6pm" })},
		{"midnight as 24:00", "windows.0.closes", window(func(w *booking.OpeningWindow) { w.Closes = "24:00" })},
		{"an eighth day", "windows.0.weekdays", window(func(w *booking.OpeningWindow) { w.Weekdays = []int{8} })},
		{"no day", "windows.0.weekdays", window(func(w *booking.OpeningWindow) { w.Weekdays = nil })},
		{"no length", "windows.0.slotLength", window(func(w *booking.OpeningWindow) { w.SlotLength = 0 })},
		{"seconds", "windows.0.slotLength", window(func(w *booking.OpeningWindow) { w.SlotLength = 90 * time.Second })},
		{"a slot longer than its window", "windows.0.slotLength", window(func(w *booking.OpeningWindow) { w.SlotLength = 5 * time.Hour })},
		{"an interval of nothing", "windows.0.every", window(func(w *booking.OpeningWindow) { w.Every = pointer(time.Duration(0)) })},
		{"an interval of seconds", "windows.0.every", window(func(w *booking.OpeningWindow) { w.Every = pointer(61 * time.Second) })},
		{"overlapping slots where parties share", "windows.0.every", window(func(w *booking.OpeningWindow) { w.Every = pointer(time.Hour) })},
		{"windows that overlap", "windows.1.opens", func(in *booking.SetOpeningHours) { in.Windows = append(evenings(), evenings()...) }},
		{"too many windows", "windows", func(in *booking.SetOpeningHours) { in.Windows = make([]booking.OpeningWindow, 101) }},
		{"too many exceptions", "exceptions", func(in *booking.SetOpeningHours) { in.Exceptions = make([]booking.OpeningException, 801) }},
		{"too many windows of a date", "exceptions.0.windows", dated(booking.OpeningException{Date: may("01"), Windows: make([]booking.OpeningWindow, 21)})},
		{"a date twice", "exceptions.1.date", dated(booking.OpeningException{Date: may("01"), Closed: pointer(true)}, booking.OpeningException{Date: may("01"), Closed: pointer(true)})},
		{"closed with windows", "exceptions.0.windows", dated(booking.OpeningException{Date: may("01"), Closed: pointer(true), Windows: evenings()})},
		{"neither closed nor open", "exceptions.0.closed", dated(booking.OpeningException{Date: may("01")})},
		{"a date's time of day", "exceptions.0.windows.0.opens", dated(booking.OpeningException{Date: may("01"), Windows: []booking.OpeningWindow{{Opens: "x"}}})},
		{"no resources", "resourceIds", func(in *booking.SetOpeningHours) { in.ResourceIDs = []string{} }},
		{"a resource twice", "resourceIds", func(in *booking.SetOpeningHours) { in.ResourceIDs = resources(room, room) }},
		{"too many resources", "resourceIds", func(in *booking.SetOpeningHours) { in.ResourceIDs = strings.Split(strings.Repeat("x,", 200), ",") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := hoursOf(h, 1)
			c.change(&in)
			_, err := h.Desk.SetOpeningHours(ctx, h.Admin, in, "test")
			var invalid *problem.Invalid
			require.True(t, errors.As(err, &invalid), "%v", err)
			require.Equal(t, c.field, invalid.Field, invalid.Message)
		})
	}
	require.Zero(t, h.Count(`SELECT count(*) FROM opening_windows`)+h.Count(`SELECT count(*) FROM commands`))
	require.Equal(t, 1, h.Count(`SELECT version FROM venues`))
}

func TestSetHolidays(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	ask := func(version int, region *string, closed bool) (command.Result, error) {
		return h.Desk.SetHolidays(ctx, h.Admin, booking.SetHolidays{VenueID: ref.Encode(ref.Venue, h.Venue), Region: region, Closed: closed, ExpectedVersion: version, Key: h.Key()}, "test")
	}
	housetest.Must(t)(ask(1, pointer("DE-BY"), true))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE holiday_region = 'DE-BY' AND closed_on_holidays AND version = 2 AND opening_number = 1`))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM opening_revisions WHERE number = 1 AND rules ->> 'holidayRegion' = 'DE-BY' AND (rules ->> 'closedOnHolidays')::boolean`))
	require.Equal(t, "venue.opening_set 2", told(h, h.Venue))
	rejected(t, problem.VersionStale)(ask(1, pointer("KR"), true))
	housetest.Must(t)(ask(2, nil, false))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE holiday_region IS NULL AND NOT closed_on_holidays AND version = 3`))
	for _, region := range []*string{nil, pointer("XX"), pointer("kr"), pointer("")} {
		_, err := ask(3, region, true)
		var invalid *problem.Invalid
		require.True(t, errors.As(err, &invalid), "%v", err)
		require.Equal(t, "region", invalid.Field)
	}
}
