package store

import (
	"context"
	"database/sql"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entattempt "github.com/slotq/slotq/ent/db/attempt"
	entintent "github.com/slotq/slotq/ent/db/intent"
	entprovider "github.com/slotq/slotq/ent/db/provider"
	entvenueprovider "github.com/slotq/slotq/ent/db/venueprovider"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
)

// Intent finds an intent with what it wants.
func (t *tx) Intent(ctx context.Context, id uuid.UUID) (*intent.Intent, error) {
	row, err := t.ent.Intent.Query().Where(entintent.TenantID(t.tenant), entintent.ID(id)).Only(ctx)
	found, err := maybe(row, err, intentOf)
	if err != nil || found == nil {
		return nil, err
	}
	one := []intent.Intent{*found}
	err = intentSlots(ctx, t.sql, t.tenant, one)
	return &one[0], err
}

// LockIntents locks intents by id.
func (t *tx) LockIntents(ctx context.Context, ids []uuid.UUID) ([]intent.Intent, error) {
	rows, err := t.ent.Intent.Query().Where(entintent.TenantID(t.tenant), entintent.IDIn(ids...), noKey).Order(byID).All(ctx)
	if err != nil {
		return nil, err
	}
	all := each(rows, intentOf)
	return all, intentSlots(ctx, t.sql, t.tenant, all)
}

const wantedSlots = `SELECT intent_id, slot_id FROM intent_slots WHERE tenant_id = $1 AND intent_id = ANY ($2::uuid[]) ORDER BY intent_id, place`

// queries is what reads need of a transaction.
type queries interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// intentSlots adds what the intents want; it never changes.
func intentSlots(ctx context.Context, q queries, tenant uuid.UUID, all []intent.Intent) error {
	if len(all) == 0 {
		return nil
	}
	at := map[uuid.UUID]int{}
	var ids []uuid.UUID
	for k, i := range all {
		at[i.ID], ids = k, append(ids, i.ID)
	}
	rows, err := q.QueryContext(ctx, wantedSlots, tenant, array(ids))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, slot uuid.UUID
		if err := rows.Scan(&id, &slot); err != nil {
			return err
		}
		all[at[id]].Slots = append(all[at[id]].Slots, slot)
	}
	return rows.Err()
}

// Attempt finds an attempt.
func (t *tx) Attempt(ctx context.Context, id uuid.UUID) (*intent.Attempt, error) {
	row, err := t.ent.Attempt.Query().Where(entattempt.TenantID(t.tenant), entattempt.ID(id)).Only(ctx)
	return maybe(row, err, attemptOf)
}

// Attempts lists an intent's attempts.
func (t *tx) Attempts(ctx context.Context, id uuid.UUID) ([]intent.Attempt, error) {
	rows, err := t.ent.Attempt.Query().Where(entattempt.TenantID(t.tenant), entattempt.IntentID(id)).
		Order(func(s *entsql.Selector) { s.OrderBy(s.C("number")) }).All(ctx)
	return each(rows, attemptOf), err
}

// Providers lists those that a venue is tied to, in the order in which they are asked.
func (t *tx) Providers(ctx context.Context, venue uuid.UUID) ([]booking.TiedProvider, error) {
	ties, err := t.ent.VenueProvider.Query().Where(entvenueprovider.TenantID(t.tenant), entvenueprovider.VenueID(venue)).
		Order(func(s *entsql.Selector) { s.OrderBy(s.C("rank")) }).All(ctx)
	if err != nil || len(ties) == 0 {
		return nil, err
	}
	var ids []uuid.UUID
	for _, tie := range ties {
		ids = append(ids, tie.ProviderID)
	}
	rows, err := t.ent.Provider.Query().Where(entprovider.TenantID(t.tenant), entprovider.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[uuid.UUID]*db.Provider{}
	for _, row := range rows {
		byID[row.ID] = row
	}
	var tied []booking.TiedProvider
	for _, tie := range ties {
		p, err := providerOf(byID[tie.ProviderID])
		if err != nil {
			return nil, err
		}
		tied = append(tied, booking.TiedProvider{Provider: p, Over: tie.ResourceKind})
	}
	return tied, nil
}

// ProvidersByID finds providers whether a venue is tied to them or not.
func (t *tx) ProvidersByID(ctx context.Context, ids []uuid.UUID) ([]intent.Provider, error) {
	rows, err := t.ent.Provider.Query().Where(entprovider.TenantID(t.tenant), entprovider.IDIn(ids...)).All(ctx)
	if err != nil {
		return nil, err
	}
	var found []intent.Provider
	for _, row := range rows {
		p, err := providerOf(row)
		if err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, nil
}

const unfinishedIntents = `
SELECT (SELECT count(*) FROM intents WHERE tenant_id = $1 AND customer_id = $2 AND next_at IS NOT NULL),
       (SELECT count(*) FROM intents WHERE tenant_id = $1 AND venue_id = $3 AND next_at IS NOT NULL)`

// Unfinished counts open intents.
func (t *tx) Unfinished(ctx context.Context, owner, venue uuid.UUID) (ofCustomer, ofVenue int, err error) {
	err = t.sql.QueryRowContext(ctx, unfinishedIntents, t.tenant, owner, venue).Scan(&ofCustomer, &ofVenue)
	return ofCustomer, ofVenue, err
}

var intentsInLine = `SELECT count(*) FROM intents i WHERE i.tenant_id = $1 AND i.venue_id = $2 AND ` + inLine(`i`, `clock_timestamp()`)

// InLine counts those for which nobody has been asked.
func (t *tx) InLine(ctx context.Context, venue uuid.UUID) (n int, err error) {
	err = t.sql.QueryRowContext(ctx, intentsInLine, t.tenant, venue).Scan(&n)
	return n, err
}

const takeTurn = `
UPDATE providers SET next_write_at = greatest(coalesce(next_write_at, clock_timestamp()), clock_timestamp()) + $3 * interval '1 microsecond'
WHERE tenant_id = $1 AND id = $2 RETURNING next_write_at - $3 * interval '1 microsecond'`

// Turn takes a provider's next turn; those who ask at once are given one behind the other.
func (t *tx) Turn(ctx context.Context, provider uuid.UUID, apart time.Duration) (at time.Time, err error) {
	err = t.sql.QueryRowContext(ctx, takeTurn, t.tenant, provider, apart.Microseconds()).Scan(&at)
	return at.UTC(), err
}

const dueIntents = `
SELECT id FROM (
  SELECT id, next_at AS at FROM intents WHERE tenant_id = $1 AND next_at <= clock_timestamp()
  UNION ALL
  SELECT intent_id, ask_at FROM attempts WHERE tenant_id = $1 AND ask_at <= clock_timestamp()
) AS due GROUP BY id ORDER BY min(at), id LIMIT $2`

// DueIntents lists what has to be looked at.
func (t *tx) DueIntents(ctx context.Context, limit int) ([]uuid.UUID, error) {
	return t.ids(ctx, dueIntents, limit)
}
