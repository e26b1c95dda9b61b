package store_test

import (
	"database/sql"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// copied is a past: rows like one that the program wrote, but for some columns. Expressions may use i.
type copied struct {
	table, like string
	rows        int
	set         map[string]string
}

// fillPast copies a past into the house and lets the server take stock.
func (h *settled) fillPast(t *testing.T, admin *sql.DB) {
	t.Helper()
	conn, err := admin.Conn(t.Context())
	require.NoError(t, err)
	defer conn.Close()
	run := func(statement string) {
		t.Helper()
		_, err := conn.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	run(`SET session_replication_role = replica`) // triggers would do row by row what is copied here
	for range 9 {
		h.Table()
	}
	run(fmt.Sprintf(`CREATE TEMPORARY TABLE places AS SELECT array_agg(id ORDER BY id) AS ids FROM resources WHERE venue_id = '%s' AND kind = 'EXCLUSIVE'`, h.Venue))
	for _, c := range h.past() {
		run(c.statement())
	}
	run(`UPDATE event_logs l SET last_position = m.last FROM (SELECT venue_id, max(position) AS last FROM events GROUP BY venue_id) m WHERE l.venue_id = m.venue_id`)
	run(`RESET session_replication_role`)
	run(`VACUUM (ANALYZE)`)
	require.NoError(t, conn.QueryRowContext(t.Context(), `SELECT current_setting('server_version_num')::int / 10000`).Scan(&h.major))
	rows, err := conn.QueryContext(t.Context(), `SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL`)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var index string
		require.NoError(t, rows.Scan(&index))
		h.partial[index] = true
	}
	require.NoError(t, rows.Err())
}

func (c copied) statement() string {
	var pairs []string
	for column, value := range c.set {
		pairs = append(pairs, fmt.Sprintf("'%s', %s", column, value))
	}
	sort.Strings(pairs)
	return fmt.Sprintf(`INSERT INTO %[1]s SELECT n.* FROM (SELECT r FROM %[1]s r WHERE %[2]s LIMIT 1) AS one, generate_series(1, %[3]d) AS i, places,
		LATERAL jsonb_populate_record(one.r, jsonb_build_object(%[4]s)) AS n`, c.table, c.like, c.rows, strings.Join(pairs, ", "))
}

// past is three thousand bookings that nobody has checked out, nine thousand that are over, and all that goes with them.
func (h *settled) past() []copied {
	const bookings, kept = 12_000, 3_000
	id := func(kind string) string { return "md5('" + kind + "' || i)::uuid" }
	of := func(kind string, n int) string { return fmt.Sprintf("md5('%s' || i %% %d + 1)::uuid", kind, n) }
	like := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	starts := fmt.Sprintf("clock_timestamp() - interval '1 day' - (%d - i) * interval '10 minutes'", bookings)
	ends := starts + " + interval '10 minutes'"
	resource := "ids[i % array_length(ids, 1) + 1]"
	status := fmt.Sprintf("CASE WHEN i <= %d THEN 'CONFIRMED' WHEN i %% 4 = 0 THEN 'CANCELLED' ELSE 'COMPLETED' END", kept)
	return []copied{
		{"customers", like("id = '%s'", h.Guest("Past").CustomerID), 4000, map[string]string{"id": id("customer"), "email_key": "'past' || i || '@example.com'", "phone_key": "'+1555' || i"}},
		{"slots", like("kind = 'EXCLUSIVE' AND venue_id = '%s'", h.Venue), bookings, map[string]string{"id": id("slot"), "resource_id": resource, "starts_at": starts, "ends_at": ends, "version": "3"}},
		{"reservations", like("id = '%s'", h.booked), bookings, map[string]string{"id": id("booking"), "customer_id": of("customer", 4000), "status": status, "starts_at": starts, "ends_at": ends}},
		{"allocations", like("reservation_id = '%s'", h.booked), bookings, map[string]string{"id": id("allocation"), "reservation_id": id("booking"), "slot_id": id("slot"),
			"released_at": fmt.Sprintf("CASE WHEN i > %d THEN clock_timestamp() END", kept)}},
		{"occupancies", "true", kept, map[string]string{"id": id("occupancy"), "allocation_id": id("allocation"), "reservation_id": id("booking"), "slot_id": id("slot"),
			"resource_id": resource, "from_at": starts, "until_at": ends}},
		{"waitlist_entries", like("id = '%s'", h.wish), 4000, map[string]string{"id": id("entry"), "customer_id": of("customer", 4000), "status": "CASE i % 2 WHEN 0 THEN 'EXPIRED' ELSE 'FULFILLED' END",
			"offer_id": "NULL", "offer_expires_at": "NULL", "from_at": starts, "to_at": ends, "joined_at": starts}},
		{"selections", "NOT override", 3000, map[string]string{"id": id("selection"), "slot_id": id("slot"), "entry_id": id("entry")}},
		{"offers", like("id = '%s'", h.offer), 3000, map[string]string{"id": id("offer"), "entry_id": id("entry"), "reservation_id": id("booking"), "selection_id": id("selection"),
			"customer_id": of("customer", 4000), "status": "CASE i % 2 WHEN 0 THEN 'EXPIRED' ELSE 'ACCEPTED' END", "created_at": starts, "expires_at": ends, "decided_at": ends}},
		{"intents", like("id = '%s'", h.asked), 5000, map[string]string{"id": id("intent"), "customer_id": of("customer", 4000), "reservation_id": id("tied booking"), "completed_by": id("attempt"), "created_at": starts}},
		{"intent_slots", like("intent_id = '%s'", h.asked), 5000, map[string]string{"id": id("wanted"), "intent_id": id("intent"), "slot_id": id("slot")}},
		{"approvals", like("id = '%s'", h.consumed), 3000, map[string]string{"id": id("approval"), "customer_id": of("customer", 4000), "intent_id": id("intent"), "created_at": starts, "expires_at": ends}},
		{"attempts", like("id = '%s'", h.won), 5000, map[string]string{"id": id("attempt"), "intent_id": id("intent"), "reservation_id": id("tied booking")}},
		{"events", like("venue_id = '%s' AND entity = 'rv'", h.Venue), bookings, map[string]string{"id": "nextval(pg_get_serial_sequence('events', 'id'))", "position": "i", "entity_id": id("booking"),
			"entity_version": "1", "occurred_at": starts}},
		{"audit_entries", like("venue_id = '%s' AND subject IS NOT NULL", h.Venue), bookings, map[string]string{"id": "nextval(pg_get_serial_sequence('audit_entries', 'id'))", "sequence": "i", "at": starts,
			"subject": "'rv_' || i", "correlation_id": "'past-' || i", "previous_digest": "'\\x' || repeat('00', 32)", "digest": "'\\x' || repeat('00', 32)"}},
		{"commands", "outcome = 'COMMITTED'", bookings, map[string]string{"id": id("command"), "key_digest": "'\\x' || encode(sha256(i::text::bytea), 'hex')", "correlation_id": "'past-' || i",
			"created_at": starts, "completed_at": starts}},
	}
}
