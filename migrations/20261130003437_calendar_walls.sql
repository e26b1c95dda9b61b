-- The walls of venues, calendars and policies; see the first walls for their ways.
-- +goose Up

ALTER TABLE areas ADD CONSTRAINT x_areas_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE series ADD CONSTRAINT x_series_tenant_key UNIQUE (tenant_id, id);

ALTER TABLE areas ADD CONSTRAINT x_areas_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE occupancies ADD CONSTRAINT x_occupancies_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE pauses ADD CONSTRAINT x_pauses_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE adjustments ADD CONSTRAINT x_adjustments_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE allowed_customers ADD CONSTRAINT x_allowed_customers_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE opening_revisions ADD CONSTRAINT x_opening_revisions_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE series ADD CONSTRAINT x_series_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE calendar_feeds ADD CONSTRAINT x_calendar_feeds_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);

ALTER TABLE areas ADD CONSTRAINT x_areas_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE pauses ADD CONSTRAINT x_pauses_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE pauses ADD CONSTRAINT x_pauses_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE adjustments ADD CONSTRAINT x_adjustments_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE adjustments ADD CONSTRAINT x_adjustments_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE allowed_customers ADD CONSTRAINT x_allowed_customers_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE allowed_customers ADD CONSTRAINT x_allowed_customers_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE opening_revisions ADD CONSTRAINT x_opening_revisions_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE series ADD CONSTRAINT x_series_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE series ADD CONSTRAINT x_series_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE calendar_feeds ADD CONSTRAINT x_calendar_feeds_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE calendar_feeds ADD CONSTRAINT x_calendar_feeds_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE calendar_feeds ADD CONSTRAINT x_calendar_feeds_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE resources ADD CONSTRAINT x_resources_area_id FOREIGN KEY (tenant_id, area_id) REFERENCES areas (tenant_id, id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_series_id FOREIGN KEY (tenant_id, series_id) REFERENCES series (tenant_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE reservations ADD CONSTRAINT x_reservations_corrects_id FOREIGN KEY (tenant_id, corrects_id) REFERENCES reservations (tenant_id, id);

ALTER TABLE venues ADD CONSTRAINT x_venues_opening CHECK (opening_number >= 0 AND laid_out_number BETWEEN 0 AND opening_number);
ALTER TABLE venues ADD CONSTRAINT x_venues_holidays CHECK (NOT closed_on_holidays OR holiday_region IS NOT NULL);
ALTER TABLE opening_windows ADD CONSTRAINT x_opening_windows_every CHECK (every_minutes IS NULL OR every_minutes BETWEEN 1 AND 1440);
ALTER TABLE pauses ADD CONSTRAINT x_pauses_range CHECK (until_at > from_at);
ALTER TABLE adjustments ADD CONSTRAINT x_adjustments_kind CHECK (kind IN ('RECOVERY_CREDIT','BENEFIT','EXCLUDE_AUTOMATIC_OFFER','REQUIRES_STAFF_APPROVAL')
  AND (kind IN ('RECOVERY_CREDIT','BENEFIT')) = (amount > 0) AND amount BETWEEN 0 AND 10000 AND (revoked_at IS NULL) = (revoke_reason IS NULL));
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_priority CHECK (priority BETWEEN 0 AND 100);
ALTER TABLE policy_versions ADD CONSTRAINT x_policy_versions_activates CHECK (activates_at IS NULL OR status = 'DRAFT');
ALTER TABLE calendar_feeds ADD CONSTRAINT x_calendar_feeds_subject CHECK (num_nonnulls(resource_id, customer_id) = 1 AND privacy IN ('BUSY','DETAILS') AND length(secret_digest) = 32);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_override CHECK ((override_reason IS NULL) = (override_codes = ''));
ALTER TABLE reservations ADD CONSTRAINT x_reservations_requested CHECK (requested_at IS NULL OR NOT promotional);
ALTER TABLE slots ADD CONSTRAINT x_slots_state CHECK (state IN ('OPEN','WITHDRAWN','RETIRED') AND (state <> 'RETIRED' OR taken = 0));
CREATE TRIGGER x_written_once BEFORE UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION x_written_once('revoked_at', 'revoke_reason');
CREATE TRIGGER x_written_once BEFORE UPDATE ON pauses FOR EACH ROW EXECUTE FUNCTION x_written_once('ended_at');
CREATE TRIGGER x_written_once BEFORE UPDATE ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION x_written_once('revoked_at');

-- What a resource is doesn't change: allocations were made by it. One that joins others joins exclusive ones of its venue
-- which join none themselves, at least two, each once.
-- +goose StatementBegin
CREATE FUNCTION x_resource_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.kind <> OLD.kind OR NEW.venue_id <> OLD.venue_id OR NEW.combines IS DISTINCT FROM OLD.combines THEN
      RAISE EXCEPTION 'what resource % is does not change', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'x_resources_fixed';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.combines IS NOT NULL AND (NEW.kind <> 'EXCLUSIVE' OR cardinality(NEW.combines) < 2 OR cardinality(NEW.combines) <> (
       SELECT count(*) FROM resources r WHERE r.tenant_id = NEW.tenant_id AND r.venue_id = NEW.venue_id AND r.id = ANY (NEW.combines) AND r.kind = 'EXCLUSIVE' AND r.combines IS NULL)) THEN
    RAISE EXCEPTION 'resource % can not join these', NEW.id USING ERRCODE = '23514', CONSTRAINT = 'x_resources_combines';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_resource_fixed BEFORE INSERT OR UPDATE ON resources FOR EACH ROW EXECUTE FUNCTION x_resource_fixed();

-- A resource that joins others, and those that it joins, sell their time in more than one way; so do those whose slots
-- overlap, which whoever lays them out notes.
-- +goose StatementBegin
CREATE FUNCTION x_resource_shared() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.combines IS NOT NULL THEN
    UPDATE resources SET shared = true WHERE tenant_id = NEW.tenant_id AND NOT shared AND (id = NEW.id OR id = ANY (NEW.combines));
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_resource_shared AFTER INSERT ON resources FOR EACH ROW EXECUTE FUNCTION x_resource_shared();

-- When the last pause of a venue is over stands in the venue's row, so that a hold looks for pauses only where there are any.
-- +goose StatementBegin
CREATE FUNCTION x_pauses_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE venues SET pauses_until = (SELECT max(p.until_at) FROM pauses p WHERE p.tenant_id = NEW.tenant_id AND p.venue_id = NEW.venue_id AND p.ended_at IS NULL)
  WHERE tenant_id = NEW.tenant_id AND id = NEW.venue_id;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_pauses_until AFTER INSERT OR UPDATE ON pauses FOR EACH ROW EXECUTE FUNCTION x_pauses_until();

-- The slots of a pooled resource don't overlap, since its places are counted by slot; retired ones, of which nobody holds
-- anything, stand in no way. Those of an exclusive resource may overlap: there the wall stands between the bookings.
-- +goose StatementBegin
CREATE FUNCTION x_slot_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT r.kind INTO NEW.kind FROM resources r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.resource_id;
  RETURN NEW;
END $$;
-- +goose StatementEnd
ALTER TABLE slots NO FORCE ROW LEVEL SECURITY;
ALTER TABLE resources NO FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations NO FORCE ROW LEVEL SECURITY;
UPDATE slots s SET kind = r.kind FROM resources r WHERE r.tenant_id = s.tenant_id AND r.id = s.resource_id AND r.kind <> s.kind;
CREATE TRIGGER x_slot_kind BEFORE INSERT ON slots FOR EACH ROW EXECUTE FUNCTION x_slot_kind();
-- +goose StatementBegin
CREATE FUNCTION x_slot_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind <> OLD.kind OR NEW.resource_id <> OLD.resource_id OR NEW.venue_id <> OLD.venue_id OR NEW.starts_at <> OLD.starts_at OR NEW.ends_at <> OLD.ends_at THEN
    RAISE EXCEPTION 'the place and time of slot % do not change', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'x_slots_fixed';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_slot_fixed BEFORE UPDATE OF kind, resource_id, venue_id, starts_at, ends_at ON slots FOR EACH ROW EXECUTE FUNCTION x_slot_fixed();
ALTER TABLE slots DROP CONSTRAINT x_slots_overlap;
ALTER TABLE slots ADD CONSTRAINT x_slots_overlap EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (kind = 'POOLED' AND state <> 'RETIRED');
-- No resource has the same slot twice.
ALTER TABLE slots ADD CONSTRAINT x_slots_once EXCLUDE USING btree (tenant_id WITH =, resource_id WITH =, starts_at WITH =, ends_at WITH =) WHERE (state <> 'RETIRED');

-- What is allocated already keeps its resource for just its slot. The owner of the tables sees rows of all tenants for this.
INSERT INTO occupancies (id, tenant_id, allocation_id, reservation_id, slot_id, resource_id, from_at, until_at)
SELECT gen_random_uuid(), a.tenant_id, a.id, a.reservation_id, a.slot_id, s.resource_id, s.starts_at, s.ends_at
FROM allocations a JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
WHERE a.released_at IS NULL AND s.kind = 'EXCLUSIVE';
ALTER TABLE slots FORCE ROW LEVEL SECURITY;
ALTER TABLE resources FORCE ROW LEVEL SECURITY;
ALTER TABLE allocations FORCE ROW LEVEL SECURITY;
ALTER TABLE occupancies ADD CONSTRAINT x_occupancies_overlap EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, tstzrange(from_at, until_at) WITH &&);

-- An allocation of an exclusive resource keeps it for at least its slot; one that says nothing keeps it for just that. Those
-- of a pooled one keep no time: places are counted.
-- +goose StatementBegin
CREATE FUNCTION x_allocation_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s slots%ROWTYPE;
BEGIN
  SELECT * INTO s FROM slots WHERE tenant_id = NEW.tenant_id AND id = NEW.slot_id;
  IF s.kind = 'EXCLUSIVE' THEN
    NEW.occupies_from := coalesce(NEW.occupies_from, s.starts_at);
    NEW.occupies_until := coalesce(NEW.occupies_until, s.ends_at);
  END IF;
  IF (s.kind = 'POOLED' AND num_nonnulls(NEW.occupies_from, NEW.occupies_until) > 0) OR NEW.occupies_from > s.starts_at OR NEW.occupies_until < s.ends_at THEN
    RAISE EXCEPTION 'allocation % does not keep the time of its slot', NEW.id USING ERRCODE = '23514', CONSTRAINT = 'x_allocations_keeps';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_allocation_keeps BEFORE INSERT ON allocations FOR EACH ROW EXECUTE FUNCTION x_allocation_keeps();

-- The stones of the wall: one for each resource whose time is taken, laid in one order, so that two who lay them at once wait
-- for each other and don't embrace. What is released is taken away at once.
-- +goose StatementBegin
CREATE FUNCTION x_allocation_occupies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM occupancies WHERE tenant_id = OLD.tenant_id AND allocation_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.released_at IS NULL AND NEW.occupies_from IS NOT NULL THEN
    INSERT INTO occupancies (id, tenant_id, allocation_id, reservation_id, slot_id, resource_id, from_at, until_at)
    SELECT gen_random_uuid(), NEW.tenant_id, NEW.id, NEW.reservation_id, NEW.slot_id, leaf, NEW.occupies_from, NEW.occupies_until
    FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id, unnest(coalesce(r.combines, ARRAY[r.id])) AS leaf
    WHERE s.tenant_id = NEW.tenant_id AND s.id = NEW.slot_id
    ORDER BY leaf;
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_allocation_occupies AFTER INSERT OR UPDATE OF released_at OR DELETE ON allocations FOR EACH ROW EXECUTE FUNCTION x_allocation_occupies();

-- The wall is only as good as its stones: allocations lay and take them, nobody else does.
-- +goose StatementBegin
CREATE FUNCTION x_occupancies_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'occupancies are kept by their allocations' USING ERRCODE = '23514', CONSTRAINT = 'x_occupancies_kept';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_occupancies_kept AFTER INSERT OR UPDATE OR DELETE ON occupancies FOR EACH ROW EXECUTE FUNCTION x_occupancies_kept();

ALTER TABLE areas ENABLE ROW LEVEL SECURITY;
ALTER TABLE areas FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON areas TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE occupancies ENABLE ROW LEVEL SECURITY;
ALTER TABLE occupancies FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON occupancies TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE pauses ENABLE ROW LEVEL SECURITY;
ALTER TABLE pauses FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON pauses TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE adjustments ENABLE ROW LEVEL SECURITY;
ALTER TABLE adjustments FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON adjustments TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE allowed_customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE allowed_customers FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON allowed_customers TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE opening_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_revisions FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON opening_revisions TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE series ENABLE ROW LEVEL SECURITY;
ALTER TABLE series FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON series TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE calendar_feeds FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON calendar_feeds TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON areas TO slotq_app;
GRANT SELECT, INSERT, DELETE ON occupancies TO slotq_app;
GRANT SELECT, INSERT, UPDATE (until_at, ended_at, version) ON pauses TO slotq_app;
GRANT SELECT, INSERT, UPDATE (revoked_at, revoke_reason, version, lapse_noted) ON adjustments TO slotq_app;
GRANT SELECT, INSERT, DELETE ON allowed_customers TO slotq_app;
GRANT SELECT, INSERT ON opening_revisions TO slotq_app;
GRANT SELECT, INSERT ON series TO slotq_app;
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at, version) ON calendar_feeds TO slotq_app;

-- What is due: parties to be given up, drafts to come into force, adjustments that have ended, venues whose slots don't
-- follow their rules yet.
GRANT SELECT (no_show_at, intent_id) ON reservations TO slotq_worker;
GRANT SELECT (activates_at) ON policy_versions TO slotq_worker;
CREATE POLICY x_worker ON adjustments FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (tenant_id, expires_at, revoked_at, lapse_noted) ON adjustments TO slotq_worker;
CREATE POLICY x_worker ON venues FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, opening_number, laid_out_number, offers_on) ON venues TO slotq_worker;

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
