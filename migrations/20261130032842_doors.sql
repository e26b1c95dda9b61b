-- +goose Up
-- modify "api_keys" table
ALTER TABLE "api_keys" ADD COLUMN "previous_digest" bytea NULL, ADD COLUMN "previous_until" timestamptz NULL, ADD COLUMN "scopes" character varying NOT NULL DEFAULT '';
-- create index "apikey_tenant_id_created_at_id" to table: "api_keys"
CREATE INDEX "apikey_tenant_id_created_at_id" ON "api_keys" ("tenant_id", "created_at", "id");
-- create "memberships" table
CREATE TABLE "memberships" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 1, "principal_id" uuid NOT NULL, "issuer" character varying NOT NULL, "subject" character varying NULL, "email" character varying NULL, "last_signed_in_at" timestamptz NULL, "revoked_at" timestamptz NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "membership_tenant_id_created_at_id" to table: "memberships"
CREATE INDEX "membership_tenant_id_created_at_id" ON "memberships" ("tenant_id", "created_at", "id");
-- create index "membership_tenant_id_issuer_email" to table: "memberships"
CREATE UNIQUE INDEX "membership_tenant_id_issuer_email" ON "memberships" ("tenant_id", "issuer", "email") WHERE ((email IS NOT NULL) AND (revoked_at IS NULL));
-- create index "membership_tenant_id_issuer_subject" to table: "memberships"
CREATE UNIQUE INDEX "membership_tenant_id_issuer_subject" ON "memberships" ("tenant_id", "issuer", "subject") WHERE ((subject IS NOT NULL) AND (revoked_at IS NULL));
-- create index "membership_tenant_id_principal_id" to table: "memberships"
CREATE INDEX "membership_tenant_id_principal_id" ON "memberships" ("tenant_id", "principal_id");
-- create "membership_venues" table
CREATE TABLE "membership_venues" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "venue_id" uuid NOT NULL, PRIMARY KEY ("id"));
-- create index "membershipvenue_tenant_id_membership_id_venue_id" to table: "membership_venues"
CREATE UNIQUE INDEX "membershipvenue_tenant_id_membership_id_venue_id" ON "membership_venues" ("tenant_id", "membership_id", "venue_id");
-- create "nodes" table
CREATE TABLE "nodes" ("id" uuid NOT NULL, "role" character varying NOT NULL, "release" character varying NOT NULL, "started_at" timestamptz NOT NULL, "seen_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "node_seen_at" to table: "nodes"
CREATE INDEX "node_seen_at" ON "nodes" ("seen_at");
-- create "sessions" table
CREATE TABLE "sessions" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "secret_digest" bytea NOT NULL, "provider_session" character varying NULL, "created_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "seen_at" timestamptz NOT NULL, "ended_at" timestamptz NULL, PRIMARY KEY ("id"));
-- create index "session_tenant_id_expires_at" to table: "sessions"
CREATE INDEX "session_tenant_id_expires_at" ON "sessions" ("tenant_id", "expires_at");
-- create index "session_tenant_id_membership_id" to table: "sessions"
CREATE INDEX "session_tenant_id_membership_id" ON "sessions" ("tenant_id", "membership_id");
-- create "sign_ins" table
CREATE TABLE "sign_ins" ("id" uuid NOT NULL, "tenant_id" uuid NOT NULL, "state_digest" bytea NOT NULL, "nonce" character varying NOT NULL, "verifier" character varying NOT NULL, "return_to" character varying NOT NULL, "created_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- create index "signin_tenant_id_expires_at" to table: "sign_ins"
CREATE INDEX "signin_tenant_id_expires_at" ON "sign_ins" ("tenant_id", "expires_at");
-- create index "signin_tenant_id_state_digest" to table: "sign_ins"
CREATE UNIQUE INDEX "signin_tenant_id_state_digest" ON "sign_ins" ("tenant_id", "state_digest");

-- +goose Down
-- reverse: create index "signin_tenant_id_state_digest" to table: "sign_ins"
DROP INDEX "signin_tenant_id_state_digest";
-- reverse: create index "signin_tenant_id_expires_at" to table: "sign_ins"
DROP INDEX "signin_tenant_id_expires_at";
-- reverse: create "sign_ins" table
DROP TABLE "sign_ins";
-- reverse: create index "session_tenant_id_membership_id" to table: "sessions"
DROP INDEX "session_tenant_id_membership_id";
-- reverse: create index "session_tenant_id_expires_at" to table: "sessions"
DROP INDEX "session_tenant_id_expires_at";
-- reverse: create "sessions" table
DROP TABLE "sessions";
-- reverse: create index "node_seen_at" to table: "nodes"
DROP INDEX "node_seen_at";
-- reverse: create "nodes" table
DROP TABLE "nodes";
-- reverse: create index "membershipvenue_tenant_id_membership_id_venue_id" to table: "membership_venues"
DROP INDEX "membershipvenue_tenant_id_membership_id_venue_id";
-- reverse: create "membership_venues" table
DROP TABLE "membership_venues";
-- reverse: create index "membership_tenant_id_principal_id" to table: "memberships"
DROP INDEX "membership_tenant_id_principal_id";
-- reverse: create index "membership_tenant_id_issuer_subject" to table: "memberships"
DROP INDEX "membership_tenant_id_issuer_subject";
-- reverse: create index "membership_tenant_id_issuer_email" to table: "memberships"
DROP INDEX "membership_tenant_id_issuer_email";
-- reverse: create index "membership_tenant_id_created_at_id" to table: "memberships"
DROP INDEX "membership_tenant_id_created_at_id";
-- reverse: create "memberships" table
DROP TABLE "memberships";
-- reverse: create index "apikey_tenant_id_created_at_id" to table: "api_keys"
DROP INDEX "apikey_tenant_id_created_at_id";
-- reverse: modify "api_keys" table
ALTER TABLE "api_keys" DROP COLUMN "scopes", DROP COLUMN "previous_until", DROP COLUMN "previous_digest";
