package store

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/feed"
)

// sealBatch is how many audit entries one transaction seals.
const sealBatch = 1000

const auditColumns = `id, tenant_id, venue_id, at, principal_id, actor, operation, subject, outcome, problem_code, reason, correlation_id`

const setSeals = `
UPDATE audit_entries SET sequence = seal.sequence, previous_digest = seal.previous, digest = seal.digest
FROM unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) AS seal (id, sequence, previous, digest)
WHERE audit_entries.tenant_id = $1 AND audit_entries.id = seal.id`

const trySealPass = `SELECT pg_try_advisory_xact_lock($1, hashtext($2))`

// Seal links the next committed audit entries of a tenant to its chain, in the order of their insertion. While another node
// seals for the tenant nothing is done: what that one overlooks, the poll finds.
func (l *FeedLog) Seal(ctx context.Context, tenant uuid.UUID) (more bool, err error) {
	err = l.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		more = false
		var free bool
		// The statements after this one see what the pass before has sealed.
		if err := tx.QueryRowContext(ctx, trySealPass, sealPass, tenant.String()).Scan(&free); err != nil || !free {
			return err
		}
		rows, err := auditRows(ctx, tx, `SELECT `+auditColumns+`, 0, NULL::bytea, NULL::bytea FROM audit_entries
			WHERE tenant_id = $1 AND sequence IS NULL ORDER BY id LIMIT $2`, tenant, sealBatch)
		more = len(rows) == sealBatch
		if err != nil || len(rows) == 0 {
			return err
		}
		chain, err := endOfChain(ctx, tx, tenant)
		if err != nil {
			return err
		}
		return writeSeals(ctx, tx, tenant, chain, rows)
	})
	return more, translate(err)
}

func endOfChain(ctx context.Context, tx *sql.Tx, tenant uuid.UUID) (chain feed.Chain, err error) {
	err = tx.QueryRowContext(ctx, `SELECT sequence, digest FROM audit_entries WHERE tenant_id = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`, tenant).
		Scan(&chain.Sequence, &chain.Digest)
	if err == sql.ErrNoRows {
		return feed.Chain{}, nil
	}
	return chain, err
}

func writeSeals(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, chain feed.Chain, rows []feed.AuditRow) error {
	var ids, sequences pq.Int64Array
	var previous, digests pq.ByteaArray
	for i := range rows {
		r := &rows[i]
		chain.Link(r)
		ids, sequences = append(ids, r.ID), append(sequences, r.Sequence)
		previous, digests = append(previous, r.PreviousDigest), append(digests, r.Digest)
	}
	_, err := tx.ExecContext(ctx, setSeals, tenant, ids, sequences, previous, digests)
	return err
}

// SealedEntries reads a tenant's sealed audit entries behind a sequence, in the order of the chain.
func SealedEntries(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, after int64, limit int) ([]feed.AuditRow, error) {
	return auditRows(ctx, tx, `SELECT `+auditColumns+`, sequence, previous_digest, digest FROM audit_entries
		WHERE tenant_id = $1 AND sequence > $2 ORDER BY sequence, id LIMIT $3`, tenant, after, limit)
}

func auditRows(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]feed.AuditRow, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []feed.AuditRow
	for rows.Next() {
		var r feed.AuditRow
		err := rows.Scan(&r.ID, &r.TenantID, &r.VenueID, &r.At, &r.PrincipalID, &r.Actor, &r.Operation, &r.Subject, &r.Outcome,
			&r.ProblemCode, &r.Reason, &r.CorrelationID, &r.Sequence, &r.PreviousDigest, &r.Digest)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}
