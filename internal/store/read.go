package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// Reads opens the readers' transactions on PostgreSQL. They write nothing and lock nothing.
type Reads struct{ db *postgres.DB }

var _ reading.Source = (*Reads)(nil)

// NewReads gives readers their database.
func NewReads(db *postgres.DB) *Reads { return &Reads{db: db} }

// Read runs fn in a read-only transaction of one tenant. problem.ErrUnavailable when the database is away.
func (r *Reads) Read(ctx context.Context, tenant uuid.UUID, fn func(context.Context, reading.Rows) error) error {
	return readError(r.db.ReadTenant(ctx, tenant, readWith(tenant, fn)))
}

// ByID is Read for what is asked for by ids.
func (r *Reads) ByID(ctx context.Context, tenant uuid.UUID, fn func(context.Context, reading.Rows) error) error {
	return readError(r.db.ReadByID(ctx, tenant, readWith(tenant, fn)))
}

// SnapshotByID is Snapshot for what is asked for by ids.
func (r *Reads) SnapshotByID(ctx context.Context, tenant uuid.UUID, fn func(context.Context, reading.Rows) error) error {
	return readError(r.db.SnapshotByID(ctx, tenant, snapshotWith(tenant, fn)))
}

// Snapshot is Read in which all statements see one moment.
func (r *Reads) Snapshot(ctx context.Context, tenant uuid.UUID, fn func(context.Context, reading.Rows) error) error {
	return readError(r.db.SnapshotTenant(ctx, tenant, snapshotWith(tenant, fn)))
}

// readError tells doors when asking again may help. An unanswered COMMIT is no riddle here: nothing was written.
func readError(err error) error {
	if errors.Is(err, postgres.ErrCommitUnknown) || postgres.IsUnavailable(err) {
		return fmt.Errorf("%w: %w", problem.ErrUnavailable, err)
	}
	return err
}

func readWith(tenant uuid.UUID, fn func(context.Context, reading.Rows) error) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		return fn(ctx, &readTx{surroundings: surroundings{tenant: tenant, sql: tx}, ent: Client(tx)})
	}
}

func snapshotWith(tenant uuid.UUID, fn func(context.Context, reading.Rows) error) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		return fn(ctx, &readTx{surroundings: surroundings{tenant: tenant, sql: tx}, ent: Client(tx), snapshot: true})
	}
}

// readTx is one transaction of a reader. As everywhere, statements name the tenant themselves, and row-level security does
// so again.
type readTx struct {
	surroundings
	ent      *db.Client
	snapshot bool
	began    time.Time // of a snapshot; zero until somebody has asked
}

var _ reading.Rows = (*readTx)(nil)

// Clock reads the clock that decides. In a snapshot that is when its transaction began: by any later time a hold could look lapsed
// that was confirmed behind the snapshot.
func (t *readTx) Clock(ctx context.Context) (now time.Time, err error) {
	if t.snapshot {
		if t.began.IsZero() {
			err = t.sql.QueryRowContext(ctx, `SELECT transaction_timestamp()`).Scan(&t.began)
		}
		return t.began.UTC(), err
	}
	err = t.sql.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now.UTC(), err
}

const readGround = `
	SELECT clock_timestamp(), v.code, v.name, v.time_zone, v.layout_days, v.version, v.created_at, v.offers_on, v.notices_on, v.allow_listed, p.id, p.rules::text
	FROM (SELECT) always
	LEFT JOIN venues v ON v.tenant_id = $1 AND v.id = $2
	LEFT JOIN policy_versions p ON p.tenant_id = v.tenant_id AND p.venue_id = v.id AND p.status = 'ACTIVE'`

// Ground reads the clock, a venue and its active rules in one statement: every list asks for them first.
func (t *readTx) Ground(ctx context.Context, venue uuid.UUID) (g reading.Ground, err error) {
	var code, name, zone, rules *string
	var layoutDays, version *int
	var createdAt *time.Time
	var offers, notices, listed *bool
	var policyID *uuid.UUID
	err = t.sql.QueryRowContext(ctx, readGround, t.tenant, venue).
		Scan(&g.Now, &code, &name, &zone, &layoutDays, &version, &createdAt, &offers, &notices, &listed, &policyID, &rules)
	g.Now = g.Now.UTC()
	if err != nil || code == nil {
		return g, err
	}
	g.Venue = &inventory.Venue{
		ID: venue, TenantID: t.tenant, Code: *code, Name: *name, TimeZone: *zone, LayoutDays: *layoutDays,
		Switches: inventory.Switches{Offers: *offers, Notices: *notices, AllowListed: *listed}, Version: *version, CreatedAt: createdAt.UTC(),
	}
	if policyID != nil {
		g.Rules, err = rulesOf(*policyID, *rules)
	}
	return g, err
}
