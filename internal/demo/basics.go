package demo

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
)

// layoutDays is how far ahead the demo's slots reach.
const layoutDays = 14

// basics writes a tenant's rows in one transaction; fresh tells whether they were missing.
func (s *Seeder) basics(ctx context.Context, t tenant) (fresh bool, err error) {
	err = s.DB.InTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO tenants (id, code, name, created_at) VALUES ($1, $2, $3, clock_timestamp()) ON CONFLICT (id) DO NOTHING`, t.tenantID(), t.code, t.name)
		if postgres.IsUnique(err) {
			return fmt.Errorf("the database has a tenant of this code that the demo didn't make: %w", err)
		}
		if err != nil {
			return err
		}
		made, err := result.RowsAffected()
		if fresh = made == 1; err != nil || !fresh {
			return err
		}
		for _, write := range []func(context.Context, *sql.Tx) error{t.writeVenue, t.writeRules, t.writePeople} {
			if err := write(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
	return fresh, err
}

func (t tenant) writeVenue(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO venues (id, tenant_id, code, name, time_zone, layout_days, created_at) VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
		t.venueID(), t.tenantID(), t.venue.code, t.venue.name, t.venue.zone, layoutDays)
	if err != nil {
		return fmt.Errorf("venue: %w", err)
	}
	for i, r := range t.resources {
		_, err := tx.ExecContext(ctx, `INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`,
			t.id("resource", r.name), t.tenantID(), t.venueID(), r.name, string(r.kind), r.capacity, r.min, r.max)
		if err != nil {
			return fmt.Errorf("resource %d: %w", i, err)
		}
	}
	return nil
}

func (t tenant) writeRules(ctx context.Context, tx *sql.Tx) error {
	for i, w := range t.windows {
		_, err := tx.ExecContext(ctx, `INSERT INTO opening_windows (id, tenant_id, venue_id, weekdays, opens_minute, closes_minute, slot_minutes) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			t.id("window", fmt.Sprint(i)), t.tenantID(), t.venueID(), w.weekdays, w.opens, w.closes%(24*hour), w.slot)
		if err != nil {
			return fmt.Errorf("window %d: %w", i, err)
		}
	}
	rules, id := policy.Default(), t.id("policy", "1")
	_, err := tx.ExecContext(ctx, `INSERT INTO policy_versions (id, tenant_id, venue_id, number, status, rules, digest, created_at) VALUES ($1, $2, $3, 1, 'DRAFT', $4, $5, clock_timestamp())`,
		id, t.tenantID(), t.venueID(), string(rules.MarshalCanonical()), rules.Digest())
	if err != nil {
		return fmt.Errorf("policy: %w", err)
	}
	_, err = tx.ExecContext(ctx, `UPDATE policy_versions SET status = 'ACTIVE', version = version + 1, activated_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2`, t.tenantID(), id)
	return err
}

// writePeople makes the principals. The agent acts for customerA.
func (t tenant) writePeople(ctx context.Context, tx *sql.Tx) error {
	names := map[string]string{"admin": t.admin, "staff": t.staff, "customerA": t.customers[0].name, "customerB": t.customers[1].name, "agent": "Assistant of " + t.customers[0].name}
	for i, c := range t.customers {
		_, err := tx.ExecContext(ctx, `INSERT INTO customers (id, tenant_id, name, email, email_key, phone, phone_key, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())`,
			t.id("customer", fmt.Sprint(i)), t.tenantID(), c.name, c.email, customer.EmailKey(&c.email), c.phone, customer.PhoneKey(&c.phone))
		if err != nil {
			return fmt.Errorf("customer %d: %w", i, err)
		}
	}
	for _, r := range roles {
		var owner any
		switch {
		case r.token == "customerB":
			owner = t.id("customer", "1")
		case r.role == actor.Customer || r.role == actor.Agent:
			owner = t.id("customer", "0")
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO principals (id, tenant_id, role, display_name, customer_id, created_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
			t.id("principal", r.token), t.tenantID(), string(r.role), names[r.token], owner)
		if err != nil {
			return fmt.Errorf("principal %s: %w", r.token, err)
		}
	}
	return nil
}
