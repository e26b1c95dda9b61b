package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
)

func isNobody(err error) bool { return errors.Is(err, ErrNoMembership) }

// Recognise finds the membership of a person: the one of that subject, else the one that was granted to the person's verified
// address and that nobody has taken yet. It is the person's from then on, whatever becomes of the address. ErrNoMembership
// when there is none; problem.ErrUnavailable when the database can't be asked.
func (m *Members) Recognise(ctx context.Context, tenant uuid.UUID, p identity.Person) (membership uuid.UUID, err error) {
	return m.inDoorway(ctx, tenant, p, recognise)
}

// Welcome is Recognise for a tenant that is open to all: whoever isn't known becomes a guest, if the address is verified and
// no membership of this person has been revoked. The guest is the customer of that address, where the tenant has one.
func (m *Members) Welcome(ctx context.Context, tenant uuid.UUID, p identity.Person) (membership uuid.UUID, err error) {
	return m.inDoorway(ctx, tenant, p, func(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, p identity.Person) (uuid.UUID, error) {
		membership, err := recognise(ctx, tx, tenant, p)
		if !isNobody(err) {
			return membership, err
		}
		return becomeGuest(ctx, tx, tenant, p)
	})
}

type doorway func(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, p identity.Person) (membership uuid.UUID, err error)

// inDoorway runs in one transaction. Two who come at once, as the same person or by the same address, are told apart by the
// unique indexes: the later one looks once more.
func (m *Members) inDoorway(ctx context.Context, tenant uuid.UUID, p identity.Person, pass doorway) (membership uuid.UUID, err error) {
	once := func() error {
		return m.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) (err error) {
			membership, err = pass(ctx, tx, tenant, p)
			return err
		})
	}
	if err = once(); postgres.IsUnique(err) {
		err = once()
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("recognise somebody at tenant %s: %w", tenant, unavailability(err))
	}
	return membership, nil
}

func recognise(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, p identity.Person) (membership uuid.UUID, err error) {
	bySubject := func() error {
		return tx.QueryRowContext(ctx, `SELECT id FROM memberships WHERE tenant_id = $1 AND issuer = $2 AND subject = $3 AND revoked_at IS NULL`,
			tenant, p.Issuer, p.Subject).Scan(&membership)
	}
	if err = bySubject(); err == nil || !errors.Is(err, sql.ErrNoRows) {
		return membership, err
	}
	if p.Email != "" {
		err = tx.QueryRowContext(ctx, `UPDATE memberships SET subject = $4, version = version + 1
			WHERE tenant_id = $1 AND issuer = $2 AND email = $3 AND subject IS NULL AND revoked_at IS NULL RETURNING id`,
			tenant, p.Issuer, p.Email, p.Subject).Scan(&membership)
		if errors.Is(err, sql.ErrNoRows) { // perhaps the same person came a moment earlier, and we waited for that
			err = bySubject()
		} else if err == nil {
			err = audit(ctx, tx, tenant, membership, "takeMembership")
		}
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoMembership
	}
	return membership, err
}

// audit notes what a person did who came in for the first time.
func audit(ctx context.Context, tx *sql.Tx, tenant, membership uuid.UUID, operation string) error {
	_, err := tx.ExecContext(ctx, `
INSERT INTO audit_entries (tenant_id, at, principal_id, actor, operation, subject, outcome, correlation_id)
SELECT p.tenant_id, clock_timestamp(), p.id, p.role || ' ' || p.display_name, $3, $4, 'COMMITTED', $5
FROM memberships m JOIN principals p ON p.tenant_id = m.tenant_id AND p.id = m.principal_id WHERE m.tenant_id = $1 AND m.id = $2`,
		tenant, membership, operation, ref.Encode(ref.Membership, membership), uuid.NewString())
	return err
}
