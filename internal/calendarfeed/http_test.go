package calendarfeed_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendarfeed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
)

func TestAskingAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	guest, table := s.Guest("Minji"), s.Table()
	path := s.resourceFeed(table, ical.Details)
	id := s.hold(guest, 2, s.Slot(table, 30*time.Hour, time.Hour))

	got := s.read(path)
	require.Equal(t, "text/calendar; charset=utf-8", got.header.Get("Content-Type"))
	require.Equal(t, "private, max-age=300", got.header.Get("Cache-Control"))
	require.Equal(t, "nosniff", got.header.Get("X-Content-Type-Options"))
	require.Empty(t, got.header.Values("Set-Cookie"))
	require.Equal(t, fmt.Sprint(len(got.body)), got.header.Get("Content-Length"))
	tag := got.header.Get("ETag")
	require.Regexp(t, `^"[\w-]{43}"$`, tag, "a strong one")

	t.Run("the same calendar is the same bytes, and isn't sent again", func(t *testing.T) {
		require.Equal(t, got.body, s.read(path).body)
		for _, known := range []string{tag, `"other", ` + tag, "*"} {
			again := s.fetch(http.MethodGet, path, "If-None-Match", known)
			require.Equal(t, http.StatusNotModified, again.status, known)
			require.Empty(t, again.body)
			require.Equal(t, tag, again.header.Get("ETag"))
		}
		require.Equal(t, http.StatusOK, s.fetch(http.MethodGet, path, "If-None-Match", `"other"`).status)
	})
	t.Run("HEAD tells the same without the text", func(t *testing.T) {
		head := s.fetch(http.MethodHead, path)
		require.Equal(t, http.StatusOK, head.status)
		require.Empty(t, head.body)
		for _, name := range []string{"ETag", "Content-Length", "Content-Type", "Cache-Control", "X-Content-Type-Options"} {
			require.Equal(t, got.header.Get(name), head.header.Get(name), name)
		}
	})
	t.Run("every change is another calendar", func(t *testing.T) {
		seen := map[string]bool{tag: true}
		for what, change := range map[string]func(){
			"a state":      func() { s.must(s.Desk.ConfirmReservation(ctx, guest, s.on(id, 1), "test")) },
			"a customer":   func() { s.Exec(`UPDATE customers SET name = 'Minji K.' WHERE id = $1`, *guest.CustomerID) },
			"the resource": func() { s.Exec(`UPDATE resources SET name = 'Window' WHERE id = $1`, table) },
		} {
			change()
			now := s.fetch(http.MethodGet, path, "If-None-Match", tag)
			require.Equal(t, http.StatusOK, now.status, what)
			tag = now.header.Get("ETag")
			require.False(t, seen[tag], what)
			seen[tag] = true
		}
	})
}

func TestWhereThereIsNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	guest, table := s.Guest("Minji"), s.Table()
	neighbour := housetest.In(t, s.DB)
	open := s.resourceFeed(table, ical.Details)
	shut, id := s.issue(guest, booking.IssueCalendarFeed{})
	s.read(shut)
	s.must(s.Desk.RevokeCalendarFeed(ctx, guest, booking.RevokeCalendarFeed{FeedID: ref.Encode(ref.CalendarFeed, id), ExpectedVersion: 1, Key: s.Key()}, "test"))

	at, ok := ical.ParseAddress(open)
	require.True(t, ok)
	foreign := at
	foreign.Tenant = neighbour.Tenant
	nowhere := at
	nowhere.Tenant = uuid.New()
	first := s.fetch(http.MethodGet, ical.NewAddress(s.Tenant).Path())
	require.Equal(t, http.StatusNotFound, first.status)
	require.Equal(t, "no-store", first.header.Get("Cache-Control"))
	for name, path := range map[string]string{
		"revoked": shut, "the secret of another tenant": foreign.Path(), "of no tenant": nowhere.Path(), "malformed": "/calendar/x.ics", "no ending": strings.TrimSuffix(open, ".ics"),
		"the list": "/calendar/", "the public id": "/calendar/" + ref.Encode(ref.CalendarFeed, id) + ".ics", "below": open + "/more", "SQL": "/calendar/%27%20OR%201=1%20--.ics",
		"a zero": "/calendar/%00.ics", "very long": "/calendar/" + strings.Repeat("A", 5000) + ".ics",
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			got := s.fetch(method, path, "If-None-Match", "*")
			got.header.Set("Date", first.header.Get("Date"))
			require.Equal(t, first.header, got.header, name)
			require.Equal(t, http.StatusNotFound, got.status, name)
			require.Equal(t, method == http.MethodGet, got.body == first.body, name)
		}
	}
	s.read(open)
}

func TestOnlyReading(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := s.resourceFeed(s.Table(), ical.Busy)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions, "PROPFIND", "REPORT"} {
		for _, p := range []string{path, "/calendar/x.ics"} {
			got := s.fetch(method, p)
			require.Equal(t, http.StatusMethodNotAllowed, got.status, method)
			require.Equal(t, "GET, HEAD", got.header.Get("Allow"))
		}
	}
	require.Zero(t, s.Count(`SELECT count(*) FROM calendar_feeds WHERE last_used_at IS NOT NULL`))
}

func TestTheLastUse(t *testing.T) {
	t.Parallel()
	s := open(t)
	path, id := s.issue(s.Guest("Minji"), booking.IssueCalendarFeed{})
	used := func() (at *time.Time) {
		var version int
		s.Scan(`SELECT last_used_at, version FROM calendar_feeds WHERE id = $1`, []any{id}, &at, &version)
		require.Equal(t, 1, version, "being read changes nothing that anybody has read")
		return at
	}
	require.Nil(t, used())
	s.read(path)
	first := used()
	require.NotNil(t, first)
	s.read(path)
	require.Equal(t, first, used(), "once an hour is enough")
	s.Deadline("calendar_feeds", "last_used_at", id, -59*time.Minute)
	recent := used()
	require.NoError(t, s.Desk.NoteFeedUse(ctx, s.Tenant, id))
	require.Equal(t, recent, used(), "two doors that note at once write once")
	s.Deadline("calendar_feeds", "last_used_at", id, -61*time.Minute)
	s.fetch(http.MethodHead, path)
	require.True(t, used().After(*first))
	require.Zero(t, s.Count(`SELECT count(*) FROM events WHERE kind NOT LIKE 'feed.issued'`), "nobody is told")
}

func TestSecretsStandNowhere(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := s.resourceFeed(s.Table(), ical.Busy)
	secret := strings.TrimSuffix(strings.TrimPrefix(path, "/calendar/"), ".ics")
	s.read(path)
	for _, method := range []string{http.MethodPost, http.MethodHead} {
		s.fetch(method, path)
		s.fetch(method, path+"x")
	}
	s.Exec(`UPDATE venues SET name = 'Bistro' WHERE id = $1`, s.Venue)
	require.NotContains(t, s.log.String(), secret[:16])
	require.NotContains(t, s.log.String(), secret[32:])
	for _, table := range []string{"calendar_feeds", "commands", "audit_entries", "events"} {
		var all string
		s.Scan(`SELECT string_agg(t::text, ' ') FROM `+table+` t`, nil, &all)
		require.NotEmpty(t, all, table)
		require.NotContains(t, all, secret[32:], table)
	}
}

// TestTrouble asks a door whose rooms are in trouble, and looks at what is told to whom.
func TestTrouble(t *testing.T) {
	t.Parallel()
	at := ical.NewAddress(uuid.New())
	for name, c := range map[string]struct {
		err    error
		status int
		logged bool
	}{
		"the database is away": {fmt.Errorf("read a calendar: %w", problem.ErrUnavailable), http.StatusServiceUnavailable, false},
		"anything else":        {fmt.Errorf("read a calendar: %w", sql.ErrConnDone), http.StatusInternalServerError, true},
		"nothing is there":     {fmt.Errorf("read a calendar: %w", problem.ErrNotFound), http.StatusNotFound, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := &logBook{}
			door := calendarfeed.NewHandler(rooms{err: c.err}, rooms{}, slog.New(slog.NewTextHandler(log, nil)))
			w := httptest.NewRecorder()
			door.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, at.Path(), http.NoBody))
			require.Equal(t, c.status, w.Code)
			require.NotContains(t, w.Body.String(), "sql")
			require.Equal(t, c.status == http.StatusServiceUnavailable, w.Header().Get("Retry-After") != "")
			require.Equal(t, c.logged, log.String() != "", log.String())
			require.NotContains(t, log.String(), at.Path()[len("/calendar/"):][:40])
		})
	}
	t.Run("a use that can't be noted", func(t *testing.T) {
		t.Parallel()
		log := &logBook{}
		door := calendarfeed.NewHandler(rooms{}, rooms{err: errors.New("a lock took too long")}, slog.New(slog.NewTextHandler(log, nil)))
		w := httptest.NewRecorder()
		door.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, at.Path(), http.NoBody))
		require.Equal(t, http.StatusOK, w.Code, "keeps nobody from reading")
		require.Contains(t, log.String(), "a lock took too long")
	})
}

// rooms stand in for those behind the door.
type rooms struct{ err error }

// Calendar is empty, and of a feed that was never used.
func (r rooms) Calendar(context.Context, ical.Address) (reading.Calendar, error) {
	return reading.Calendar{Unnoted: true}, r.err
}

// NoteFeedUse does nothing.
func (r rooms) NoteFeedUse(context.Context, uuid.UUID, uuid.UUID) error { return r.err }
