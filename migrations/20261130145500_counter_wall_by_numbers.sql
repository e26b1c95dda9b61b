-- The counter of a slot is compared with one number that its allocations keep, not with their sum: the sum of a slot of
-- thousands was taken twice for each of them. What is promised stays: taken is the units of the allocations, at every commit.
-- +goose Up

ALTER TABLE slots NO FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations NO FORCE ROW LEVEL SECURITY;
UPDATE slots s SET allocated = a.units
FROM (SELECT tenant_id, slot_id, sum(units) AS units FROM allocations WHERE released_at IS NULL GROUP BY tenant_id, slot_id) a
WHERE a.tenant_id = s.tenant_id AND a.slot_id = s.id;
ALTER TABLE slots FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations FORCE ROW LEVEL SECURITY;

DROP TRIGGER x_slots_counter ON allocations;
DROP TRIGGER x_slots_counter ON slots;
DROP FUNCTION x_slot_counter_holds();

-- One look at a slot for each statement that changes allocations, however many of them.
-- +goose StatementBegin
CREATE FUNCTION x_allocation_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE slots s SET allocated = s.allocated + d.units
    FROM (SELECT tenant_id, slot_id, sum(units) AS units FROM after WHERE released_at IS NULL GROUP BY tenant_id, slot_id) d
    WHERE s.tenant_id = d.tenant_id AND s.id = d.slot_id;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE slots s SET allocated = s.allocated - d.units
    FROM (SELECT tenant_id, slot_id, sum(units) AS units FROM before WHERE released_at IS NULL GROUP BY tenant_id, slot_id) d
    WHERE s.tenant_id = d.tenant_id AND s.id = d.slot_id;
  ELSE
    UPDATE slots s SET allocated = s.allocated + d.units
    FROM (SELECT tenant_id, slot_id, sum(units) AS units FROM (
            SELECT tenant_id, slot_id, units FROM after WHERE released_at IS NULL
            UNION ALL
            SELECT tenant_id, slot_id, -units FROM before WHERE released_at IS NULL) both_ways
          GROUP BY tenant_id, slot_id HAVING sum(units) <> 0) d
    WHERE s.tenant_id = d.tenant_id AND s.id = d.slot_id;
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_allocations_count AFTER INSERT ON allocations REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION x_allocation_counts();
CREATE TRIGGER x_allocations_count_change AFTER UPDATE ON allocations REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION x_allocation_counts();
CREATE TRIGGER x_allocations_count_less AFTER DELETE ON allocations REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION x_allocation_counts();

-- The number is as good as its keepers: allocations change it, nobody else does.
-- +goose StatementBegin
CREATE FUNCTION x_allocated_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.allocated := 0; -- nothing can be allocated yet
  ELSIF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'the allocated units of a slot are kept by its allocations' USING ERRCODE = '23514', CONSTRAINT = 'x_slots_allocated';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_slots_allocated BEFORE INSERT OR UPDATE OF allocated ON slots FOR EACH ROW EXECUTE FUNCTION x_allocated_kept();

-- At the commit the two are the same, whichever was written first.
-- +goose StatementBegin
CREATE FUNCTION x_slot_counter_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM slots WHERE tenant_id = NEW.tenant_id AND id = NEW.id AND taken <> allocated) THEN
    RAISE EXCEPTION 'the counter of slot % is not the units of its allocations', NEW.id USING ERRCODE = '23514', CONSTRAINT = 'x_slots_counter';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER x_slots_counter AFTER INSERT OR UPDATE OF taken, allocated ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.taken <> NEW.allocated) EXECUTE FUNCTION x_slot_counter_holds();

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
