package store

import (
	"context"
	"database/sql"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	entallocation "github.com/slotq/slotq/ent/db/allocation"
	entcommand "github.com/slotq/slotq/ent/db/command"
	entcustomer "github.com/slotq/slotq/ent/db/customer"
	entoffer "github.com/slotq/slotq/ent/db/offer"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	entreservation "github.com/slotq/slotq/ent/db/reservation"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Group runs fn in a tenant's transaction that has tried to lock each of the keys in its first statement.
func (d *Database) Group(ctx context.Context, tenant uuid.UUID, locks []int64, fn func(context.Context, booking.GroupTx, []bool) error) error {
	return translate(d.db.InTenantAll(ctx, tenant, locks, func(ctx context.Context, tx *sql.Tx, locked []bool) error {
		return fn(ctx, newTx(tenant, tx), locked)
	}))
}

var _ booking.GroupTx = (*tx)(nil)

// Records reads rows of the ledger.
func (t *tx) Records(ctx context.Context, owners []uuid.UUID, keys []command.Digest) ([]booking.LedgerRow, error) {
	digests := make(pq.ByteaArray, len(keys))
	for i := range keys {
		digests[i] = keys[i][:]
	}
	rows, err := t.ent.Command.Query().Where(entcommand.TenantID(t.tenant), func(s *entsql.Selector) {
		// Each key by the index of keys, however the planner guesses: as a join it read the tenant's whole ledger.
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.Ident(s.C(entcommand.FieldID)).WriteString(" = ANY (ARRAY(SELECT c.id FROM unnest(")
			b.Arg(array(owners)).WriteString("::uuid[], ").Arg(digests).WriteString("::bytea[]) AS w (owner, key) CROSS JOIN LATERAL (SELECT id FROM commands WHERE tenant_id = ")
			b.Arg(t.tenant).WriteString(" AND principal_id = w.owner AND key_digest = w.key LIMIT 1) AS c))")
		}))
	}).All(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]booking.LedgerRow, len(rows))
	for i, row := range rows {
		record, err := recordOf(row)
		if err != nil {
			return nil, err
		}
		found[i] = booking.LedgerRow{Owner: row.PrincipalID, Record: *record}
		copy(found[i].Key[:], row.KeyDigest)
	}
	return found, nil
}

// Reservations finds reservations.
func (t *tx) Reservations(ctx context.Context, ids []uuid.UUID) ([]reservation.Reservation, error) {
	rows, err := t.ent.Reservation.Query().Where(entreservation.TenantID(t.tenant), among(entreservation.FieldID, ids)).All(ctx)
	return each(rows, reservationOf), err
}

// AllocationsOf lists what reservations have, by start, without what a move left behind.
func (t *tx) AllocationsOf(ctx context.Context, ids []uuid.UUID) ([]inventory.Allocation, error) {
	rows, err := t.ent.Allocation.Query().
		Where(entallocation.TenantID(t.tenant), among(entallocation.FieldReservationID, ids), entallocation.Superseded(false)).Order(byStart).All(ctx)
	return each(rows, allocationOf), err
}

// PolicyVersions finds versions of policies.
func (t *tx) PolicyVersions(ctx context.Context, ids []uuid.UUID) ([]policy.Version, error) {
	rows, err := t.ent.PolicyVersion.Query().Where(entpolicyversion.TenantID(t.tenant), among(entpolicyversion.FieldID, ids)).All(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]policy.Version, len(rows))
	for i, row := range rows {
		if found[i], err = policyOf(row); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Offers finds offers.
func (t *tx) Offers(ctx context.Context, ids []uuid.UUID) ([]waitlist.Offer, error) {
	rows, err := t.ent.Offer.Query().Where(entoffer.TenantID(t.tenant), among(entoffer.FieldID, ids)).All(ctx)
	return each(rows, offerOf), err
}

// LockCustomers locks customers by id.
func (t *tx) LockCustomers(ctx context.Context, ids []uuid.UUID) ([]customer.Customer, error) {
	rows, err := t.ent.Customer.Query().Where(entcustomer.TenantID(t.tenant), among(entcustomer.FieldID, ids), noKey).Order(byID).All(ctx)
	return each(rows, customerOf), err
}

const activeOf = `
SELECT w.customer, (SELECT count(*) FROM intents WHERE tenant_id = $1 AND customer_id = w.customer AND next_at IS NOT NULL AND reservation_id IS NULL)
  + (SELECT count(*) FROM reservations WHERE tenant_id = $1 AND customer_id = w.customer
     AND (status IN ('CONFIRMED', 'CHECKED_IN') OR (status = 'HELD' AND (expires_at IS NULL OR expires_at > $3))))
FROM unnest($2::uuid[]) AS w (customer)`

// ActiveReservationsOf counts what customers occupy, or will by requests under way.
func (t *tx) ActiveReservationsOf(ctx context.Context, customers []uuid.UUID, now time.Time) (map[uuid.UUID]int, error) {
	rows, err := t.sql.QueryContext(ctx, activeOf, t.tenant, array(customers), now)
	if err != nil {
		return nil, err
	}
	counts := map[uuid.UUID]int{}
	err = readEach(rows, func(scan func(...any) error) error {
		var id uuid.UUID
		var n int
		err := scan(&id, &n)
		counts[id] = n
		return err
	})
	return counts, err
}

// among asks for rows whose column is one of the ids: one statement, however many they are, so that it is planned once.
func among(column string, ids []uuid.UUID) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.Ident(s.C(column)).WriteString(" = ANY (").Arg(array(ids)).WriteString("::uuid[])")
		}))
	}
}
