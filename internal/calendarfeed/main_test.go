package calendarfeed_test

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendarfeed"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var ctx = context.Background()

// stand is a house with its calendar door open on a real port, and what the door logged.
type stand struct {
	*housetest.House
	t   testing.TB
	at  string
	log *logBook
}

func open(t testing.TB) *stand {
	t.Helper()
	h := housetest.New(t)
	s := &stand{House: h, t: t, log: &logBook{}}
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	mux := http.NewServeMux()
	mux.Handle(calendarfeed.Root, calendarfeed.NewHandler(reading.New(store.NewReads(h.DB)), h.Desk, log))
	server := httptest.NewUnstartedServer(mux)
	server.Config.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)
	server.Start()
	t.Cleanup(server.Close)
	s.at = server.URL
	return s
}

// fetched is an answer of the door.
type fetched struct {
	status int
	header http.Header
	body   string
}

// fetch asks as a calendar program does; header is pairs of name and value.
func (s *stand) fetch(method, path string, header ...string) fetched {
	s.t.Helper()
	request, err := http.NewRequestWithContext(ctx, method, s.at+path, http.NoBody)
	require.NoError(s.t, err)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	require.NoError(s.t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	return fetched{response.StatusCode, response.Header, string(body)}
}

// read fetches a calendar, which must be there.
func (s *stand) read(path string) fetched {
	s.t.Helper()
	got := s.fetch(http.MethodGet, path)
	require.Equal(s.t, http.StatusOK, got.status, got.body)
	return got
}

// entry is an event as a second parser reads it.
type entry struct {
	summary, description, location, status, sequence string
	start, end                                       time.Time
}

// entries reads a calendar by the ids of its events.
func (s *stand) entries(path string) map[string]entry {
	s.t.Helper()
	cal, err := ics.ParseCalendar(strings.NewReader(s.read(path).body))
	require.NoError(s.t, err)
	found := map[string]entry{}
	for _, e := range cal.Events() {
		require.NotContains(s.t, found, e.Id(), "one event a reservation")
		start, err := e.GetStartAt()
		require.NoError(s.t, err)
		end, err := e.GetEndAt()
		require.NoError(s.t, err)
		found[e.Id()] = entry{
			summary: text(e, ics.ComponentPropertySummary), description: text(e, ics.ComponentPropertyDescription), location: text(e, ics.ComponentPropertyLocation),
			status: text(e, ics.ComponentPropertyStatus), sequence: text(e, ics.ComponentPropertySequence), start: start.UTC(), end: end.UTC(),
		}
	}
	return found
}

func text(e *ics.VEvent, property ics.ComponentProperty) string {
	if p := e.GetProperty(property); p != nil {
		return p.Value
	}
	return ""
}

// resourceFeed issues a feed of a resource.
func (s *stand) resourceFeed(resource uuid.UUID, privacy ical.Privacy) (path string) {
	s.t.Helper()
	id := ref.Encode(ref.Resource, resource)
	path, _ = s.issue(s.Staff, booking.IssueCalendarFeed{ResourceID: &id, Privacy: &privacy})
	return path
}

// ownFeed issues a customer's own.
func (s *stand) ownFeed(guest actor.Actor, privacy ical.Privacy) (path string) {
	s.t.Helper()
	path, _ = s.issue(guest, booking.IssueCalendarFeed{Privacy: &privacy})
	return path
}

func (s *stand) issue(by actor.Actor, in booking.IssueCalendarFeed) (path string, id uuid.UUID) {
	s.t.Helper()
	if in.VenueID == "" {
		in.VenueID = ref.Encode(ref.Venue, s.Venue)
	}
	in.Key = s.Key()
	issued, err := s.Desk.IssueCalendarFeed(ctx, by, in, "test")
	made := housetest.Must(s.t)(issued.Result, err)
	require.NotNil(s.t, issued.Path)
	return *issued.Path, housetest.ID(s.t, made, ref.CalendarFeed)
}

// hold keeps slots for a guest.
func (s *stand) hold(by actor.Actor, party int, slots ...uuid.UUID) uuid.UUID {
	s.t.Helper()
	in := booking.HoldSlot{PartySize: party, Key: s.Key(), Note: "allergic to walnuts"}
	for _, slot := range slots {
		in.SlotIDs = append(in.SlotIDs, ref.Encode(ref.Slot, slot))
	}
	return housetest.ID(s.t, housetest.Must(s.t)(s.Desk.HoldSlot(ctx, by, in, "test")), ref.Reservation)
}

// on names a reservation at a version.
func (s *stand) on(id uuid.UUID, version int) booking.ReservationCommand {
	return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: s.Key()}
}

// advance walks a hold along its machine, as time and the staff would.
func (s *stand) advance(id uuid.UUID, to ...string) {
	s.t.Helper()
	require.NoError(s.t, s.DB.InTenant(ctx, s.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		for _, state := range to {
			if _, err := tx.ExecContext(ctx, `UPDATE reservations SET status = $2, version = version + 1 WHERE id = $1`, id, state); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `
			WITH over AS (
				UPDATE allocations a SET released_at = clock_timestamp() FROM reservations r
				WHERE r.id = a.reservation_id AND r.id = $1 AND r.status NOT IN ('HELD', 'CONFIRMED', 'CHECKED_IN') RETURNING a.slot_id, a.units)
			UPDATE slots s SET taken = taken - over.units, version = version + 1 FROM over WHERE s.id = over.slot_id`, id)
		return err
	}))
}

func (s *stand) must(r command.Result, err error) {
	s.t.Helper()
	housetest.Must(s.t)(r, err)
}

func uid(reservation uuid.UUID) string { return ref.Encode(ref.Reservation, reservation) + "@slotq" }

// times are those of a slot, as calendars have them.
func (s *stand) times(slot uuid.UUID) (from, until time.Time) {
	s.t.Helper()
	s.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &from, &until)
	return from.UTC().Truncate(time.Second), until.UTC().Truncate(time.Second)
}

// logBook keeps what is logged.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write keeps one line.
func (l *logBook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
