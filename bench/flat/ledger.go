package main

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/feed"
)

// remembered is for how long back a key is known, a little less than the program's own time for it: older ones have been swept.
const remembered = 6 * 24 * time.Hour

// ledger seals two audit entries for each booking into the tenant's chain, its hold and its confirmation, and remembers the keys of
// the younger ones. How a chain is sealed the program knows, and not the database, so this goes row by row.
func (f *filler) ledger(ctx context.Context) (audits, commands int64, err error) {
	var chain feed.Chain
	var last int64
	var principal uuid.UUID
	var actor string
	err = f.conn.QueryRowContext(ctx, `SELECT a.sequence, a.digest, (SELECT max(id) FROM audit_entries), p.principal_id, p.actor FROM audit_entries a,
		(SELECT principal_id, actor FROM audit_entries WHERE tenant_id = $1 AND operation = 'holdSlot' AND outcome = 'COMMITTED' AND principal_id IS NOT NULL LIMIT 1) p
		WHERE a.tenant_id = $1 ORDER BY a.sequence DESC LIMIT 1`, f.tenant).Scan(&chain.Sequence, &chain.Digest, &last, &principal, &actor)
	if err != nil {
		return 0, 0, fmt.Errorf("the end of the chain: %w", err)
	}
	tx, err := f.conn.BeginTx(ctx, nil)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = tx.Rollback() }()
	in, err := tx.PrepareContext(ctx, `COPY audit_entries (id, tenant_id, venue_id, at, principal_id, actor, operation, subject, outcome, correlation_id, sequence, previous_digest, digest) FROM STDIN`)
	if err != nil {
		return 0, 0, err
	}
	newest := time.Now().UTC().Truncate(24 * time.Hour).Add(-24 * time.Hour)
	for i := f.reservations - f.told; i < f.reservations; i++ {
		at := newest.Add(-time.Duration((f.reservations-i)/f.places)*5*time.Minute - 3*time.Hour)
		for _, operation := range []string{"holdSlot", "confirmReservation"} {
			row := feed.AuditRow{ID: last + 1, TenantID: f.tenant, VenueID: &f.venue, At: at, PrincipalID: &principal, Actor: actor, Operation: operation,
				Outcome: "COMMITTED", CorrelationID: fmt.Sprintf("history-%s-%d", operation, i)}
			chain.Link(&row)
			last++
			if _, err := in.ExecContext(ctx, row.ID, row.TenantID, row.VenueID, row.At, row.PrincipalID, row.Actor, row.Operation, nil, row.Outcome, row.CorrelationID,
				row.Sequence, row.PreviousDigest, row.Digest); err != nil {
				return 0, 0, err
			}
			audits++
		}
	}
	if _, err := in.ExecContext(ctx); err != nil {
		return 0, 0, err
	}
	if err := in.Close(); err != nil { //nolint:sqlclosecheck // what follows has to wait for its end
		return 0, 0, err
	}
	if _, err := tx.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence('audit_entries', 'id'), $1)`, last); err != nil {
		return 0, 0, err
	}
	f.step("audit entries are sealed")
	commands, err = f.commands(ctx, tx, principal)
	if err != nil {
		return 0, 0, err
	}
	return audits, commands, tx.Commit()
}

// commands remembers the keys of what was done lately.
func (f *filler) commands(ctx context.Context, tx *sql.Tx, principal uuid.UUID) (int64, error) {
	done, err := tx.ExecContext(ctx, `
		INSERT INTO commands (id, tenant_id, principal_id, key_digest, operation, input_digest, outcome, refs, correlation_id, created_at, completed_at)
		SELECT md5('command' || id)::uuid, tenant_id, $2, sha256(id::text::bytea), operation, sha256(id::text::bytea), outcome, '[]', correlation_id, at, at
		FROM audit_entries WHERE tenant_id = $1 AND correlation_id LIKE 'history-%' AND at > clock_timestamp() - $3 * interval '1 second'`,
		f.tenant, principal, remembered.Seconds())
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}
