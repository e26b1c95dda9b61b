package store_test

import (
	"database/sql"
	"testing"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
)

// TestFeedsHold: what a calendar feed opens doesn't change, and what was shut stays shut.
func TestFeedsHold(t *testing.T) {
	t.Parallel()
	h := lived{House: housetest.New(t)}
	foreign := housetest.In(t, h.DB)
	table, guest, abroad := h.Table(), *h.Guest("Minji").CustomerID, *foreign.Guest("Ada").CustomerID
	const insert = `INSERT INTO calendar_feeds (id, tenant_id, venue_id, resource_id, customer_id, privacy, secret_digest, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, sha256($7::text::bytea), clock_timestamp())`
	open, shut := uuid.New(), uuid.New()
	h.Exec(insert, open, h.Tenant, h.Venue, table, nil, "BUSY", "one")
	h.Exec(insert, shut, h.Tenant, h.Venue, nil, guest, "DETAILS", "two")
	h.Exec(`UPDATE calendar_feeds SET revoked_at = clock_timestamp(), version = 2 WHERE id = $1`, shut)

	hands(t, h, "what was shut stays shut", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_calendar_feeds_once", `UPDATE calendar_feeds SET revoked_at = NULL WHERE id = $1`, shut)
		refuses(t, tx, "23514", "x_calendar_feeds_once", `UPDATE calendar_feeds SET revoked_at = clock_timestamp() WHERE id = $1`, shut)
		passes(t, tx, `UPDATE calendar_feeds SET last_used_at = clock_timestamp() WHERE id = $1`, open)
	})
	hands(t, h, "it is about one thing, of the same tenant", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_calendar_feeds_subject", insert, uuid.New(), h.Tenant, h.Venue, table, guest, "BUSY", "three")
		refuses(t, tx, "23514", "x_calendar_feeds_subject", insert, uuid.New(), h.Tenant, h.Venue, nil, nil, "BUSY", "three")
		refuses(t, tx, "23514", "x_calendar_feeds_subject", insert, uuid.New(), h.Tenant, h.Venue, table, nil, "ALL", "three")
		refuses(t, tx, "23503", "x_calendar_feeds_customer_id", insert, uuid.New(), h.Tenant, h.Venue, nil, abroad, "BUSY", "three")
		refuses(t, tx, "23503", "x_calendar_feeds_venue_id", insert, uuid.New(), h.Tenant, foreign.Venue, table, nil, "BUSY", "three")
		passes(t, tx, insert, uuid.New(), h.Tenant, h.Venue, nil, guest, "BUSY", "three")
	})
	hands(t, h, "an address opens one feed", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "calendarfeed_tenant_id_secret_digest", insert, uuid.New(), h.Tenant, h.Venue, table, nil, "BUSY", "one")
	})
	t.Run("the program can't change what it opens, nor forget it", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			for _, column := range []string{"tenant_id", "venue_id", "resource_id", "customer_id", "privacy", "secret_digest", "created_at"} {
				refuses(t, tx, "42501", "", `UPDATE calendar_feeds SET `+column+` = `+column+` WHERE id = $1`, open)
			}
			refuses(t, tx, "42501", "", `DELETE FROM calendar_feeds WHERE id = $1`, open)
			refuses(t, tx, "42501", "", insert, uuid.New(), foreign.Tenant, foreign.Venue, nil, abroad, "BUSY", "three")
		})
	})
}
