package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/waitlist"
)

var (
	readEntries    = readTable{venue: "venue_id", owner: "customer_id", sort: "joined_at"}
	readOffers     = readTable{venue: "venue_id", owner: "customer_id", sort: "created_at"}
	readSelections = readTable{venue: "venue_id"}
)

// Entry.Effective and Offer.Effective in SQL; a test holds them together.
var (
	readEntryState = []string{
		`CASE WHEN status = 'WAITING' AND to_at <= `, ` THEN 'EXPIRED' WHEN status <> 'OFFERED' OR offer_expires_at IS NULL OR offer_expires_at > `,
		` THEN status WHEN requeues_on_lapse AND to_at > `, ` THEN 'WAITING' ELSE 'EXPIRED' END`,
	}
	readOfferState = []string{`CASE WHEN status = 'OFFERED' AND intent_id IS NULL AND expires_at <= `, ` THEN 'EXPIRED' ELSE status END`}
)

// Entries lists waitlist entries by joining.
func (t *readTx) Entries(ctx context.Context, w reading.Want, statuses []waitlist.EntryStatus, now time.Time) ([]waitlist.Entry, error) {
	rows, err := t.ent.WaitlistEntry.Query().
		Where(readEntries.wanted(t.tenant, w), readState(readEntryState, now, statuses)).
		Order(readEntries.ordered).Limit(w.Limit).All(ctx)
	return each(rows, entryOf), err
}

// Offers lists offers by age.
func (t *readTx) Offers(ctx context.Context, w reading.Want, statuses []waitlist.OfferStatus, now time.Time) ([]waitlist.Offer, error) {
	rows, err := t.ent.Offer.Query().
		Where(readOffers.wanted(t.tenant, w), readState(readOfferState, now, statuses)).
		Order(readOffers.ordered).Limit(w.Limit).All(ctx)
	return each(rows, offerOf), err
}

// Selections finds records of selections. They belong to the customer of their entry.
func (t *readTx) Selections(ctx context.Context, w reading.Want) ([]waitlist.Selection, error) {
	query := t.ent.Selection.Query().Where(readSelections.wanted(t.tenant, w))
	if w.Owner != nil {
		query.Where(readOfOwner(*w.Owner))
	}
	rows, err := query.Limit(w.Limit).All(ctx)
	if err != nil {
		return nil, err
	}
	selections := make([]waitlist.Selection, len(rows))
	for i, row := range rows {
		if selections[i], err = readSelection(row); err != nil {
			return nil, err
		}
	}
	return selections, nil
}

func readOfOwner(owner uuid.UUID) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString(`EXISTS (SELECT FROM waitlist_entries e
				WHERE e.tenant_id = selections.tenant_id AND e.id = selections.entry_id AND e.customer_id = `)
			b.Arg(owner).WriteString(`)`)
		}))
	}
}

func readSelection(s *db.Selection) (waitlist.Selection, error) {
	selection := waitlist.Selection{
		ID: s.ID, TenantID: s.TenantID, VenueID: s.VenueID, SlotID: s.SlotID, EntryID: s.EntryID, PolicyVersionID: s.PolicyVersionID,
		PolicyDigest: s.PolicyDigest, Considered: s.Considered, Override: s.Override, Reason: s.Reason, Generation: s.Generation,
		CreatedAt: s.CreatedAt.UTC(),
	}
	if err := json.Unmarshal([]byte(s.Skipped), &selection.Skipped); err != nil {
		return selection, fmt.Errorf("read who was skipped in selection %s: %w", s.ID, err)
	}
	return selection, nil
}

// readPositions counts who waits before an entry. An entry whose lapsed offer puts it back counts as if that were recorded
// now: it joins now, behind all who wait, and among its like the id decides.
const readPositions = `
	SELECT e.id, 1 + (
		SELECT count(*) FROM waitlist_entries o
		WHERE o.tenant_id = $1 AND o.venue_id = e.venue_id AND o.status = 'WAITING' AND o.to_at > $2
		  AND (o.joined_at, o.id) < (e.joined, e.id) AND o.from_at < e.to_at AND o.to_at > e.from_at
		  AND (o.resource_id IS NULL OR e.resource_id IS NULL OR o.resource_id = e.resource_id)
	) + (
		SELECT count(*) FROM waitlist_entries o
		WHERE e.status = 'OFFERED' AND o.tenant_id = $1 AND o.venue_id = e.venue_id AND o.status = 'OFFERED' AND o.requeues_on_lapse
		  AND o.offer_expires_at <= $2 AND o.to_at > $2 AND o.id < e.id AND o.from_at < e.to_at AND o.to_at > e.from_at
		  AND (o.resource_id IS NULL OR e.resource_id IS NULL OR o.resource_id = e.resource_id)
	)
	FROM (
		SELECT *, CASE status WHEN 'OFFERED' THEN $2::timestamptz ELSE joined_at END AS joined
		FROM waitlist_entries
		WHERE tenant_id = $1 AND id = ANY ($3::uuid[]) AND to_at > $2
		  AND (status = 'WAITING' OR (status = 'OFFERED' AND requeues_on_lapse AND offer_expires_at <= $2))
		  AND ($4::uuid[] IS NULL OR venue_id = ANY ($4::uuid[])) AND ($5::uuid IS NULL OR customer_id = $5::uuid)
	) e`

// Positions finds the places of entries that wait.
func (t *readTx) Positions(ctx context.Context, w reading.Want, now time.Time) (map[uuid.UUID]int, error) {
	rows, err := t.sql.QueryContext(ctx, readPositions, t.tenant, now, readIDs(w.IDs), readIDs(w.Venues), w.Owner)
	if err != nil {
		return nil, err
	}
	positions := map[uuid.UUID]int{}
	err = readEach(rows, func(scan func(...any) error) error {
		var entry uuid.UUID
		var position int
		err := scan(&entry, &position)
		positions[entry] = position
		return err
	})
	return positions, err
}
