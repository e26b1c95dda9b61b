package booking_test

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
)

// faulty is a house whose tables can be made to refuse writes.
type faulty struct {
	*housetest.House
	admin *sql.DB
}

func newFaulty(t *testing.T) faulty {
	t.Helper()
	f := faulty{House: housetest.New(t)}
	f.admin = pgtest.Admin(t, f.DB)
	f.run(t, `CREATE FUNCTION test_fault() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''injected fault''; END'`)
	f.run(t, `CREATE FUNCTION test_death() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`)
	return f
}

func (f faulty) run(t *testing.T, statement string) {
	t.Helper()
	_, err := f.admin.Exec(statement)
	require.NoError(t, err)
}

// breaks lets every write to a table fail until mended.
func (f faulty) breaks(t *testing.T, table string) (mend func()) {
	f.run(t, `CREATE TRIGGER test_fault BEFORE INSERT OR UPDATE OR DELETE ON `+table+` FOR EACH ROW EXECUTE FUNCTION test_fault()`)
	return func() { f.run(t, `DROP TRIGGER test_fault ON `+table) }
}

// resource is what a slot is of.
func (f faulty) resource(slot uuid.UUID) (id *uuid.UUID) {
	f.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{slot}, &id)
	return id
}

// everything is a digest of all rows of all tables.
func (f faulty) everything(t *testing.T) (digest string) {
	t.Helper()
	rows, err := f.admin.Query(`SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY 1`)
	require.NoError(t, err)
	var tables []string
	for rows.Next() {
		var table string
		require.NoError(t, rows.Scan(&table))
		tables = append(tables, table)
	}
	require.NoError(t, rows.Close())
	sum := sha256.New()
	for _, table := range tables {
		var all string
		require.NoError(t, f.admin.QueryRow(`SELECT coalesce(string_agg(r::text, E'\n' ORDER BY r::text), '') FROM `+table+` r`).Scan(&all))
		fmt.Fprintln(sum, table, all)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// TestFaultInTheMiddle: whichever write of a command or a promotion fails, nothing of it is left, and it works once the
// fault is gone.
func TestFaultInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what   string
		tables []string
		begin  func(t *testing.T, f faulty) (act func() (command.Result, error))
	}{
		{"holding a slot", []string{"customers", "reservations", "allocations", "slots", "events", "audit_entries", "commands"},
			func(_ *testing.T, f faulty) func() (command.Result, error) {
				in := ask(f.Key(), f.Evening())
				return func() (command.Result, error) { return f.Desk.HoldSlot(ctx, f.Staff, in, "test") }
			}},
		{"promoting", []string{"reservations", "allocations", "slots", "selections", "offers", "waitlist_entries", "vacancies", "events", "audit_entries"},
			func(t *testing.T, f faulty) func() (command.Result, error) {
				table := f.Evening()
				booked := confirmed(t, f.House, f.Guest("Owner"), 2, table)
				join(t, f.House, f.Guest("Waits"), 2, table)
				catchUp(t, f.House)
				cancel(t, f.House, f.Staff, booked, 2)
				return func() (command.Result, error) {
					_, err := f.Desk.CatchUp(ctx, f.Tenant)
					return command.Result{Outcome: command.Committed}, err
				}
			}},
		{"confirming an offer", []string{"reservations", "offers", "waitlist_entries", "events", "audit_entries", "commands"},
			func(t *testing.T, f faulty) func() (command.Result, error) {
				entry := join(t, f.House, f.Guest("Waits"), 2, f.Evening())
				catchUp(t, f.House)
				in := confirmOffer(f.House, openOffer(t, f.House, entry), 1)
				return func() (command.Result, error) { return f.Desk.ConfirmOffer(ctx, f.Staff, in, "test") }
			}},
		{"recording a lapsed offer", []string{"reservations", "allocations", "slots", "offers", "waitlist_entries", "vacancies", "events", "audit_entries"},
			func(t *testing.T, f faulty) func() (command.Result, error) {
				table := f.Evening()
				entry := join(t, f.House, f.Guest("Waits"), 2, table)
				catchUp(t, f.House)
				offer := openOffer(t, f.House, entry)
				lapse(f.House, offer)
				var held uuid.UUID
				f.Scan(`SELECT reservation_id FROM offers WHERE id = $1`, []any{offer}, &held)
				return func() (command.Result, error) {
					_, err := f.Desk.LapseHold(ctx, f.Tenant, held)
					return command.Result{Outcome: command.Committed}, err
				}
			}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			f := newFaulty(t)
			for _, table := range c.tables {
				t.Run("while "+table+" can't be written", func(t *testing.T) {
					act := c.begin(t, f)
					mend := f.breaks(t, table)
					before := f.everything(t)
					_, err := act()
					require.ErrorContains(t, err, "injected fault")
					require.Equal(t, before, f.everything(t), "nothing of it is left")
					mend()

					r := housetest.Must(t)(act())
					require.False(t, r.Replayed, "nothing of it had been done")
					after := f.everything(t)
					require.NotEqual(t, before, after)
					again, err := act()
					require.NoError(t, err)
					require.Equal(t, r.Refs, again.Refs)
					require.Equal(t, after, f.everything(t), "and it is done once")
				})
			}
			catchUp(t, f.House)
			sound(t, f.House)
		})
	}
}

// TestOneBrokenVacancyStopsNoOther: work that fails is left and told of; the rest is done.
func TestOneBrokenVacancyStopsNoOther(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	var entries, tables, booked []uuid.UUID
	for range 3 {
		table := f.Evening()
		tables = append(tables, table)
		booked = append(booked, confirmed(t, f.House, f.Guest("Owner"), 2, table))
		entries = append(entries, housetest.ID(t, housetest.Must(t)(wish(f.House, f.Guest("Waits"), 2, f.resource(table), table, table)), ref.Entry))
	}
	catchUp(t, f.House)
	for _, id := range booked {
		cancel(t, f.House, f.Staff, id, 2)
	}
	f.run(t, fmt.Sprintf(`CREATE TRIGGER test_fault BEFORE INSERT ON selections FOR EACH ROW WHEN (NEW.slot_id = '%s') EXECUTE FUNCTION test_fault()`, tables[1]))
	_, err := f.Desk.CatchUp(ctx, f.Tenant)
	require.ErrorContains(t, err, "injected fault")
	require.Equal(t, []string{"OFFERED", "WAITING", "OFFERED"}, []string{
		status(f.House, "waitlist_entries", entries[0]), status(f.House, "waitlist_entries", entries[1]), status(f.House, "waitlist_entries", entries[2]),
	})
	f.run(t, `DROP TRIGGER test_fault ON selections`)
	catchUp(t, f.House)
	require.Equal(t, "OFFERED", status(f.House, "waitlist_entries", entries[1]))
	sound(t, f.House)
}

// TestTheSessionDiesAtCommit: the server ends the session while it commits.
func TestTheSessionDiesAtCommit(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	guest, in := f.Guest("Ahn"), ask(f.Key(), f.Evening())
	f.run(t, `CREATE CONSTRAINT TRIGGER test_death AFTER INSERT ON commands DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION test_death()`)
	before := f.everything(t)
	_, err := f.Desk.HoldSlot(ctx, guest, in, "test")
	require.Error(t, err)
	require.Equal(t, before, f.everything(t))
	f.run(t, `DROP TRIGGER test_death ON commands`)
	r := housetest.Must(t)(f.Desk.HoldSlot(ctx, guest, in, "test"))
	require.False(t, r.Replayed)
	require.True(t, housetest.Must(t)(f.Desk.HoldSlot(ctx, guest, in, "test")).Replayed)
	require.Equal(t, 1, f.Count(`SELECT count(*) FROM reservations`))
	_, ok := r.Find(ref.Reservation)
	require.True(t, ok)
	sound(t, f.House)
}
