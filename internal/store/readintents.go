package store

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entattempt "github.com/slotq/slotq/ent/db/attempt"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/reading"
)

var (
	readIntents  = readTable{venue: "venue_id", owner: "customer_id", sort: "created_at"}
	readAttempts = readTable{venue: "venue_id", owner: "customer_id", sort: "number"}
)

// readUnresolved asks whether an attempt at an intent may still turn out either way: then it has no end.
const readUnresolved = `EXISTS (SELECT FROM attempts a WHERE a.tenant_id = intents.tenant_id AND a.intent_id = intents.id AND a.ended_at IS NULL)`

// readIntentState is Intent.Effective in SQL; a test holds the two together.
var readIntentState = []string{`CASE WHEN next_at IS NOT NULL AND expires_at <= `, ` AND NOT ` + readUnresolved + ` THEN 'EXPIRED' ELSE status END`}

// Intents lists intents by age. Whether an attempt is unresolved is read along with them, in one statement.
func (t *readTx) Intents(ctx context.Context, w reading.Want, statuses []intent.Status, now time.Time) ([]reading.Intent, error) {
	const unresolved = "unresolved"
	rows, err := t.ent.Intent.Query().
		Where(readIntents.wanted(t.tenant, w), readState(readIntentState, now, statuses)).
		Order(readIntents.ordered, func(s *entsql.Selector) { s.AppendSelectExprAs(entsql.Raw(readUnresolved), unresolved) }).
		Limit(w.Limit).All(ctx)
	if err != nil {
		return nil, err
	}
	intents := each(rows, intentOf)
	if err := intentSlots(ctx, t.sql, t.tenant, intents); err != nil {
		return nil, err
	}
	found := make([]reading.Intent, len(rows))
	for k, row := range rows {
		value, err := row.Value(unresolved)
		if err != nil {
			return nil, fmt.Errorf("read intent %s: %w", row.ID, err)
		}
		found[k] = reading.Intent{Intent: intents[k], Unresolved: value == true}
	}
	return found, nil
}

// Attempts finds attempts. They carry the venue and the customer of their intent.
func (t *readTx) Attempts(ctx context.Context, w reading.Want) ([]intent.Attempt, error) {
	rows, err := t.ent.Attempt.Query().Where(readAttempts.wanted(t.tenant, w)).Order(readAttempts.ordered).Limit(w.Limit).All(ctx)
	return each(rows, attemptOf), err
}

// AttemptsOf finds the attempts at intents, by number.
func (t *readTx) AttemptsOf(ctx context.Context, w reading.Want) ([]intent.Attempt, error) {
	of := w
	of.IDs = nil
	rows, err := t.ent.Attempt.Query().
		Where(readAttempts.wanted(t.tenant, of), entattempt.IntentIDIn(w.IDs...)).Order(readAttempts.ordered).All(ctx)
	return each(rows, attemptOf), err
}

// inLine says of an intent by the given name that its turn at the provider hasn't come: no attempt at it has gone out, and
// its time hasn't run out. The desk counts these before it lets one more stand in line.
func inLine(i, now string) string {
	return fmt.Sprintf(`%[1]s.next_at IS NOT NULL AND (%[1]s.status = 'REQUESTED' OR %[1]s.status = 'RESERVING')
	  AND NOT EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.intent_id = %[1]s.id AND a.status <> 'STARTING')
	  AND (%[1]s.expires_at > %[2]s OR EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.intent_id = %[1]s.id AND a.ended_at IS NULL))`, i, now)
}

// readQueuePositions numbers the lines of the venues of the intents that are asked for, where the provider that serves the
// venue now limits writes. Each line is read once, however many of its intents are asked for.
var readQueuePositions = `
	WITH asked AS MATERIALIZED (
		SELECT i.id, i.venue_id FROM intents i
		WHERE i.tenant_id = $1 AND i.id = ANY ($3::uuid[]) AND i.next_at IS NOT NULL
		  AND ($4::uuid[] IS NULL OR i.venue_id = ANY ($4::uuid[])) AND ($5::uuid IS NULL OR i.customer_id = $5::uuid)
	), serving AS MATERIALIZED (
		SELECT DISTINCT ON (vp.venue_id) vp.venue_id, p.contract
		FROM venue_providers vp JOIN providers p ON p.tenant_id = vp.tenant_id AND p.id = vp.provider_id
		WHERE vp.tenant_id = $1 AND vp.venue_id IN (SELECT venue_id FROM asked) AND p.verified_until > $2
		ORDER BY vp.venue_id, vp.rank
	), line AS (
		SELECT i.id, row_number() OVER (PARTITION BY i.venue_id ORDER BY i.created_at, i.id) AS place
		FROM serving JOIN intents i ON i.tenant_id = $1 AND i.venue_id = serving.venue_id
		WHERE (serving.contract ->> 'writesPerSecond')::numeric > 0 AND ` + inLine(`i`, `$2`) + `
	)
	SELECT line.id, line.place FROM line JOIN asked ON asked.id = line.id`

// QueuePositions finds the places of intents in line.
func (t *readTx) QueuePositions(ctx context.Context, w reading.Want, now time.Time) (map[uuid.UUID]int, error) {
	rows, err := t.sql.QueryContext(ctx, readQueuePositions, t.tenant, now, readIDs(w.IDs), readIDs(w.Venues), w.Owner)
	if err != nil {
		return nil, err
	}
	positions := map[uuid.UUID]int{}
	err = readEach(rows, func(scan func(...any) error) error {
		var id uuid.UUID
		var place int
		err := scan(&id, &place)
		positions[id] = place
		return err
	})
	return positions, err
}
