package store_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
)

// sold is a house that sells the time of its tables in more than one way.
type sold struct {
	*housetest.House
	window, corner, both uuid.UUID // two tables, and both joined
	six, half, seven     uuid.UUID // hours of the window table: the second overlaps the others
	beside, joined       uuid.UUID // an hour of the corner table, and of both, at six
	party, hold          uuid.UUID // who has the window table at six, and the allocation
}

func sell(t *testing.T) sold {
	t.Helper()
	s := sold{House: housetest.New(t)}
	s.window, s.corner = s.Table(), s.Table()
	s.both = join(s.House, s.window, s.corner)
	hour := func(table uuid.UUID, minutes int) uuid.UUID {
		return s.Slot(table, 30*time.Hour+time.Duration(minutes)*time.Minute, time.Hour)
	}
	s.six, s.half, s.seven = hour(s.window, 0), hour(s.window, 30), hour(s.window, 61)
	s.beside, s.joined = hour(s.corner, 0), hour(s.both, 0)
	held := housetest.Must(t)(s.Desk.HoldSlot(t.Context(), s.Staff, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, s.six)}, PartySize: 2, Key: s.Key()}, "test"))
	s.party = housetest.ID(t, held, ref.Reservation)
	s.Scan(`SELECT id FROM allocations WHERE reservation_id = $1`, []any{s.party}, &s.hold)
	return s
}

// join adds a resource that joins others.
func join(h *housetest.House, tables ...uuid.UUID) uuid.UUID {
	id := uuid.New()
	h.Exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, combines, created_at)
	        SELECT $1, tenant_id, venue_id, $2, 'EXCLUSIVE', 1, 1, 8, ARRAY[$3, $4]::uuid[], created_at FROM resources WHERE id = $3`, id, "J"+id.String()[:4], tables[0], tables[1])
	return id
}

// allocate is SQL that gives a slot ($1) to the party ($2), with the counter; more sets how long it is kept.
func allocate(more string) string {
	return fmt.Sprintf(`WITH counted AS (UPDATE slots SET taken = taken + 1 WHERE id = $1)
		INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at, occupies_from, occupies_until)
		SELECT gen_random_uuid(), s.tenant_id, $2, s.id, 1, clock_timestamp(), %s FROM slots s WHERE s.id = $1`, more)
}

// TestTimeWalls: no time of an exclusive resource is kept twice, whatever slots sell it, against raw SQL under the
// application's own role.
func TestTimeWalls(t *testing.T) {
	t.Parallel()
	s := sell(t)
	const justTheSlot, overlap = `NULL, NULL`, "x_occupancies_overlap"
	asApp := func(name string, fn func(t *testing.T, tx *sql.Tx)) {
		t.Run(name, func(t *testing.T) { pgtest.AppRole(t, s.DB, s.Tenant, func(tx *sql.Tx) { fn(t, tx) }) })
	}
	goes := func(t *testing.T, tx *sql.Tx, query string, args ...any) {
		t.Helper()
		_, err := tx.Exec(query, args...)
		require.NoError(t, err)
	}
	asApp("nobody keeps a table while another does, by another slot", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23P01", overlap, allocate(justTheSlot), s.half, s.party)
		refuses(t, tx, "23P01", overlap, allocate(`s.starts_at - interval '2 minutes', s.ends_at`), s.seven, s.party)
		_, err := try(t, tx, allocate(`s.starts_at - interval '1 minute', s.ends_at`), s.seven, s.party)
		require.NoError(t, err, "one may come as the other goes")
	})
	asApp("nor tables that are joined while one of them is kept, nor the other way round", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23P01", overlap, allocate(justTheSlot), s.joined, s.party)
		goes(t, tx, allocate(justTheSlot), s.beside, s.party)
		goes(t, tx, `UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1`, s.hold)
		refuses(t, tx, "23P01", overlap, allocate(justTheSlot), s.joined, s.party)
	})
	asApp("joined tables keep each of them", func(t *testing.T, tx *sql.Tx) {
		goes(t, tx, `UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1`, s.hold)
		goes(t, tx, `UPDATE slots SET taken = 0 WHERE id = $1`, s.six)
		goes(t, tx, allocate(justTheSlot), s.joined, s.party)
		for _, slot := range []uuid.UUID{s.half, s.beside} {
			refuses(t, tx, "23P01", overlap, allocate(justTheSlot), slot, s.party)
		}
		goes(t, tx, allocate(`s.starts_at - interval '30 seconds', s.ends_at`), s.seven, s.party)
	})
	asApp("what is released is free at once", func(t *testing.T, tx *sql.Tx) {
		goes(t, tx, `UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1`, s.hold)
		goes(t, tx, allocate(justTheSlot), s.half, s.party)
	})
	asApp("an allocation keeps no less than its slot, and keeps it for good", func(t *testing.T, tx *sql.Tx) {
		for _, less := range []string{`s.starts_at + interval '1 microsecond', s.ends_at`, `s.starts_at, s.ends_at - interval '1 microsecond'`, `NULL, s.starts_at`} {
			refuses(t, tx, "23514", "x_allocations_keeps", allocate(less), s.seven, s.party)
		}
		refuses(t, tx, "42501", "", `UPDATE allocations SET occupies_until = occupies_from WHERE id = $1`, s.hold)
		room := s.Slot(s.Resource(inventory.Pooled, 4, 1, 4), 40*time.Hour, time.Hour)
		refuses(t, tx, "23514", "x_allocations_keeps", allocate(`s.starts_at, s.ends_at`), room, s.party)
	})
	asApp("the stones of the wall are laid and taken by allocations alone", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_occupancies_kept", `DELETE FROM occupancies WHERE allocation_id = $1`, s.hold)
		refuses(t, tx, "23514", "x_occupancies_kept", `INSERT INTO occupancies SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'from_at', o.from_at + interval '1 year', 'until_at', o.until_at + interval '1 year'))).* FROM occupancies o WHERE allocation_id = $1`, s.hold)
		refuses(t, tx, "42501", "", `UPDATE occupancies SET until_at = from_at WHERE allocation_id = $1`, s.hold)
	})
	asApp("the place and time of a slot don't change", func(t *testing.T, tx *sql.Tx) {
		for _, edit := range []string{`starts_at = starts_at - interval '1 hour'`, `ends_at = ends_at + interval '1 hour'`, `resource_id = '` + s.corner.String() + `'`, `kind = 'POOLED'`} {
			refuses(t, tx, "23514", "x_slots_fixed", `UPDATE slots SET `+edit+` WHERE id = $1`, s.seven)
		}
	})
	asApp("no resource has the same slot twice, unless one of them is retired", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23P01", "x_slots_once", again("slots"), s.seven, `{}`)
		_, err := try(t, tx, again("slots"), s.seven, `{"state": "RETIRED"}`)
		require.NoError(t, err)
	})
	asApp("a slot that somebody has can't be retired", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_slots_state", `UPDATE slots SET state = 'RETIRED' WHERE id = $1`, s.six)
		goes(t, tx, `UPDATE slots SET state = 'WITHDRAWN' WHERE id = $1`, s.six)
		goes(t, tx, `UPDATE slots SET state = 'RETIRED' WHERE id = $1`, s.seven)
		refuses(t, tx, "23514", "x_slots_state", allocate(justTheSlot), s.seven, s.party)
	})
}

// TestResourceWalls: what a resource is stays, and it joins only what can be joined.
func TestResourceWalls(t *testing.T) {
	t.Parallel()
	s := sell(t)
	room, far := s.Resource(inventory.Pooled, 4, 1, 4), s.SecondVenue().Table()
	stranger := housetest.In(t, s.DB).Table()
	pgtest.AppRole(t, s.DB, s.Tenant, func(tx *sql.Tx) {
		for _, edit := range []string{`kind = 'POOLED'`, `combines = ARRAY['` + s.corner.String() + `', '` + s.both.String() + `']::uuid[]`, `venue_id = (SELECT venue_id FROM resources WHERE id = '` + far.String() + `')`} {
			refuses(t, tx, "23514", "x_resources_fixed", `UPDATE resources SET `+edit+` WHERE id = $1`, s.window)
		}
		refuses(t, tx, "23514", "x_resources_fixed", `UPDATE resources SET combines = NULL WHERE id = $1`, s.both)
		with := func(kind string, ids ...uuid.UUID) string {
			list := ""
			for i, id := range ids {
				if i > 0 {
					list += ","
				}
				list += `"` + id.String() + `"`
			}
			return `{"kind": "` + kind + `", "combines": [` + list + `]}`
		}
		for name, row := range map[string]string{
			"a room":                       with("EXCLUSIVE", s.window, room),
			"what is joined":               with("EXCLUSIVE", s.window, s.both),
			"a table of another venue":     with("EXCLUSIVE", s.window, far),
			"a table of another tenant":    with("EXCLUSIVE", s.window, stranger),
			"a table that there isn't":     with("EXCLUSIVE", s.window, uuid.New()),
			"one table":                    with("EXCLUSIVE", s.window),
			"one table twice":              with("EXCLUSIVE", s.window, s.window),
			"none":                         with("EXCLUSIVE"),
			"two tables, as a room":        with("POOLED", s.window, s.corner),
			"three, of which one is twice": with("EXCLUSIVE", s.window, s.corner, s.window),
		} {
			_, err := try(t, tx, again("resources"), s.both, row)
			require.ErrorContains(t, err, "can not join", name)
		}
	})
	require.Equal(t, 3, s.Count(`SELECT count(*) FROM resources WHERE shared`), "those that are joined, and what joins them")
	require.Zero(t, s.Count(`SELECT count(*) FROM resources WHERE shared AND id NOT IN ($1, $2, $3)`, s.window, s.corner, s.both))
}

// TestPausesInTheVenue: the venue's row says until when there are pauses to look for.
func TestPausesInTheVenue(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	ends := func() (days int) {
		return h.Count(`SELECT coalesce(round(extract(epoch FROM pauses_until - clock_timestamp()) / 86400), 0) FROM venues WHERE id = $1`, h.Venue)
	}
	pause := func(days int) uuid.UUID {
		id := uuid.New()
		h.Exec(`INSERT INTO pauses (id, tenant_id, venue_id, from_at, until_at, reason, created_at) VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + $4 * interval '1 day', 'works', clock_timestamp())`, id, h.Tenant, h.Venue, days)
		return id
	}
	require.Zero(t, ends())
	pause(3)
	long := pause(9)
	require.Equal(t, 9, ends())
	h.Exec(`UPDATE pauses SET ended_at = clock_timestamp() WHERE id = $1`, long)
	require.Equal(t, 3, ends())
	pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
		refuses(t, tx, "23514", "x_pauses_once", `UPDATE pauses SET ended_at = NULL WHERE id = $1`, long)
	})
}
