-- +goose Up
-- modify "reservations" table
ALTER TABLE "reservations" ADD COLUMN "confirmed_at" timestamptz NULL;
-- modify "selections" table
ALTER TABLE "selections" ADD COLUMN "freed_at" timestamptz NULL;
-- modify "vacancies" table
ALTER TABLE "vacancies" ADD COLUMN "freed_at" timestamptz NULL;
-- create index "waitlistentry_tenant_id_venue_id_created_at" to table: "waitlist_entries"
CREATE INDEX "waitlistentry_tenant_id_venue_id_created_at" ON "waitlist_entries" ("tenant_id", "venue_id", "created_at");
-- create "invariant_checks" table
CREATE TABLE "invariant_checks" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "name" character varying NOT NULL, "checked_at" timestamptz NOT NULL, "breaches" bigint NOT NULL, "last_breach_at" timestamptz NULL, "took_micros" bigint NOT NULL, PRIMARY KEY ("id"));
-- create index "invariantcheck_tenant_id_name" to table: "invariant_checks"
CREATE UNIQUE INDEX "invariantcheck_tenant_id_name" ON "invariant_checks" ("tenant_id", "name");

-- +goose Down
-- reverse: create index "invariantcheck_tenant_id_name" to table: "invariant_checks"
DROP INDEX "invariantcheck_tenant_id_name";
-- reverse: create "invariant_checks" table
DROP TABLE "invariant_checks";
-- reverse: create index "waitlistentry_tenant_id_venue_id_created_at" to table: "waitlist_entries"
DROP INDEX "waitlistentry_tenant_id_venue_id_created_at";
-- reverse: modify "vacancies" table
ALTER TABLE "vacancies" DROP COLUMN "freed_at";
-- reverse: modify "selections" table
ALTER TABLE "selections" DROP COLUMN "freed_at";
-- reverse: modify "reservations" table
ALTER TABLE "reservations" DROP COLUMN "confirmed_at";
