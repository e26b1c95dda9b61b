-- +goose Up
-- create index "approval_tenant_id_venue_id_expires_at" to table: "approvals"
CREATE INDEX "approval_tenant_id_venue_id_expires_at" ON "approvals" ("tenant_id", "venue_id", "expires_at") WHERE ((status)::text = 'PENDING'::text);
-- create index "attempt_tenant_id_venue_id" to table: "attempts"
CREATE INDEX "attempt_tenant_id_venue_id" ON "attempts" ("tenant_id", "venue_id") WHERE (((status)::text = 'UNKNOWN'::text) OR ((compensation)::text = 'FAILED'::text));
-- create index "auditentry_tenant_id_correlation_id" to table: "audit_entries"
CREATE INDEX "auditentry_tenant_id_correlation_id" ON "audit_entries" ("tenant_id", "correlation_id");
-- create index "auditentry_tenant_id_subject_id" to table: "audit_entries"
CREATE INDEX "auditentry_tenant_id_subject_id" ON "audit_entries" ("tenant_id", "subject", "id");
-- create index "offer_tenant_id_venue_id_expires_at" to table: "offers"
CREATE INDEX "offer_tenant_id_venue_id_expires_at" ON "offers" ("tenant_id", "venue_id", "expires_at") WHERE ((status)::text = 'OFFERED'::text);
-- create index "reservation_tenant_id_venue_id_ends_at" to table: "reservations"
CREATE INDEX "reservation_tenant_id_venue_id_ends_at" ON "reservations" ("tenant_id", "venue_id", "ends_at") WHERE ((status_reason)::text = 'LOST_IN_MOVE'::text);
-- create index "reservation_tenant_id_venue_id_expires_at" to table: "reservations"
CREATE INDEX "reservation_tenant_id_venue_id_expires_at" ON "reservations" ("tenant_id", "venue_id", "expires_at") WHERE (((status)::text = 'HELD'::text) AND (requested_at IS NOT NULL));
-- create index "reservation_tenant_id_venue_id_starts_at" to table: "reservations"
CREATE INDEX "reservation_tenant_id_venue_id_starts_at" ON "reservations" ("tenant_id", "venue_id", "starts_at") WHERE ((status)::text = 'CONFIRMED'::text);
-- modify "slots" table
ALTER TABLE "slots" ADD COLUMN "withdrawn_at" timestamptz NULL;
-- create index "slot_tenant_id_venue_id_ends_at" to table: "slots"
CREATE INDEX "slot_tenant_id_venue_id_ends_at" ON "slots" ("tenant_id", "venue_id", "ends_at") WHERE ((state)::text = 'WITHDRAWN'::text);

-- +goose Down
-- reverse: create index "slot_tenant_id_venue_id_ends_at" to table: "slots"
DROP INDEX "slot_tenant_id_venue_id_ends_at";
-- reverse: modify "slots" table
ALTER TABLE "slots" DROP COLUMN "withdrawn_at";
-- reverse: create index "reservation_tenant_id_venue_id_starts_at" to table: "reservations"
DROP INDEX "reservation_tenant_id_venue_id_starts_at";
-- reverse: create index "reservation_tenant_id_venue_id_expires_at" to table: "reservations"
DROP INDEX "reservation_tenant_id_venue_id_expires_at";
-- reverse: create index "reservation_tenant_id_venue_id_ends_at" to table: "reservations"
DROP INDEX "reservation_tenant_id_venue_id_ends_at";
-- reverse: create index "offer_tenant_id_venue_id_expires_at" to table: "offers"
DROP INDEX "offer_tenant_id_venue_id_expires_at";
-- reverse: create index "auditentry_tenant_id_subject_id" to table: "audit_entries"
DROP INDEX "auditentry_tenant_id_subject_id";
-- reverse: create index "auditentry_tenant_id_correlation_id" to table: "audit_entries"
DROP INDEX "auditentry_tenant_id_correlation_id";
-- reverse: create index "attempt_tenant_id_venue_id" to table: "attempts"
DROP INDEX "attempt_tenant_id_venue_id";
-- reverse: create index "approval_tenant_id_venue_id_expires_at" to table: "approvals"
DROP INDEX "approval_tenant_id_venue_id_expires_at";
