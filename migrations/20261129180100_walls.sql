-- What ent can't say: the walls that hold against any writer, raw SQL included. Constraints made here are named x_...,
-- which tells the schema diff to leave them alone.
-- +goose Up
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- A row is referred to together with its tenant, so no key can reach across.
ALTER TABLE principals ADD CONSTRAINT x_principals_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE api_keys ADD CONSTRAINT x_api_keys_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE customers ADD CONSTRAINT x_customers_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE venues ADD CONSTRAINT x_venues_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE resources ADD CONSTRAINT x_resources_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE slots ADD CONSTRAINT x_slots_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE offers ADD CONSTRAINT x_offers_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE selections ADD CONSTRAINT x_selections_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE policy_versions ADD CONSTRAINT x_policy_versions_tenant_key UNIQUE (tenant_id, id);

ALTER TABLE principals ADD CONSTRAINT x_principals_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE api_keys ADD CONSTRAINT x_api_keys_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE api_key_venues ADD CONSTRAINT x_api_key_venues_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE customers ADD CONSTRAINT x_customers_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE venues ADD CONSTRAINT x_venues_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE resources ADD CONSTRAINT x_resources_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE opening_windows ADD CONSTRAINT x_opening_windows_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE opening_exceptions ADD CONSTRAINT x_opening_exceptions_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE slots ADD CONSTRAINT x_slots_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE allocations ADD CONSTRAINT x_allocations_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE offers ADD CONSTRAINT x_offers_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE selections ADD CONSTRAINT x_selections_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE vacancies ADD CONSTRAINT x_vacancies_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE policy_versions ADD CONSTRAINT x_policy_versions_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE commands ADD CONSTRAINT x_commands_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE events ADD CONSTRAINT x_events_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE event_logs ADD CONSTRAINT x_event_logs_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE audit_entries ADD CONSTRAINT x_audit_entries_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);

ALTER TABLE principals ADD CONSTRAINT x_principals_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE api_keys ADD CONSTRAINT x_api_keys_principal_id FOREIGN KEY (tenant_id, principal_id) REFERENCES principals (tenant_id, id);
ALTER TABLE api_key_venues ADD CONSTRAINT x_api_key_venues_api_key_id FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_keys (tenant_id, id);
ALTER TABLE api_key_venues ADD CONSTRAINT x_api_key_venues_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE resources ADD CONSTRAINT x_resources_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE opening_windows ADD CONSTRAINT x_opening_windows_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE opening_windows ADD CONSTRAINT x_opening_windows_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE opening_exceptions ADD CONSTRAINT x_opening_exceptions_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE opening_exceptions ADD CONSTRAINT x_opening_exceptions_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE slots ADD CONSTRAINT x_slots_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE slots ADD CONSTRAINT x_slots_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_policy_version_id FOREIGN KEY (tenant_id, policy_version_id) REFERENCES policy_versions (tenant_id, id);
ALTER TABLE allocations ADD CONSTRAINT x_allocations_reservation_id FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations (tenant_id, id);
ALTER TABLE allocations ADD CONSTRAINT x_allocations_slot_id FOREIGN KEY (tenant_id, slot_id) REFERENCES slots (tenant_id, id);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_offer_id FOREIGN KEY (tenant_id, offer_id) REFERENCES offers (tenant_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE offers ADD CONSTRAINT x_offers_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE offers ADD CONSTRAINT x_offers_entry_id FOREIGN KEY (tenant_id, entry_id) REFERENCES waitlist_entries (tenant_id, id);
ALTER TABLE offers ADD CONSTRAINT x_offers_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE offers ADD CONSTRAINT x_offers_reservation_id FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations (tenant_id, id);
ALTER TABLE offers ADD CONSTRAINT x_offers_selection_id FOREIGN KEY (tenant_id, selection_id) REFERENCES selections (tenant_id, id);
ALTER TABLE selections ADD CONSTRAINT x_selections_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE selections ADD CONSTRAINT x_selections_slot_id FOREIGN KEY (tenant_id, slot_id) REFERENCES slots (tenant_id, id);
ALTER TABLE selections ADD CONSTRAINT x_selections_entry_id FOREIGN KEY (tenant_id, entry_id) REFERENCES waitlist_entries (tenant_id, id);
ALTER TABLE selections ADD CONSTRAINT x_selections_policy_version_id FOREIGN KEY (tenant_id, policy_version_id) REFERENCES policy_versions (tenant_id, id);
ALTER TABLE vacancies ADD CONSTRAINT x_vacancies_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE vacancies ADD CONSTRAINT x_vacancies_slot_id FOREIGN KEY (tenant_id, slot_id) REFERENCES slots (tenant_id, id);
ALTER TABLE vacancies ADD CONSTRAINT x_vacancies_resource_id FOREIGN KEY (tenant_id, resource_id) REFERENCES resources (tenant_id, id);
ALTER TABLE policy_versions ADD CONSTRAINT x_policy_versions_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE commands ADD CONSTRAINT x_commands_principal_id FOREIGN KEY (tenant_id, principal_id) REFERENCES principals (tenant_id, id);
ALTER TABLE events ADD CONSTRAINT x_events_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE event_logs ADD CONSTRAINT x_event_logs_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE audit_entries ADD CONSTRAINT x_audit_entries_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);

ALTER TABLE principals ADD CONSTRAINT x_principals_role CHECK (role IN ('CUSTOMER','STAFF','ADMIN','AGENT') AND (role IN ('CUSTOMER','AGENT')) = (customer_id IS NOT NULL));
ALTER TABLE api_keys ADD CONSTRAINT x_api_keys_digest CHECK (length(secret_digest) = 32);
ALTER TABLE resources ADD CONSTRAINT x_resources_kind CHECK (kind IN ('EXCLUSIVE','POOLED') AND capacity >= 1 AND (kind = 'POOLED' OR capacity = 1));
ALTER TABLE resources ADD CONSTRAINT x_resources_party CHECK (min_party >= 1 AND max_party >= min_party);
ALTER TABLE venues ADD CONSTRAINT x_venues_layout CHECK (layout_days BETWEEN 1 AND 400);
ALTER TABLE opening_windows ADD CONSTRAINT x_opening_windows_window CHECK (weekdays BETWEEN 0 AND 127 AND opens_minute BETWEEN 0 AND 1439 AND closes_minute BETWEEN 0 AND 1439 AND slot_minutes BETWEEN 1 AND 1440);
ALTER TABLE slots ADD CONSTRAINT x_slots_range CHECK (ends_at > starts_at);
ALTER TABLE slots ADD CONSTRAINT x_slots_capacity CHECK (taken >= 0 AND taken <= capacity);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_party CHECK (party_size >= 1);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_range CHECK (ends_at > starts_at);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_status CHECK (status IN ('HELD','CONFIRMED','CHECKED_IN','COMPLETED','CANCELLED','NO_SHOW','EXPIRED') AND (status <> 'HELD' OR expires_at IS NOT NULL));
ALTER TABLE allocations ADD CONSTRAINT x_allocations_units CHECK (units >= 1);
ALTER TABLE allocations ADD CONSTRAINT x_allocations_superseded CHECK (NOT superseded OR released_at IS NOT NULL);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_range CHECK (to_at > from_at);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_party CHECK (party_size >= 1 AND passed_over >= 0);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_status CHECK (status IN ('WAITING','OFFERED','FULFILLED','DECLINED','EXPIRED','CANCELLED') AND (status <> 'OFFERED' OR (offer_id IS NOT NULL AND offer_expires_at IS NOT NULL)));
ALTER TABLE offers ADD CONSTRAINT x_offers_status CHECK (status IN ('OFFERED','ACCEPTED','DECLINED','EXPIRED','WITHDRAWN') AND (status IN ('OFFERED') OR decided_at IS NOT NULL));
ALTER TABLE offers ADD CONSTRAINT x_offers_delivery CHECK (delivery_state IN ('PENDING','SENT','DELIVERED','UNKNOWN','SUPPRESSED','FAILED'));
ALTER TABLE vacancies ADD CONSTRAINT x_vacancies_place CHECK ((slot_id IS NOT NULL) <> (from_at IS NOT NULL AND to_at IS NOT NULL));
ALTER TABLE policy_versions ADD CONSTRAINT x_policy_versions_status CHECK (status IN ('DRAFT','ACTIVE','RETIRED') AND (status <> 'ACTIVE' OR activated_at IS NOT NULL));
ALTER TABLE commands ADD CONSTRAINT x_commands_outcome CHECK (outcome IN ('COMMITTED','ACCEPTED','REJECTED') AND (outcome = 'REJECTED') = (problem IS NOT NULL));
ALTER TABLE commands ADD CONSTRAINT x_commands_digests CHECK (length(key_digest) = 32 AND length(input_digest) = 32);
ALTER TABLE events ADD CONSTRAINT x_events_position CHECK (position >= 1);
ALTER TABLE event_logs ADD CONSTRAINT x_event_logs_positions CHECK (trimmed_through >= 0 AND trimmed_through <= last_position);

-- Slots of one resource don't overlap; a customer has one live entry for a range of a venue.
ALTER TABLE slots ADD CONSTRAINT x_slots_overlap EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, tstzrange(starts_at, ends_at) WITH &&);
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_overlap EXCLUDE USING gist (tenant_id WITH =, customer_id WITH =, venue_id WITH =, tstzrange(from_at, to_at) WITH &&) WHERE (status IN ('WAITING','OFFERED'));

-- A state changes only along an edge of its machine, and every change of state raises the version by one. The arguments
-- are the initial state and the edges; a test compares them with the tables of the pure rooms.
-- +goose StatementBegin
CREATE FUNCTION x_guard_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> TG_ARGV[0] OR NEW.version <> 1 THEN
      RAISE EXCEPTION 'a row of % is born % at version 1', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_transition';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id THEN
    RAISE EXCEPTION 'the identity of a row of % does not change', TG_TABLE_NAME USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_identity';
  END IF;
  IF NEW.status <> OLD.status AND NOT (OLD.status || '>' || NEW.status) = ANY (string_to_array(TG_ARGV[1], ',')) THEN
    RAISE EXCEPTION 'illegal transition of %: % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_transition';
  END IF;
  IF NEW.version NOT IN (OLD.version, OLD.version + 1) OR (NEW.status <> OLD.status AND NEW.version = OLD.version) THEN
    RAISE EXCEPTION 'the version of a row of % goes up by one', TG_TABLE_NAME USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_version';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON reservations FOR EACH ROW EXECUTE FUNCTION x_guard_transition('HELD', 'HELD>CONFIRMED,HELD>EXPIRED,HELD>CANCELLED,CONFIRMED>CHECKED_IN,CONFIRMED>CANCELLED,CONFIRMED>NO_SHOW,CHECKED_IN>COMPLETED');
CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON waitlist_entries FOR EACH ROW EXECUTE FUNCTION x_guard_transition('WAITING', 'WAITING>OFFERED,WAITING>CANCELLED,WAITING>EXPIRED,OFFERED>FULFILLED,OFFERED>DECLINED,OFFERED>EXPIRED,OFFERED>CANCELLED,OFFERED>WAITING');
CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION x_guard_transition('OFFERED', 'OFFERED>ACCEPTED,OFFERED>DECLINED,OFFERED>EXPIRED,OFFERED>WITHDRAWN');
CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON policy_versions FOR EACH ROW EXECUTE FUNCTION x_guard_transition('DRAFT', 'DRAFT>ACTIVE,ACTIVE>RETIRED');

-- The counter of a slot is the units of its allocations not yet released: checked when the transaction commits, whichever
-- of the two was written.
-- +goose StatementBegin
CREATE FUNCTION x_slot_counter_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot uuid;
  wrong boolean;
BEGIN
  IF TG_TABLE_NAME = 'slots' THEN
    slot := NEW.id;
  ELSIF TG_OP = 'DELETE' THEN
    slot := OLD.slot_id;
  ELSE
    slot := NEW.slot_id;
  END IF;
  SELECT s.taken <> (SELECT coalesce(sum(a.units), 0) FROM allocations a WHERE a.tenant_id = s.tenant_id AND a.slot_id = s.id AND a.released_at IS NULL)
    INTO wrong FROM slots s WHERE s.id = slot;
  IF wrong THEN
    RAISE EXCEPTION 'the counter of slot % is not the units of its allocations', slot USING ERRCODE = '23514', CONSTRAINT = 'x_slots_counter';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER x_slots_counter AFTER INSERT OR UPDATE OR DELETE ON allocations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_slot_counter_holds();
CREATE CONSTRAINT TRIGGER x_slots_counter AFTER INSERT OR UPDATE OF taken ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_slot_counter_holds();

-- A reservation occupies units exactly while its state says so.
-- +goose StatementBegin
CREATE FUNCTION x_reservation_occupies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row_now reservations%ROWTYPE;
  holds boolean;
BEGIN
  IF TG_TABLE_NAME = 'reservations' THEN
    SELECT * INTO row_now FROM reservations WHERE id = NEW.id;
  ELSE
    SELECT * INTO row_now FROM reservations WHERE id = NEW.reservation_id;
  END IF;
  IF row_now.id IS NULL THEN
    RETURN NULL;
  END IF;
  holds := EXISTS (SELECT FROM allocations a WHERE a.tenant_id = row_now.tenant_id AND a.reservation_id = row_now.id AND a.released_at IS NULL);
  IF holds <> (row_now.status IN ('HELD','CONFIRMED','CHECKED_IN')) THEN
    RAISE EXCEPTION 'reservation % is % and its allocations say otherwise', row_now.id, row_now.status USING ERRCODE = '23514', CONSTRAINT = 'x_reservations_occupies';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER x_reservations_occupies AFTER INSERT OR UPDATE OF status ON reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_reservation_occupies();
CREATE CONSTRAINT TRIGGER x_reservations_occupies AFTER UPDATE OF released_at ON allocations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_reservation_occupies();

-- What is released stays released; a number once given and a seal once set stay.
-- +goose StatementBegin
CREATE FUNCTION x_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  col text;
BEGIN
  FOREACH col IN ARRAY TG_ARGV LOOP
    IF to_jsonb(OLD) -> col <> 'null'::jsonb AND to_jsonb(NEW) -> col IS DISTINCT FROM to_jsonb(OLD) -> col THEN
      RAISE EXCEPTION '%.% is written once', TG_TABLE_NAME, col USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_once';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_written_once BEFORE UPDATE ON allocations FOR EACH ROW EXECUTE FUNCTION x_written_once('released_at');
CREATE TRIGGER x_written_once BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION x_written_once('position');
CREATE TRIGGER x_written_once BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION x_written_once('sequence', 'previous_digest', 'digest');

-- Tenancy: a role that owns nothing sees and writes the rows of the tenant that its transaction names, and none without one.
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON tenants TO slotq_app USING (id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE principals ENABLE ROW LEVEL SECURITY;
ALTER TABLE principals FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON principals TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON api_keys TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE api_key_venues ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key_venues FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON api_key_venues TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON customers TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE venues ENABLE ROW LEVEL SECURITY;
ALTER TABLE venues FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON venues TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE resources FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON resources TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE opening_windows ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_windows FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON opening_windows TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE opening_exceptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_exceptions FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON opening_exceptions TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE slots ENABLE ROW LEVEL SECURITY;
ALTER TABLE slots FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON slots TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON reservations TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE allocations ENABLE ROW LEVEL SECURITY;
ALTER TABLE allocations FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON allocations TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE waitlist_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE waitlist_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON waitlist_entries TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE offers FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON offers TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE selections ENABLE ROW LEVEL SECURITY;
ALTER TABLE selections FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON selections TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE vacancies ENABLE ROW LEVEL SECURITY;
ALTER TABLE vacancies FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON vacancies TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE policy_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON policy_versions TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE commands ENABLE ROW LEVEL SECURITY;
ALTER TABLE commands FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON commands TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON events TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE event_logs ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_logs FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON event_logs TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON audit_entries TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- +goose StatementBegin
DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO slotq_app, slotq_worker', current_schema()); END $$;
-- +goose StatementEnd
GRANT SELECT, INSERT, UPDATE (name) ON tenants TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON principals TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON api_keys TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON customers TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON venues TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON resources TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON reservations TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON waitlist_entries TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON offers TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON policy_versions TO slotq_app;
GRANT SELECT, INSERT, UPDATE ON event_logs TO slotq_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON api_key_venues TO slotq_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON opening_windows TO slotq_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON opening_exceptions TO slotq_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON vacancies TO slotq_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON slots TO slotq_app; -- an untouched slot may be taken back when rules change
GRANT SELECT, INSERT, UPDATE (released_at, superseded) ON allocations TO slotq_app;
GRANT SELECT, INSERT ON selections TO slotq_app;
GRANT SELECT, INSERT, DELETE ON commands TO slotq_app;
GRANT SELECT, INSERT, UPDATE (position), DELETE ON events TO slotq_app;
GRANT SELECT, INSERT, UPDATE (sequence, previous_digest, digest) ON audit_entries TO slotq_app;
GRANT USAGE ON SEQUENCE events_id_seq, audit_entries_id_seq TO slotq_app;

-- Workers ask which tenants have work: of all tenants they see what is due, and nothing of what it is.
CREATE POLICY x_worker ON tenants FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id) ON tenants TO slotq_worker;
CREATE POLICY x_worker ON reservations FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, status, expires_at) ON reservations TO slotq_worker;
CREATE POLICY x_worker ON waitlist_entries FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, status, to_at) ON waitlist_entries TO slotq_worker;
CREATE POLICY x_worker ON offers FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, status, expires_at) ON offers TO slotq_worker;
CREATE POLICY x_worker ON vacancies FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, venue_id, created_at) ON vacancies TO slotq_worker;
CREATE POLICY x_worker ON policy_versions FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (tenant_id, venue_id, status, rules) ON policy_versions TO slotq_worker;
CREATE POLICY x_worker ON events FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, venue_id, position) ON events TO slotq_worker;
CREATE POLICY x_worker ON audit_entries FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, sequence) ON audit_entries TO slotq_worker;
CREATE POLICY x_worker ON commands FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, completed_at) ON commands TO slotq_worker;

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
