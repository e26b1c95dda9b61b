-- +goose Up
-- modify "slots" table
ALTER TABLE "slots" ADD COLUMN "awaited" bigint NOT NULL DEFAULT 0;
-- modify "resources" table
ALTER TABLE "resources" ADD COLUMN "tied" boolean NOT NULL DEFAULT false;
-- modify "offers" table
ALTER TABLE "offers" ADD COLUMN "intent_id" uuid NULL;
-- modify "reservations" table
ALTER TABLE "reservations" ADD COLUMN "tied" boolean NOT NULL DEFAULT false, ADD COLUMN "intent_id" uuid NULL, ADD COLUMN "upstream_attempt_id" uuid NULL;
-- create "approvals" table
CREATE TABLE "approvals" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "owner_id" uuid NOT NULL, "customer_id" uuid NULL, "principal_id" uuid NOT NULL, "channel" character varying NOT NULL, "action" character varying NOT NULL, "target_key" character varying NOT NULL, "status" character varying NOT NULL DEFAULT 'PENDING', "arguments" jsonb NOT NULL, "args_digest" character varying NOT NULL, "preview" jsonb NOT NULL, "expires_at" timestamptz NOT NULL, "decided_by" character varying NULL, "decided_at" timestamptz NULL, "intent_id" uuid NULL, "result" character varying NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "approval_expires_at" to table: "approvals"
CREATE INDEX "approval_expires_at" ON "approvals" ("expires_at") WHERE (((status)::text = 'PENDING'::text) OR ((status)::text = 'APPROVED'::text));
-- create index "approval_tenant_id_created_at_id" to table: "approvals"
CREATE INDEX "approval_tenant_id_created_at_id" ON "approvals" ("tenant_id", "created_at", "id");
-- create index "approval_tenant_id_owner_id_action_target_key" to table: "approvals"
CREATE UNIQUE INDEX "approval_tenant_id_owner_id_action_target_key" ON "approvals" ("tenant_id", "owner_id", "action", "target_key") WHERE ((status)::text = 'PENDING'::text);
-- create index "approval_tenant_id_owner_id_created_at_id" to table: "approvals"
CREATE INDEX "approval_tenant_id_owner_id_created_at_id" ON "approvals" ("tenant_id", "owner_id", "created_at", "id");
-- create "attempts" table
CREATE TABLE "attempts" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "intent_id" uuid NOT NULL, "number" bigint NOT NULL, "provider_id" uuid NULL, "provider" character varying NOT NULL, "action" character varying NOT NULL, "reference" character varying NOT NULL, "target" character varying NOT NULL, "status" character varying NOT NULL DEFAULT 'STARTING', "upstream_ref" character varying NULL, "failure_kind" character varying NOT NULL DEFAULT '', "failure" character varying NULL, "started_at" timestamptz NOT NULL, "ended_at" timestamptz NULL, "resolved_by" character varying NULL, "resolution" character varying NULL, "compensation" character varying NOT NULL DEFAULT '', "epoch" bigint NOT NULL, "ask_at" timestamptz NULL, "asked" bigint NOT NULL DEFAULT 0, "doubt_at" timestamptz NULL, "watch_until" timestamptz NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "attempt_ask_at" to table: "attempts"
CREATE INDEX "attempt_ask_at" ON "attempts" ("ask_at") WHERE (ask_at IS NOT NULL);
-- create index "attempt_tenant_id_intent_id" to table: "attempts"
CREATE UNIQUE INDEX "attempt_tenant_id_intent_id" ON "attempts" ("tenant_id", "intent_id") WHERE (ended_at IS NULL);
-- create index "attempt_tenant_id_intent_id_number" to table: "attempts"
CREATE UNIQUE INDEX "attempt_tenant_id_intent_id_number" ON "attempts" ("tenant_id", "intent_id", "number");
-- create "intents" table
CREATE TABLE "intents" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "venue_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "kind" character varying NOT NULL, "status" character varying NOT NULL DEFAULT 'REQUESTED', "party_size" bigint NOT NULL, "wait_for_seat" boolean NOT NULL DEFAULT false, "reservation_id" uuid NULL, "hold_id" uuid NULL, "offer_id" uuid NULL, "approval_id" uuid NULL, "failure" character varying NULL, "completed_by" uuid NULL, "expires_at" timestamptz NOT NULL, "epoch" bigint NOT NULL DEFAULT 0, "next_at" timestamptz NULL, "not_before" timestamptz NULL, "hold_until" timestamptz NULL, "decision" jsonb NOT NULL DEFAULT '{}', "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "intent_next_at" to table: "intents"
CREATE INDEX "intent_next_at" ON "intents" ("next_at") WHERE (next_at IS NOT NULL);
-- create index "intent_tenant_id_created_at_id" to table: "intents"
CREATE INDEX "intent_tenant_id_created_at_id" ON "intents" ("tenant_id", "created_at", "id");
-- create index "intent_tenant_id_customer_id_created_at_id" to table: "intents"
CREATE INDEX "intent_tenant_id_customer_id_created_at_id" ON "intents" ("tenant_id", "customer_id", "created_at", "id");
-- create index "intent_tenant_id_offer_id" to table: "intents"
CREATE UNIQUE INDEX "intent_tenant_id_offer_id" ON "intents" ("tenant_id", "offer_id") WHERE (next_at IS NOT NULL);
-- create index "intent_tenant_id_reservation_id" to table: "intents"
CREATE UNIQUE INDEX "intent_tenant_id_reservation_id" ON "intents" ("tenant_id", "reservation_id") WHERE (next_at IS NOT NULL);
-- create index "intent_tenant_id_venue_id_created_at_id" to table: "intents"
CREATE INDEX "intent_tenant_id_venue_id_created_at_id" ON "intents" ("tenant_id", "venue_id", "created_at", "id");
-- create index "intent_tenant_id_venue_id_status" to table: "intents"
CREATE INDEX "intent_tenant_id_venue_id_status" ON "intents" ("tenant_id", "venue_id", "status") WHERE (next_at IS NOT NULL);
-- create "intent_slots" table
CREATE TABLE "intent_slots" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "intent_id" uuid NOT NULL, "slot_id" uuid NOT NULL, "place" bigint NOT NULL, PRIMARY KEY ("id"));
-- create index "intentslot_tenant_id_intent_id_slot_id" to table: "intent_slots"
CREATE UNIQUE INDEX "intentslot_tenant_id_intent_id_slot_id" ON "intent_slots" ("tenant_id", "intent_id", "slot_id");
-- create index "intentslot_tenant_id_slot_id" to table: "intent_slots"
CREATE INDEX "intentslot_tenant_id_slot_id" ON "intent_slots" ("tenant_id", "slot_id");
-- create "providers" table
CREATE TABLE "providers" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "code" character varying NOT NULL, "endpoint" character varying NOT NULL, "token_variable" character varying NOT NULL DEFAULT '', "contract" jsonb NOT NULL, "verified_at" timestamptz NULL, "verified_until" timestamptz NULL, "transcript" jsonb NULL, "next_write_at" timestamptz NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "provider_tenant_id_code" to table: "providers"
CREATE UNIQUE INDEX "provider_tenant_id_code" ON "providers" ("tenant_id", "code");
-- create "venue_providers" table
CREATE TABLE "venue_providers" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "venue_id" uuid NOT NULL, "provider_id" uuid NOT NULL, "rank" bigint NOT NULL, "resource_kind" character varying NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "venueprovider_tenant_id_venue_id_provider_id" to table: "venue_providers"
CREATE UNIQUE INDEX "venueprovider_tenant_id_venue_id_provider_id" ON "venue_providers" ("tenant_id", "venue_id", "provider_id");
-- create index "venueprovider_tenant_id_venue_id_rank" to table: "venue_providers"
CREATE UNIQUE INDEX "venueprovider_tenant_id_venue_id_rank" ON "venue_providers" ("tenant_id", "venue_id", "rank");

-- +goose Down
-- reverse: create index "venueprovider_tenant_id_venue_id_rank" to table: "venue_providers"
DROP INDEX "venueprovider_tenant_id_venue_id_rank";
-- reverse: create index "venueprovider_tenant_id_venue_id_provider_id" to table: "venue_providers"
DROP INDEX "venueprovider_tenant_id_venue_id_provider_id";
-- reverse: create "venue_providers" table
DROP TABLE "venue_providers";
-- reverse: create index "provider_tenant_id_code" to table: "providers"
DROP INDEX "provider_tenant_id_code";
-- reverse: create "providers" table
DROP TABLE "providers";
-- reverse: create index "intentslot_tenant_id_slot_id" to table: "intent_slots"
DROP INDEX "intentslot_tenant_id_slot_id";
-- reverse: create index "intentslot_tenant_id_intent_id_slot_id" to table: "intent_slots"
DROP INDEX "intentslot_tenant_id_intent_id_slot_id";
-- reverse: create "intent_slots" table
DROP TABLE "intent_slots";
-- reverse: create index "intent_tenant_id_venue_id_status" to table: "intents"
DROP INDEX "intent_tenant_id_venue_id_status";
-- reverse: create index "intent_tenant_id_venue_id_created_at_id" to table: "intents"
DROP INDEX "intent_tenant_id_venue_id_created_at_id";
-- reverse: create index "intent_tenant_id_reservation_id" to table: "intents"
DROP INDEX "intent_tenant_id_reservation_id";
-- reverse: create index "intent_tenant_id_offer_id" to table: "intents"
DROP INDEX "intent_tenant_id_offer_id";
-- reverse: create index "intent_tenant_id_customer_id_created_at_id" to table: "intents"
DROP INDEX "intent_tenant_id_customer_id_created_at_id";
-- reverse: create index "intent_tenant_id_created_at_id" to table: "intents"
DROP INDEX "intent_tenant_id_created_at_id";
-- reverse: create index "intent_next_at" to table: "intents"
DROP INDEX "intent_next_at";
-- reverse: create "intents" table
DROP TABLE "intents";
-- reverse: create index "attempt_tenant_id_intent_id_number" to table: "attempts"
DROP INDEX "attempt_tenant_id_intent_id_number";
-- reverse: create index "attempt_tenant_id_intent_id" to table: "attempts"
DROP INDEX "attempt_tenant_id_intent_id";
-- reverse: create index "attempt_ask_at" to table: "attempts"
DROP INDEX "attempt_ask_at";
-- reverse: create "attempts" table
DROP TABLE "attempts";
-- reverse: create index "approval_tenant_id_owner_id_created_at_id" to table: "approvals"
DROP INDEX "approval_tenant_id_owner_id_created_at_id";
-- reverse: create index "approval_tenant_id_owner_id_action_target_key" to table: "approvals"
DROP INDEX "approval_tenant_id_owner_id_action_target_key";
-- reverse: create index "approval_tenant_id_created_at_id" to table: "approvals"
DROP INDEX "approval_tenant_id_created_at_id";
-- reverse: create index "approval_expires_at" to table: "approvals"
DROP INDEX "approval_expires_at";
-- reverse: create "approvals" table
DROP TABLE "approvals";
-- reverse: modify "reservations" table
ALTER TABLE "reservations" DROP COLUMN "upstream_attempt_id", DROP COLUMN "intent_id", DROP COLUMN "tied";
-- reverse: modify "offers" table
ALTER TABLE "offers" DROP COLUMN "intent_id";
-- reverse: modify "resources" table
ALTER TABLE "resources" DROP COLUMN "tied";
-- reverse: modify "slots" table
ALTER TABLE "slots" DROP COLUMN "awaited";
