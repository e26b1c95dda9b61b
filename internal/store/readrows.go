package store

import (
	"context"

	"github.com/lib/pq"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entcommand "github.com/slotq/slotq/ent/db/command"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	enttenant "github.com/slotq/slotq/ent/db/tenant"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
)

var (
	readVenues    = readTable{venue: "id", sort: "created_at"}
	readResources = readTable{venue: "venue_id", sort: "created_at"}
	readCustomers = readTable{owner: "id"}
	readPolicies  = readTable{venue: "venue_id", sort: "number", numbers: true}
)

// Tenant finds the tenant itself.
func (t *readTx) Tenant(ctx context.Context) (*inventory.Tenant, error) {
	row, err := t.ent.Tenant.Query().Where(enttenant.ID(t.tenant)).Only(ctx)
	return maybe(row, err, func(row *db.Tenant) inventory.Tenant {
		return inventory.Tenant{ID: row.ID, Code: row.Code, Name: row.Name}
	})
}

// Venues lists venues by age.
func (t *readTx) Venues(ctx context.Context, w reading.Want) ([]inventory.Venue, error) {
	rows, err := t.ent.Venue.Query().Where(readVenues.wanted(t.tenant, w)).Order(readVenues.ordered).Limit(w.Limit).All(ctx)
	return each(rows, venueOf), err
}

// Resources lists resources by age.
func (t *readTx) Resources(ctx context.Context, w reading.Want) ([]inventory.Resource, error) {
	rows, err := t.ent.Resource.Query().Where(readResources.wanted(t.tenant, w)).Order(readResources.ordered).Limit(w.Limit).All(ctx)
	return each(rows, resourceOf), err
}

const firstResources = `
SELECT id, venue_id, name, kind, capacity, min_party, max_party, active, version, created_at, area_id, walk_in_only, shared, combines
FROM (SELECT r.*, row_number() OVER (PARTITION BY venue_id ORDER BY created_at, id) AS place FROM resources r WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[])) AS numbered
WHERE place <= $3
ORDER BY venue_id, place`

// FirstResources lists the oldest few resources of each venue.
func (t *readTx) FirstResources(ctx context.Context, venues []uuid.UUID, each int) ([]inventory.Resource, error) {
	rows, err := t.sql.QueryContext(ctx, firstResources, t.tenant, array(venues), each)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []inventory.Resource
	for rows.Next() {
		r := inventory.Resource{TenantID: t.tenant}
		var combines pq.StringArray
		if err := rows.Scan(&r.ID, &r.VenueID, &r.Name, &r.Kind, &r.Capacity, &r.MinParty, &r.MaxParty, &r.Active, &r.Version, &r.CreatedAt, &r.AreaID, &r.WalkInOnly, &r.Shared, &combines); err != nil {
			return nil, err
		}
		r.CreatedAt, r.Combines = r.CreatedAt.UTC(), uuidsOf(combines)
		all = append(all, r)
	}
	return all, rows.Err()
}

// Customers finds customers; they belong to the tenant and to no venue.
func (t *readTx) Customers(ctx context.Context, w reading.Want) ([]customer.Customer, error) {
	rows, err := t.ent.Customer.Query().Where(readCustomers.wanted(t.tenant, w)).Limit(w.Limit).All(ctx)
	return each(rows, customerOf), err
}

// PolicyVersions lists versions, newest first.
func (t *readTx) PolicyVersions(ctx context.Context, w reading.Want) ([]policy.Version, error) {
	return readVersions(ctx, t.ent.PolicyVersion.Query().Where(readPolicies.wanted(t.tenant, w)).Order(readPolicies.ordered).Limit(w.Limit))
}

// ActivePolicies finds the version that each venue decides by.
func (t *readTx) ActivePolicies(ctx context.Context, w reading.Want) ([]policy.Version, error) {
	return readVersions(ctx, t.ent.PolicyVersion.Query().Where(readPolicies.wanted(t.tenant, w), entpolicyversion.StatusEQ(policy.Active)))
}

func readVersions(ctx context.Context, query *db.PolicyVersionQuery) ([]policy.Version, error) {
	rows, err := query.All(ctx)
	if err != nil {
		return nil, err
	}
	versions := make([]policy.Version, len(rows))
	for i, row := range rows {
		if versions[i], err = policyOf(row); err != nil {
			return nil, err
		}
	}
	return versions, nil
}

// Command finds the ledger row of a principal's key.
func (t *readTx) Command(ctx context.Context, owner uuid.UUID, key command.Digest) (*command.Record, error) {
	row, err := t.ent.Command.Query().
		Where(entcommand.TenantID(t.tenant), entcommand.PrincipalID(owner), entcommand.KeyDigest(key[:])).Only(ctx)
	if db.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	record, err := recordOf(row)
	if err != nil {
		return nil, err
	}
	record.CreatedAt, record.CompletedAt = record.CreatedAt.UTC(), record.CompletedAt.UTC()
	return record, nil
}
