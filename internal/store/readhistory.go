package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
)

// What a thing's history is told with, by its kind: kinds and ids of the thing ($2) and of what stands behind it. The thing
// itself must lie in the venues ($3) and belong to the customer ($4) that are asked for.
const (
	itselfSeen = ` x WHERE x.tenant_id = $1 AND x.id = ANY ($2::uuid[]) AND ($3::uuid[] IS NULL OR x.venue_id = ANY ($3::uuid[])) AND ($4::uuid IS NULL OR x.customer_id = $4::uuid)`

	// What was prepared for the customer, and came to this.
	relatedApprovals = `SELECT 'ap', p.id FROM it JOIN approvals p ON p.tenant_id = $1 AND p.owner_id = it.customer_id AND p.result = ANY ($5::text[])`

	relatedReservation = `WITH it AS (SELECT x.id, x.customer_id, x.corrects_id FROM reservations` + itselfSeen + `)
		SELECT 'rv', id FROM it
		UNION ALL SELECT 'rv', corrects_id FROM it WHERE corrects_id IS NOT NULL
		UNION ALL SELECT 'rv', n.id FROM it JOIN reservations n ON n.tenant_id = $1 AND n.corrects_id = it.id
		UNION ALL SELECT 'of', o.id FROM it JOIN offers o ON o.tenant_id = $1 AND o.reservation_id = it.id
		UNION ALL SELECT 'in', i.id FROM it JOIN intents i ON i.tenant_id = $1 AND i.customer_id = it.customer_id AND i.reservation_id = it.id
		UNION ALL SELECT 'ap', i.approval_id FROM it JOIN intents i ON i.tenant_id = $1 AND i.customer_id = it.customer_id AND i.reservation_id = it.id AND i.approval_id IS NOT NULL
		UNION ALL ` + relatedApprovals

	relatedEntry = `WITH it AS (SELECT x.id, x.customer_id FROM waitlist_entries` + itselfSeen + `)
		SELECT 'we', id FROM it
		UNION ALL SELECT 'of', o.id FROM it JOIN reservations r ON r.tenant_id = $1 AND r.customer_id = it.customer_id AND r.promotional
			JOIN offers o ON o.tenant_id = $1 AND o.reservation_id = r.id AND o.entry_id = it.id
		UNION ALL ` + relatedApprovals

	relatedOffer = `WITH it AS (SELECT x.id, x.entry_id, x.customer_id FROM offers` + itselfSeen + `)
		SELECT 'of', id FROM it UNION ALL SELECT 'we', entry_id FROM it
		UNION ALL SELECT 'in', i.id FROM it JOIN intents i ON i.tenant_id = $1 AND i.customer_id = it.customer_id AND i.offer_id = it.id
		UNION ALL ` + relatedApprovals

	relatedIntent = `WITH it AS (SELECT x.id, x.approval_id, x.customer_id FROM intents` + itselfSeen + `)
		SELECT 'in', id FROM it UNION ALL SELECT 'ap', approval_id FROM it WHERE approval_id IS NOT NULL UNION ALL ` + relatedApprovals

	relatedApproval = `WITH it AS (SELECT x.id, x.intent_id, x.customer_id FROM approvals` + itselfSeen + `)
		SELECT 'ap', id FROM it UNION ALL SELECT 'in', intent_id FROM it WHERE intent_id IS NOT NULL UNION ALL ` + relatedApprovals
)

var related = map[ref.Kind]string{
	ref.Reservation: relatedReservation, ref.Entry: relatedEntry, ref.Offer: relatedOffer, ref.Intent: relatedIntent, ref.Approval: relatedApproval,
}

// Related finds what stands behind a thing.
func (t *readTx) Related(ctx context.Context, w reading.Want, of ref.Kind) (ids []string, err error) {
	public := make([]string, len(w.IDs))
	for i, id := range w.IDs {
		public[i] = ref.Encode(of, id)
	}
	rows, err := t.sql.QueryContext(ctx, related[of], t.tenant, readIDs(w.IDs), readIDs(w.Venues), w.Owner, pq.Array(public))
	if err != nil {
		return nil, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		var kind string
		var id uuid.UUID
		err := scan(&kind, &id)
		ids = append(ids, ref.Encode(ref.Kind(kind), id))
		return err
	})
	return ids, err
}
