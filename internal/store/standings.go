package store

import (
	"database/sql"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/inventory"
)

// standingColumns are a slot s and its resource r, as scanStandings reads them.
const standingColumns = `s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at, s.capacity, s.taken, s.version, s.state, s.walk_in_only,
	       r.name, r.kind, r.capacity, r.min_party, r.max_party, r.active, r.version, r.created_at, r.walk_in_only, r.shared, r.area_id, r.combines`

// lapsedUnits sums up the units of holds on a slot s that have lapsed by a moment and that nobody has released. The moment is
// the one that the whole answer is about: a slot and its neighbours must be of the same. Whether anything of the tenant has lapsed is
// asked once and first (see lapsedHolds).
func lapsedUnits(now string) string {
	return `
		SELECT coalesce(sum(a.units), 0)::bigint AS units
		FROM allocations a
		JOIN reservations h ON h.tenant_id = a.tenant_id AND h.id = a.reservation_id
		WHERE s.taken > 0 AND EXISTS (SELECT FROM reservations l WHERE l.tenant_id = $1 AND l.status = 'HELD' AND l.expires_at <= ` + now + `)
		  AND a.tenant_id = $1 AND a.slot_id = s.id AND a.released_at IS NULL AND h.status = 'HELD' AND h.expires_at <= ` + now
}

// scanPlace reads standingColumns.
func scanPlace(s *inventory.Slot, r *inventory.Resource, combines *pq.StringArray) []any {
	return []any{
		&s.ID, &s.VenueID, &s.ResourceID, &s.StartsAt, &s.EndsAt, &s.Capacity, &s.Taken, &s.Version, &s.State, &s.WalkInOnly,
		&r.Name, &r.Kind, &r.Capacity, &r.MinParty, &r.MaxParty, &r.Active, &r.Version, &r.CreatedAt, &r.WalkInOnly, &r.Shared, &r.AreaID, combines,
	}
}

// placed finishes what scanPlace read.
func placed(s *inventory.Slot, r *inventory.Resource, tenant uuid.UUID, combines pq.StringArray) {
	s.TenantID, s.StartsAt, s.EndsAt = tenant, s.StartsAt.UTC(), s.EndsAt.UTC()
	r.ID, r.TenantID, r.VenueID, r.CreatedAt, r.Combines = s.ResourceID, tenant, s.VenueID, r.CreatedAt.UTC(), uuidsOf(combines)
}

// scanStandings reads standingColumns, the lapsed units and the intents that wait.
func scanStandings(rows *sql.Rows, tenant uuid.UUID, more ...func(*inventory.Standing) []any) ([]inventory.Standing, error) {
	var all []inventory.Standing
	err := readEach(rows, func(scan func(...any) error) error {
		s := inventory.Standing{}
		var combines pq.StringArray
		columns := append(scanPlace(&s.Slot, &s.Resource, &combines), &s.Lapsed, (*waiters)(&s.Awaited))
		for _, m := range more {
			columns = append(columns, m(&s)...)
		}
		if err := scan(columns...); err != nil {
			return err
		}
		placed(&s.Slot, &s.Resource, tenant, combines)
		s.PausesUntil = utc(s.PausesUntil)
		all = append(all, s)
		return nil
	})
	return all, err
}
