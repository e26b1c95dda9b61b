package reading_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
)

// The Sunday on which the clocks of Berlin go back, from three to two, and that of Seoul don't.
var sunday = calendar.NewDate(2026, time.October, 25)

// reported is a venue about which a report is made.
type reported struct {
	*house
	venue uuid.UUID
	zone  *time.Location
}

func (h *house) reported(zone string) *reported {
	h.t.Helper()
	loc, err := calendar.ValidateZone(zone)
	require.NoError(h.t, err)
	return &reported{house: h, venue: h.venue(zone), zone: loc}
}

// at is a moment of the Sunday by the venue's clock; of a time that comes twice, the first.
func (r *reported) at(hour, minute int) time.Time {
	year, month, day := sunday.Date()
	return time.Date(year, month, day, hour, minute, 0, 0, r.zone)
}

// lasting lays out a slot.
func (r *reported) lasting(resource uuid.UUID, from time.Time, length time.Duration) uuid.UUID {
	r.t.Helper()
	id := uuid.New()
	r.exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
		SELECT $1, tenant_id, venue_id, id, $2, $3, capacity FROM resources WHERE id = $4`, id, from, from.Add(length), resource)
	return id
}

func (r *reported) joined(parts ...uuid.UUID) uuid.UUID {
	r.t.Helper()
	id := uuid.New()
	r.exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, combines, created_at)
		VALUES ($1, $2, $3, 'Joined', 'EXCLUSIVE', 1, 1, 8, $4::uuid[], now())`, id, r.tenant, r.venue, texts(parts))
	return id
}

// paused closes the venue, or a resource of it; ended is when it was called off.
func (r *reported) paused(resource *uuid.UUID, from, until time.Time, ended *time.Time) {
	r.t.Helper()
	r.exec(`INSERT INTO pauses (id, tenant_id, venue_id, resource_id, from_at, until_at, ended_at, reason, created_at)
		VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, 'Works', now())`, r.tenant, r.venue, resource, from, until, ended)
}

func (r *reported) confirmed(party int, slots ...uuid.UUID) uuid.UUID {
	r.t.Helper()
	return r.book(booking{party: party, status: reservation.Confirmed}, slots...)
}

// cancelled is a reservation that was confirmed before.
func (r *reported) cancelled(slots ...uuid.UUID) uuid.UUID {
	r.t.Helper()
	id := r.confirmed(1, slots...)
	r.tx(func(exec func(string, ...any)) {
		exec(`UPDATE reservations SET status = 'CANCELLED', version = version + 1 WHERE id = $1`, id)
		exec(`UPDATE allocations SET released_at = now() WHERE reservation_id = $1`, id)
		exec(countSlots, texts(slots))
	})
	return id
}

// past edits a row that nobody may edit any more.
func (r *reported) past(statement string, args ...any) {
	r.t.Helper()
	_, err := pgtest.Admin(r.t, r.db).ExecContext(r.t.Context(), statement, args...)
	require.NoError(r.t, err)
}

func (r *reported) report(from, to calendar.Date) reading.Report {
	r.t.Helper()
	report, err := r.reader.Report(r.t.Context(), r.staff, r.venue, from, to)
	require.NoError(r.t, err)
	return report
}

// TestReportedTime: unit-minutes of the Sunday, by what stood open and what was booked.
func TestReportedTime(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for name, c := range map[string]struct {
		zone         string
		build        func(r *reported)
		open, booked int
	}{
		"a closed day": {"Asia/Seoul", func(*reported) {}, 0, 0},
		"all of an ordinary day": {"Asia/Seoul", func(r *reported) {
			table := r.table(r.venue)
			for hour := range 24 {
				r.lasting(table, r.at(0, 0).Add(time.Duration(hour)*time.Hour), time.Hour)
			}
		}, 24 * 60, 0},
		"all of a day of 25 hours": {"Europe/Berlin", func(r *reported) {
			table := r.table(r.venue)
			for hour := range 25 {
				r.lasting(table, r.at(0, 0).Add(time.Duration(hour)*time.Hour), time.Hour)
			}
		}, 25 * 60, 0},
		"what passes midnight counts where it passes": {"Asia/Seoul", func(r *reported) {
			table := r.table(r.venue)
			r.confirmed(2, r.lasting(table, r.at(0, 0).Add(-90*time.Minute), 2*time.Hour))
			r.lasting(table, r.at(23, 45), time.Hour)
		}, 45, 30},
		"places of a room": {"Europe/Berlin", func(r *reported) {
			slot := r.lasting(r.room(r.venue, 20), r.at(10, 0), 90*time.Minute)
			r.confirmed(3, slot)
			r.book(booking{party: 2, status: reservation.Completed}, slot)
			r.book(booking{party: 1, status: reservation.CheckedIn}, slot)
			r.book(booking{party: 4, status: reservation.NoShow}, slot)
			r.book(booking{party: 4, status: reservation.Cancelled}, slot)
			r.book(booking{party: 2}, slot)
		}, 20 * 90, 6 * 90},
		"a table that is sold every half hour is one table": {"Asia/Seoul", func(r *reported) {
			table := r.table(r.venue)
			r.lasting(table, r.at(18, 0), 2*time.Hour)
			r.confirmed(2, r.lasting(table, r.at(18, 30), 2*time.Hour))
			r.lasting(table, r.at(19, 0), 2*time.Hour)
		}, 180, 120},
		"joined tables are the tables": {"Asia/Seoul", func(r *reported) {
			one, two := r.table(r.venue), r.table(r.venue)
			r.confirmed(6, r.lasting(r.joined(one, two), r.at(12, 0), 2*time.Hour))
			r.lasting(one, r.at(12, 0), 2*time.Hour)
			r.confirmed(2, r.lasting(one, r.at(14, 0), time.Hour))
		}, 180 + 120, 2*120 + 60},
		"a turn keeps the table, as far as it stood open": {"Asia/Seoul", func(r *reported) {
			table := r.table(r.venue)
			slot := r.lasting(table, r.at(20, 0), 30*time.Minute)
			r.lasting(table, r.at(20, 30), 30*time.Minute)
			r.confirmed(2, slot)
			r.past(`UPDATE allocations SET occupies_from = occupies_from - interval '15 minutes', occupies_until = occupies_until + interval '2 hours' WHERE slot_id = $1`, slot)
		}, 60, 60},
		"a place that is sold again after a party left early": {"Asia/Seoul", func(r *reported) {
			slot := r.lasting(r.room(r.venue, 4), r.at(9, 0), time.Hour)
			r.book(booking{party: 3, status: reservation.Completed}, slot)
			r.confirmed(3, slot)
		}, 4 * 60, 4 * 60},
		"a pause is closed, but for what is booked in it": {"Asia/Seoul", func(r *reported) {
			table, room := r.table(r.venue), r.room(r.venue, 10)
			r.lasting(table, r.at(8, 0), time.Hour)
			r.confirmed(2, r.lasting(table, r.at(9, 0), time.Hour))
			r.confirmed(3, r.lasting(room, r.at(8, 30), time.Hour))
			r.paused(nil, r.at(8, 30), r.at(12, 0), at(r.at(10, 0)))
			r.paused(nil, r.at(8, 0), r.at(8, 30), at(r.at(7, 0))) // called off before it began
		}, 30 + 60 + 3*60, 60 + 3*60},
		"a paused part closes what it is joined into": {"Asia/Seoul", func(r *reported) {
			one, two := r.table(r.venue), r.table(r.venue)
			r.lasting(r.joined(one, two), r.at(12, 0), time.Hour)
			r.lasting(two, r.at(12, 0), time.Hour)
			r.paused(&one, r.at(12, 0), r.at(13, 0), nil)
		}, 60, 0},
		"what the rules no longer have is open where it is booked": {"Asia/Seoul", func(r *reported) {
			table, room := r.table(r.venue), r.room(r.venue, 10)
			kept, gone, seats := r.lasting(table, r.at(8, 0), time.Hour), r.lasting(table, r.at(9, 0), time.Hour), r.lasting(room, r.at(8, 0), time.Hour)
			r.confirmed(2, kept)
			r.confirmed(4, seats)
			for slot, state := range map[uuid.UUID]string{kept: "WITHDRAWN", seats: "WITHDRAWN", gone: "RETIRED"} {
				r.exec(`UPDATE slots SET state = $2, version = version + 1 WHERE id = $1`, slot, state)
			}
		}, 5 * 60, 5 * 60},
		"what was moved away isn't there": {"Asia/Seoul", func(r *reported) {
			table := r.table(r.venue)
			from, to := r.lasting(table, r.at(8, 0), time.Hour), r.lasting(table, r.at(9, 0), time.Hour)
			id := r.confirmed(2, from, to)
			r.tx(func(exec func(string, ...any)) {
				exec(`UPDATE allocations SET released_at = now(), superseded = true WHERE reservation_id = $1 AND slot_id = $2`, id, from)
				exec(countSlots, texts([]uuid.UUID{from}))
			})
		}, 120, 60},
	} {
		t.Run(name, func(t *testing.T) {
			r := h.reported(c.zone)
			r.house = &house{t: t, db: h.db, reader: h.reader, tenant: h.tenant, now: h.now, staff: h.staff}
			c.build(r)
			report := r.report(sunday.AddDays(-1), sunday.AddDays(1))
			require.Len(t, report.Days, 3)
			require.Equal(t, sunday, report.Days[1].Date)
			require.Equal(t, []int{c.open, c.booked}, []int{report.Days[1].OpenUnitMinutes, report.Days[1].BookedUnitMinutes})
			var all, byHour reading.ReportHour
			for _, day := range report.Days {
				all.OpenUnitMinutes, all.BookedUnitMinutes = all.OpenUnitMinutes+day.OpenUnitMinutes, all.BookedUnitMinutes+day.BookedUnitMinutes
			}
			for _, hour := range report.Hours {
				require.Positive(t, hour.OpenUnitMinutes)
				require.LessOrEqual(t, hour.BookedUnitMinutes, hour.OpenUnitMinutes)
				byHour.OpenUnitMinutes, byHour.BookedUnitMinutes = byHour.OpenUnitMinutes+hour.OpenUnitMinutes, byHour.BookedUnitMinutes+hour.BookedUnitMinutes
			}
			require.Equal(t, all, byHour, "days and hours are of the same time")
		})
	}
}

// TestReportedHours: the hour that comes twice has both in one, and a week later the same hour is added.
func TestReportedHours(t *testing.T) {
	t.Parallel()
	r := newHouse(t).reported("Europe/Berlin")
	table := r.table(r.venue)
	r.lasting(table, r.at(1, 0), time.Hour)
	r.confirmed(2, r.lasting(table, r.at(1, 0).Add(2*time.Hour), 90*time.Minute)) // from the second two o'clock on
	r.lasting(table, r.at(2, 0).Add(-time.Hour*24*7), 30*time.Minute)
	first, _ := calendar.DayBounds(r.zone, sunday.AddDays(-7))
	r.lasting(table, first.Add(150*time.Minute), 15*time.Minute)
	require.Equal(t, []reading.ReportHour{
		{Weekday: 7, Hour: 1, OpenUnitMinutes: 60},
		{Weekday: 7, Hour: 2, OpenUnitMinutes: 60 + 15, BookedUnitMinutes: 60},
		{Weekday: 7, Hour: 3, OpenUnitMinutes: 30 + 30, BookedUnitMinutes: 30},
	}, r.report(sunday.AddDays(-7), sunday).Hours)
}

// TestReportedReservations: each counts on the civil date of its start, in zones that have different ones.
func TestReportedReservations(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, zone := range []string{"Asia/Seoul", "America/New_York"} {
		r := h.reported(zone)
		room := r.room(r.venue, 50)
		early, late := r.lasting(room, r.at(0, 0), time.Hour), r.lasting(room, r.at(23, 0), 2*time.Hour)
		before, after := r.lasting(room, r.at(0, 0).Add(-time.Minute), time.Minute), r.lasting(room, r.at(24, 0).Add(time.Hour), time.Hour)
		r.confirmed(2, early)
		r.confirmed(3, late)
		r.confirmed(1, before)
		r.confirmed(1, after)
		r.book(booking{party: 4, status: reservation.Completed}, early)
		r.book(booking{party: 5, status: reservation.NoShow}, early)
		r.cancelled(late)
		r.book(booking{party: 7, status: reservation.Cancelled}, early) // only ever held
		r.book(booking{party: 7, expiresAt: r.now.Add(-time.Second)}, early)
		r.book(booking{party: 7}, early)
		wrong := r.book(booking{party: 6, status: reservation.NoShow}, early)
		right := r.book(booking{party: 6, status: reservation.CheckedIn}, early)
		walkIn := r.book(booking{party: 1, status: reservation.CheckedIn}, early)
		r.past(`UPDATE reservations SET corrects_id = $2 WHERE id = $1`, right, wrong)
		r.past(`UPDATE reservations SET walk_in = true WHERE id = $1`, walkIn)

		days := r.report(sunday.AddDays(-1), sunday.AddDays(1)).Days
		require.Equal(t, reading.DayCounts{Reservations: 1, Covers: 1}, days[0].DayCounts, zone)
		require.Equal(t, reading.DayCounts{Reservations: 7, Covers: 2 + 3 + 4 + 5 + 1 + 6 + 1, WalkIns: 1, Cancelled: 1, NoShows: 1}, days[1].DayCounts, zone)
		require.Equal(t, reading.DayCounts{Reservations: 1, Covers: 1}, days[2].DayCounts, zone)
		require.Equal(t, 60*(2+4+6+1)+60*3, days[1].BookedUnitMinutes)
	}
}

func TestReportOf(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	r := h.reported("Asia/Seoul")
	slot := r.lasting(r.table(r.venue), r.at(12, 0), time.Hour)
	r.confirmed(2, slot)
	r.offer(r.join(r.venue, wish{from: r.at(9, 0), to: r.at(24, 0)}), r.lasting(r.table(r.venue), r.at(12, 0), time.Hour), proposal{})

	t.Run("a venue that isn't the actor's to see there is none", func(t *testing.T) {
		for _, a := range []actor.Actor{h.only(uuid.New()), h.neighbour().staff} {
			_, err := r.reader.Report(t.Context(), a, r.venue, sunday, sunday)
			require.ErrorIs(t, err, problem.ErrNotFound)
		}
		_, err := r.reader.Report(t.Context(), r.staff, uuid.New(), sunday, sunday)
		require.ErrorIs(t, err, problem.ErrNotFound)
		other := h.neighbour().reported("Asia/Seoul")
		require.Zero(t, other.report(sunday, sunday).Days[0].OpenUnitMinutes)
	})
	t.Run("days that can't be is refused", func(t *testing.T) {
		for _, to := range []calendar.Date{sunday.AddDays(-1), sunday.AddDays(92)} {
			_, err := r.reader.Report(t.Context(), r.staff, r.venue, sunday, to)
			requireInvalid(t, err, "to")
		}
		require.Len(t, r.report(sunday, sunday.AddDays(91)).Days, 92)
	})
	t.Run("a date that the zone left out is an empty day", func(t *testing.T) {
		apia := h.reported("Pacific/Apia")
		gone := calendar.NewDate(2011, time.December, 30)
		require.Equal(t, []reading.ReportDay{{Date: gone}}, apia.report(gone, gone).Days)
		require.Len(t, apia.report(gone.AddDays(-1), gone.AddDays(1)).Days, 3)
	})
	t.Run("one moment takes a fixed number of statements", func(t *testing.T) {
		through, m := metered(t, h.db)
		reader := reading.New(store.NewReads(through))
		_, err := reader.Now(t.Context(), r.staff)
		require.NoError(t, err)
		const statements = 7 // BEGIN with the scope, clock and venue, time, reservations, waits, offers, COMMIT
		for _, days := range []int{0, 91} {
			require.Equal(t, statements, m.cost(t, func(ctx context.Context) error {
				report, err := reader.Report(ctx, r.staff, r.venue, sunday, sunday.AddDays(days))
				require.Equal(t, 60, report.Days[0].BookedUnitMinutes)
				return err
			}))
		}
	})
}
