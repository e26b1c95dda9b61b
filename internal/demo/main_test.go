package demo_test

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/demo"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// stage is a demo on a database of its own, without workers.
type stage struct {
	t    testing.TB
	db   *postgres.DB
	desk *booking.Desk
	keys *auth.Keys
	*demo.Seeder
}

// furnished is what a first start leaves, once the server has counted the rows, as it does by itself outside of tests.
var furnished = pgtest.Furnish(func(ctx context.Context, db *postgres.DB) error {
	s := stageOn(db)
	defer s.keys.Close()
	if _, err := s.Seed(ctx); err != nil {
		return err
	}
	return db.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `ANALYZE`)
		return err
	})
})

func newStage(t testing.TB, db *postgres.DB) *stage {
	s := stageOn(db)
	s.t = t
	t.Cleanup(s.keys.Close)
	return s
}

func stageOn(db *postgres.DB) *stage {
	s := &stage{db: db, desk: booking.NewDesk(store.NewDatabase(db), func(uuid.UUID) {}, slog.New(slog.DiscardHandler)), keys: auth.NewKeys(db)}
	s.start()
	return s
}

// start is what a start of the program sets up.
func (s *stage) start() {
	s.Seeder = &demo.Seeder{DB: s.db, Desk: s.desk, Keys: s.keys, Layout: layout.New(s.db), Log: slog.New(slog.DiscardHandler)}
}

// seed starts the demo and fills the database.
func (s *stage) seed() *demo.Seeded {
	s.t.Helper()
	s.start()
	seeded, err := s.Seed(context.Background())
	require.NoError(s.t, err)
	return seeded
}

// count reads a number in the scope of a tenant, which is $1.
func (s *stage) count(tenant uuid.UUID, query string, args ...any) (n int) {
	s.t.Helper()
	s.scan(tenant, query, args, &n)
	return n
}

func (s *stage) scan(tenant uuid.UUID, query string, args []any, into ...any) {
	s.t.Helper()
	require.NoError(s.t, s.db.ReadTenant(context.Background(), tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query, append([]any{tenant}, args...)...).Scan(into...)
	}))
}

// actor is who stands behind a token.
func (s *stage) actor(token string) actor.Actor {
	s.t.Helper()
	a, err := s.keys.Authenticate(context.Background(), token)
	require.NoError(s.t, err)
	return a
}

func (s *stage) done(r command.Result, err error) command.Result {
	s.t.Helper()
	require.NoError(s.t, err)
	require.Equal(s.t, command.Committed, r.Outcome, "problem: %v", r.Problem)
	return r
}

func key() string { return "test-" + uuid.NewString() }

// take holds and confirms a slot for two.
func (s *stage) take(by actor.Actor, slot uuid.UUID) ref.Ref {
	s.t.Helper()
	held := s.done(s.desk.HoldSlot(context.Background(), by, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Key: key()}, "test"))
	r, _ := held.Find(ref.Reservation)
	s.done(s.desk.ConfirmReservation(context.Background(), by, booking.ReservationCommand{ReservationID: r.String(), ExpectedVersion: 1, Key: key()}, "test"))
	return r
}

// holds demands everything that the story needs of its evening.
func (s *stage) holds(seeded *demo.Seeded) {
	s.t.Helper()
	hanok := tenantOf(s.t, seeded, "hanok")
	require.Equal(s.t, "hanok", seeded.Story.Tenant)
	require.Equal(s.t, hanok.VenueID, seeded.Story.VenueID)
	var starts, ends, now time.Time
	var free bool
	var least, most, kind = 0, 0, ""
	s.scan(hanok.ID, `SELECT s.starts_at, s.ends_at, clock_timestamp(), s.taken = 0, r.min_party, r.max_party, r.kind FROM slots s JOIN resources r ON r.id = s.resource_id WHERE s.tenant_id = $1 AND s.id = $2`,
		[]any{seeded.Story.SlotID}, &starts, &ends, &now, &free, &least, &most, &kind)
	require.True(s.t, free)
	require.Greater(s.t, starts.Sub(now), 26*time.Hour-time.Minute)
	require.Equal(s.t, "EXCLUSIVE", kind)
	require.LessOrEqual(s.t, least, 2)
	require.GreaterOrEqual(s.t, most, 2)
	seoul, err := time.LoadLocation("Asia/Seoul")
	require.NoError(s.t, err)
	require.GreaterOrEqual(s.t, starts.In(seoul).Hour(), 17, "it is an evening")
	require.Equal(s.t, 12, s.count(hanok.ID, `SELECT count(*) FROM slots s JOIN resources p ON p.id = s.resource_id AND p.combines IS NULL WHERE s.tenant_id = $1 AND s.starts_at = $2`, starts))
	day := `FROM slots s JOIN resources p ON p.id = s.resource_id AND p.combines IS NULL WHERE s.tenant_id = $1 AND date_trunc('day', s.starts_at AT TIME ZONE 'Asia/Seoul') = date_trunc('day', $2::timestamptz AT TIME ZONE 'Asia/Seoul')`
	require.Equal(s.t, 1, s.count(hanok.ID, `SELECT count(*) `+day+` AND s.taken < s.capacity`, starts), "one table is free on the whole date")
	require.Zero(s.t, s.count(hanok.ID, `SELECT count(*) `+day+` AND s.id <> $3 AND NOT EXISTS (
		SELECT FROM allocations a JOIN reservations r ON r.id = a.reservation_id WHERE a.slot_id = s.id AND a.released_at IS NULL AND r.status = 'CONFIRMED')`, starts, seeded.Story.SlotID))
	require.Zero(s.t, s.count(hanok.ID, `SELECT count(*) FROM waitlist_entries WHERE tenant_id = $1 AND status IN ('WAITING', 'OFFERED') AND from_at < $3 AND to_at > $2`, starts, ends))
}

// sound demands every invariant.
func (s *stage) sound() {
	s.t.Helper()
	report, err := invariant.Verify(context.Background(), s.db)
	require.NoError(s.t, err)
	require.Empty(s.t, report.Violations)
	require.NotEmpty(s.t, report.Checked)
}

func tenantOf(t testing.TB, seeded *demo.Seeded, code string) demo.SeededTenant {
	t.Helper()
	for _, tenant := range seeded.Tenants {
		if tenant.Code == code {
			return tenant
		}
	}
	t.Fatalf("no tenant %q", code)
	return demo.SeededTenant{}
}
