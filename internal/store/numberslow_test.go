package store_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
)

// TestBacklogOnASlowServer: more events wait than a statement of this server can number in its time. They get their positions all
// the same, a part at a time.
func TestBacklogOnASlowServer(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	log := store.NewFeedLog(h.DB)
	for more := true; more; { // what making the house told
		var err error
		_, more, err = log.Number(t.Context(), h.Tenant)
		require.NoError(t, err)
	}
	_, err := pgtest.Admin(t, h.DB).Exec(`
		CREATE FUNCTION takes_its_time() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END';
		CREATE TRIGGER takes_its_time BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION takes_its_time()`)
	require.NoError(t, err)
	const backlog = 300 // six seconds; a statement has five
	h.Exec(`INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
		SELECT $1, $2, 'slot.changed', 'sl', gen_random_uuid(), 1, '{}', clock_timestamp() FROM generate_series(1, $3)`, h.Tenant, h.Venue, backlog)
	var parts []int64
	for more := true; more; {
		var grown map[uuid.UUID]feed.Growth
		grown, more, err = log.Number(t.Context(), h.Tenant)
		require.NoError(t, err)
		parts = append(parts, grown[h.Venue].Count)
	}
	require.Equal(t, []int64{78, 156, 66}, parts, "a part, twice as many as that went well, and the rest")
	require.Zero(t, h.Count(`SELECT count(*) FROM events WHERE position IS NULL`))
}
