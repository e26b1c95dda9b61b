-- +goose Up
-- modify "allocations" table
ALTER TABLE "allocations" ADD COLUMN "occupies_from" timestamptz NULL, ADD COLUMN "occupies_until" timestamptz NULL;
-- modify "opening_windows" table
ALTER TABLE "opening_windows" ADD COLUMN "every_minutes" bigint NULL, ADD COLUMN "walk_in_only" boolean NOT NULL DEFAULT false;
-- modify "policy_versions" table
ALTER TABLE "policy_versions" ADD COLUMN "activates_at" timestamptz NULL, ADD COLUMN "drafted_by" character varying NOT NULL DEFAULT '';
-- create index "policyversion_activates_at" to table: "policy_versions"
CREATE INDEX "policyversion_activates_at" ON "policy_versions" ("activates_at") WHERE (((status)::text = 'DRAFT'::text) AND (activates_at IS NOT NULL));
-- modify "reservations" table
ALTER TABLE "reservations" ADD COLUMN "requested_at" timestamptz NULL, ADD COLUMN "no_show_at" timestamptz NULL, ADD COLUMN "walk_in" boolean NOT NULL DEFAULT false, ADD COLUMN "override_reason" character varying NULL, ADD COLUMN "override_codes" character varying NOT NULL DEFAULT '', ADD COLUMN "series_id" uuid NULL, ADD COLUMN "corrects_id" uuid NULL;
-- create index "reservation_no_show_at" to table: "reservations"
CREATE INDEX "reservation_no_show_at" ON "reservations" ("no_show_at") WHERE (((status)::text = 'CONFIRMED'::text) AND (no_show_at IS NOT NULL));
-- create index "reservation_tenant_id_corrects_id" to table: "reservations"
CREATE UNIQUE INDEX "reservation_tenant_id_corrects_id" ON "reservations" ("tenant_id", "corrects_id") WHERE (corrects_id IS NOT NULL);
-- create index "reservation_tenant_id_series_id" to table: "reservations"
CREATE INDEX "reservation_tenant_id_series_id" ON "reservations" ("tenant_id", "series_id") WHERE (series_id IS NOT NULL);
-- modify "resources" table
ALTER TABLE "resources" ADD COLUMN "area_id" uuid NULL, ADD COLUMN "walk_in_only" boolean NOT NULL DEFAULT false, ADD COLUMN "shared" boolean NOT NULL DEFAULT false, ADD COLUMN "combines" uuid[] NULL;
-- modify "slots" table
ALTER TABLE "slots" ADD COLUMN "kind" character varying NOT NULL DEFAULT 'EXCLUSIVE', ADD COLUMN "state" character varying NOT NULL DEFAULT 'OPEN', ADD COLUMN "walk_in_only" boolean NOT NULL DEFAULT false;
-- modify "venues" table
ALTER TABLE "venues" ADD COLUMN "holiday_region" character varying NULL, ADD COLUMN "closed_on_holidays" boolean NOT NULL DEFAULT false, ADD COLUMN "opening_number" bigint NOT NULL DEFAULT 0, ADD COLUMN "laid_out_number" bigint NOT NULL DEFAULT 0, ADD COLUMN "tzdata" character varying NOT NULL DEFAULT '', ADD COLUMN "pauses_until" timestamptz NULL, ADD COLUMN "offers_on" boolean NOT NULL DEFAULT true, ADD COLUMN "notices_on" boolean NOT NULL DEFAULT true, ADD COLUMN "allow_listed" boolean NOT NULL DEFAULT false;
-- modify "waitlist_entries" table
ALTER TABLE "waitlist_entries" ADD COLUMN "priority" bigint NOT NULL DEFAULT 0;
-- create index "allocation_tenant_id_slot_id" to table: "allocations"
CREATE INDEX "allocation_tenant_id_slot_id" ON "allocations" ("tenant_id", "slot_id");
-- create "adjustments" table
CREATE TABLE "adjustments" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "kind" character varying NOT NULL, "amount" bigint NOT NULL, "reason" character varying NOT NULL, "granted_by" character varying NOT NULL, "expires_at" timestamptz NULL, "revoked_at" timestamptz NULL, "revoke_reason" character varying NULL, "created_at" timestamptz NOT NULL, "lapse_noted" boolean NOT NULL DEFAULT false, PRIMARY KEY ("id"));
-- create index "adjustment_expires_at" to table: "adjustments"
CREATE INDEX "adjustment_expires_at" ON "adjustments" ("expires_at") WHERE ((revoked_at IS NULL) AND (NOT lapse_noted));
-- create index "adjustment_tenant_id_venue_id_created_at_id" to table: "adjustments"
CREATE INDEX "adjustment_tenant_id_venue_id_created_at_id" ON "adjustments" ("tenant_id", "venue_id", "created_at", "id");
-- create index "adjustment_tenant_id_venue_id_customer_id" to table: "adjustments"
CREATE INDEX "adjustment_tenant_id_venue_id_customer_id" ON "adjustments" ("tenant_id", "venue_id", "customer_id") WHERE (revoked_at IS NULL);
-- create "allowed_customers" table
CREATE TABLE "allowed_customers" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "venue_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "allowedcustomer_tenant_id_venue_id_customer_id" to table: "allowed_customers"
CREATE UNIQUE INDEX "allowedcustomer_tenant_id_venue_id_customer_id" ON "allowed_customers" ("tenant_id", "venue_id", "customer_id");
-- create "areas" table
CREATE TABLE "areas" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "name" character varying NOT NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "area_tenant_id_venue_id_created_at_id" to table: "areas"
CREATE INDEX "area_tenant_id_venue_id_created_at_id" ON "areas" ("tenant_id", "venue_id", "created_at", "id");
-- create index "area_tenant_id_venue_id_name" to table: "areas"
CREATE UNIQUE INDEX "area_tenant_id_venue_id_name" ON "areas" ("tenant_id", "venue_id", "name");
-- create "calendar_feeds" table
CREATE TABLE "calendar_feeds" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "resource_id" uuid NULL, "customer_id" uuid NULL, "privacy" character varying NOT NULL, "secret_digest" bytea NOT NULL, "last_used_at" timestamptz NULL, "revoked_at" timestamptz NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "calendarfeed_tenant_id_secret_digest" to table: "calendar_feeds"
CREATE UNIQUE INDEX "calendarfeed_tenant_id_secret_digest" ON "calendar_feeds" ("tenant_id", "secret_digest");
-- create index "calendarfeed_tenant_id_venue_id_created_at_id" to table: "calendar_feeds"
CREATE INDEX "calendarfeed_tenant_id_venue_id_created_at_id" ON "calendar_feeds" ("tenant_id", "venue_id", "created_at", "id");
-- create "occupancies" table
CREATE TABLE "occupancies" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "allocation_id" uuid NOT NULL, "reservation_id" uuid NOT NULL, "slot_id" uuid NOT NULL, "resource_id" uuid NOT NULL, "from_at" timestamptz NOT NULL, "until_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "occupancy_tenant_id_allocation_id" to table: "occupancies"
CREATE INDEX "occupancy_tenant_id_allocation_id" ON "occupancies" ("tenant_id", "allocation_id");
-- create "opening_revisions" table
CREATE TABLE "opening_revisions" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "venue_id" uuid NOT NULL, "number" bigint NOT NULL, "rules" jsonb NOT NULL, "made_by" character varying NOT NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "openingrevision_tenant_id_venue_id_number" to table: "opening_revisions"
CREATE UNIQUE INDEX "openingrevision_tenant_id_venue_id_number" ON "opening_revisions" ("tenant_id", "venue_id", "number");
-- create "pauses" table
CREATE TABLE "pauses" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "resource_id" uuid NULL, "from_at" timestamptz NOT NULL, "until_at" timestamptz NOT NULL, "reason" character varying NOT NULL, "ended_at" timestamptz NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "pause_tenant_id_venue_id_until_at_id" to table: "pauses"
CREATE INDEX "pause_tenant_id_venue_id_until_at_id" ON "pauses" ("tenant_id", "venue_id", "until_at", "id");
-- create "series" table
CREATE TABLE "series" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "rule" character varying NOT NULL, "party_size" bigint NOT NULL, "failures" jsonb NOT NULL DEFAULT '[]', "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "series_tenant_id_customer_id_created_at_id" to table: "series"
CREATE INDEX "series_tenant_id_customer_id_created_at_id" ON "series" ("tenant_id", "customer_id", "created_at", "id");

-- +goose Down
-- reverse: create index "series_tenant_id_customer_id_created_at_id" to table: "series"
DROP INDEX "series_tenant_id_customer_id_created_at_id";
-- reverse: create "series" table
DROP TABLE "series";
-- reverse: create index "pause_tenant_id_venue_id_until_at_id" to table: "pauses"
DROP INDEX "pause_tenant_id_venue_id_until_at_id";
-- reverse: create "pauses" table
DROP TABLE "pauses";
-- reverse: create index "openingrevision_tenant_id_venue_id_number" to table: "opening_revisions"
DROP INDEX "openingrevision_tenant_id_venue_id_number";
-- reverse: create "opening_revisions" table
DROP TABLE "opening_revisions";
-- reverse: create index "occupancy_tenant_id_allocation_id" to table: "occupancies"
DROP INDEX "occupancy_tenant_id_allocation_id";
-- reverse: create "occupancies" table
DROP TABLE "occupancies";
-- reverse: create index "calendarfeed_tenant_id_venue_id_created_at_id" to table: "calendar_feeds"
DROP INDEX "calendarfeed_tenant_id_venue_id_created_at_id";
-- reverse: create index "calendarfeed_tenant_id_secret_digest" to table: "calendar_feeds"
DROP INDEX "calendarfeed_tenant_id_secret_digest";
-- reverse: create "calendar_feeds" table
DROP TABLE "calendar_feeds";
-- reverse: create index "area_tenant_id_venue_id_name" to table: "areas"
DROP INDEX "area_tenant_id_venue_id_name";
-- reverse: create index "area_tenant_id_venue_id_created_at_id" to table: "areas"
DROP INDEX "area_tenant_id_venue_id_created_at_id";
-- reverse: create "areas" table
DROP TABLE "areas";
-- reverse: create index "allowedcustomer_tenant_id_venue_id_customer_id" to table: "allowed_customers"
DROP INDEX "allowedcustomer_tenant_id_venue_id_customer_id";
-- reverse: create "allowed_customers" table
DROP TABLE "allowed_customers";
-- reverse: create index "adjustment_tenant_id_venue_id_customer_id" to table: "adjustments"
DROP INDEX "adjustment_tenant_id_venue_id_customer_id";
-- reverse: create index "adjustment_tenant_id_venue_id_created_at_id" to table: "adjustments"
DROP INDEX "adjustment_tenant_id_venue_id_created_at_id";
-- reverse: create index "adjustment_expires_at" to table: "adjustments"
DROP INDEX "adjustment_expires_at";
-- reverse: create "adjustments" table
DROP TABLE "adjustments";
-- reverse: create index "allocation_tenant_id_slot_id" to table: "allocations"
DROP INDEX "allocation_tenant_id_slot_id";
-- reverse: modify "waitlist_entries" table
ALTER TABLE "waitlist_entries" DROP COLUMN "priority";
-- reverse: modify "venues" table
ALTER TABLE "venues" DROP COLUMN "allow_listed", DROP COLUMN "notices_on", DROP COLUMN "offers_on", DROP COLUMN "pauses_until", DROP COLUMN "tzdata", DROP COLUMN "laid_out_number", DROP COLUMN "opening_number", DROP COLUMN "closed_on_holidays", DROP COLUMN "holiday_region";
-- reverse: modify "slots" table
ALTER TABLE "slots" DROP COLUMN "walk_in_only", DROP COLUMN "state", DROP COLUMN "kind";
-- reverse: modify "resources" table
ALTER TABLE "resources" DROP COLUMN "combines", DROP COLUMN "shared", DROP COLUMN "walk_in_only", DROP COLUMN "area_id";
-- reverse: create index "reservation_tenant_id_series_id" to table: "reservations"
DROP INDEX "reservation_tenant_id_series_id";
-- reverse: create index "reservation_tenant_id_corrects_id" to table: "reservations"
DROP INDEX "reservation_tenant_id_corrects_id";
-- reverse: create index "reservation_no_show_at" to table: "reservations"
DROP INDEX "reservation_no_show_at";
-- reverse: modify "reservations" table
ALTER TABLE "reservations" DROP COLUMN "corrects_id", DROP COLUMN "series_id", DROP COLUMN "override_codes", DROP COLUMN "override_reason", DROP COLUMN "walk_in", DROP COLUMN "no_show_at", DROP COLUMN "requested_at";
-- reverse: create index "policyversion_activates_at" to table: "policy_versions"
DROP INDEX "policyversion_activates_at";
-- reverse: modify "policy_versions" table
ALTER TABLE "policy_versions" DROP COLUMN "drafted_by", DROP COLUMN "activates_at";
-- reverse: modify "opening_windows" table
ALTER TABLE "opening_windows" DROP COLUMN "walk_in_only", DROP COLUMN "every_minutes";
-- reverse: modify "allocations" table
ALTER TABLE "allocations" DROP COLUMN "occupies_until", DROP COLUMN "occupies_from";
