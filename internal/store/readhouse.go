package store

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entallowedcustomer "github.com/slotq/slotq/ent/db/allowedcustomer"
	entpause "github.com/slotq/slotq/ent/db/pause"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
)

var (
	readAreas   = readTable{venue: "venue_id", sort: "created_at"}
	readPauses  = readTable{venue: "venue_id", sort: "until_at"}
	readAllowed = readTable{venue: "venue_id", owner: "customer_id"}
)

// Areas lists areas by age.
func (t *readTx) Areas(ctx context.Context, w reading.Want) ([]inventory.Area, error) {
	rows, err := t.ent.Area.Query().Where(readAreas.wanted(t.tenant, w)).Order(readAreas.ordered).Limit(w.Limit).All(ctx)
	return each(rows, areaOf), err
}

// PauseRows lists pauses by their end.
func (t *readTx) PauseRows(ctx context.Context, w reading.Want, lasting *time.Time) ([]inventory.Pause, error) {
	query := t.ent.Pause.Query().Where(readPauses.wanted(t.tenant, w))
	if lasting != nil {
		query.Where(entpause.EndedAtIsNil(), entpause.UntilAtGT(*lasting))
	}
	rows, err := query.Order(readPauses.ordered).Limit(w.Limit).All(ctx)
	return each(rows, pauseOf), err
}

// AllowLists finds who is on the lists of venues.
func (t *readTx) AllowLists(ctx context.Context, w reading.Want) (map[uuid.UUID][]uuid.UUID, error) {
	rows, err := t.ent.AllowedCustomer.Query().Where(readAllowed.wanted(t.tenant, w)).
		Order(entallowedcustomer.ByCreatedAt(), func(s *entsql.Selector) { s.OrderBy(s.C("id")) }).All(ctx)
	lists := map[uuid.UUID][]uuid.UUID{}
	for _, row := range rows {
		lists[row.VenueID] = append(lists[row.VenueID], row.CustomerID)
	}
	return lists, err
}
