-- +goose Up
-- create index "waitlistentry_tenant_id_venue_id_to_at" to table: "waitlist_entries"
CREATE INDEX "waitlistentry_tenant_id_venue_id_to_at" ON "waitlist_entries" ("tenant_id", "venue_id", "to_at") WHERE ((status)::text = 'WAITING'::text);

-- +goose Down
-- reverse: create index "waitlistentry_tenant_id_venue_id_to_at" to table: "waitlist_entries"
DROP INDEX "waitlistentry_tenant_id_venue_id_to_at";
