-- +goose Up
-- create index "occupancy_tenant_id_resource_id_until_at_from_at" to table: "occupancies"
CREATE INDEX "occupancy_tenant_id_resource_id_until_at_from_at" ON "occupancies" ("tenant_id", "resource_id", "until_at", "from_at");
-- modify "slots" table
ALTER TABLE "slots" ADD COLUMN "allocated" bigint NOT NULL DEFAULT 0;

-- +goose Down
-- reverse: modify "slots" table
ALTER TABLE "slots" DROP COLUMN "allocated";
-- reverse: create index "occupancy_tenant_id_resource_id_until_at_from_at" to table: "occupancies"
DROP INDEX "occupancy_tenant_id_resource_id_until_at_from_at";
