-- The walls of intents, attempts, providers and approvals; see the first walls for their ways.
-- +goose Up

ALTER TABLE intents ADD CONSTRAINT x_intents_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE providers ADD CONSTRAINT x_providers_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_tenant_key UNIQUE (tenant_id, id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_intent_key UNIQUE (tenant_id, intent_id, id);

ALTER TABLE intents ADD CONSTRAINT x_intents_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE intent_slots ADD CONSTRAINT x_intent_slots_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE providers ADD CONSTRAINT x_providers_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE venue_providers ADD CONSTRAINT x_venue_providers_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);

ALTER TABLE intents ADD CONSTRAINT x_intents_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE intents ADD CONSTRAINT x_intents_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE intents ADD CONSTRAINT x_intents_reservation_id FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations (tenant_id, id);
ALTER TABLE intents ADD CONSTRAINT x_intents_hold_id FOREIGN KEY (tenant_id, hold_id) REFERENCES reservations (tenant_id, id);
ALTER TABLE intents ADD CONSTRAINT x_intents_offer_id FOREIGN KEY (tenant_id, offer_id) REFERENCES offers (tenant_id, id);
ALTER TABLE intents ADD CONSTRAINT x_intents_approval_id FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE intent_slots ADD CONSTRAINT x_intent_slots_intent_id FOREIGN KEY (tenant_id, intent_id) REFERENCES intents (tenant_id, id);
ALTER TABLE intent_slots ADD CONSTRAINT x_intent_slots_slot_id FOREIGN KEY (tenant_id, slot_id) REFERENCES slots (tenant_id, id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_intent_id FOREIGN KEY (tenant_id, intent_id) REFERENCES intents (tenant_id, id);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_provider_id FOREIGN KEY (tenant_id, provider_id) REFERENCES providers (tenant_id, id);
ALTER TABLE venue_providers ADD CONSTRAINT x_venue_providers_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE venue_providers ADD CONSTRAINT x_venue_providers_provider_id FOREIGN KEY (tenant_id, provider_id) REFERENCES providers (tenant_id, id);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_customer_id FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, id);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_principal_id FOREIGN KEY (tenant_id, principal_id) REFERENCES principals (tenant_id, id);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_intent_id FOREIGN KEY (tenant_id, intent_id) REFERENCES intents (tenant_id, id);
ALTER TABLE reservations ADD CONSTRAINT x_reservations_intent_id FOREIGN KEY (tenant_id, intent_id) REFERENCES intents (tenant_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE reservations ADD CONSTRAINT x_reservations_upstream_attempt_id FOREIGN KEY (tenant_id, upstream_attempt_id) REFERENCES attempts (tenant_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE offers ADD CONSTRAINT x_offers_intent_id FOREIGN KEY (tenant_id, intent_id) REFERENCES intents (tenant_id, id) DEFERRABLE INITIALLY DEFERRED;
-- The winner is an attempt of this very intent.
ALTER TABLE intents ADD CONSTRAINT x_intents_completed_by FOREIGN KEY (tenant_id, id, completed_by) REFERENCES attempts (tenant_id, intent_id, id);

ALTER TABLE intents ADD CONSTRAINT x_intents_status CHECK (status IN ('REQUESTED','WAITING_FOR_SEAT','RESERVING','SUCCEEDED','FAILED_RACE','FAILED_AUTH','FAILED_UPSTREAM','CANCELLED','EXPIRED')
  AND (status = 'SUCCEEDED') = (completed_by IS NOT NULL) AND (status IN ('REQUESTED','WAITING_FOR_SEAT','RESERVING')) = (next_at IS NOT NULL));
ALTER TABLE intents ADD CONSTRAINT x_intents_kind CHECK (kind IN ('requestReservation','confirmReservation','confirmOffer','cancelReservation','moveReservation')
  AND (kind = 'requestReservation' OR reservation_id IS NOT NULL) AND (kind = 'confirmOffer') = (offer_id IS NOT NULL) AND (kind = 'moveReservation' OR hold_id IS NULL));
ALTER TABLE intents ADD CONSTRAINT x_intents_party CHECK (party_size >= 1 AND epoch >= 0);
ALTER TABLE attempts ADD CONSTRAINT x_attempts_status CHECK (status IN ('STARTING','RUNNING','UNKNOWN','SUCCEEDED','FAILED','CANCELLED','DISCARDED')
  AND (status IN ('STARTING','RUNNING','UNKNOWN')) = (ended_at IS NULL) AND (status <> 'UNKNOWN' OR doubt_at IS NOT NULL));
ALTER TABLE attempts ADD CONSTRAINT x_attempts_kinds CHECK (action IN ('BOOK','CANCEL') AND compensation IN ('','DUE','DONE','FAILED') AND number >= 1 AND epoch >= 1 AND asked >= 0);
ALTER TABLE providers ADD CONSTRAINT x_providers_verified CHECK ((verified_at IS NULL) = (verified_until IS NULL) AND (verified_until IS NULL OR verified_until > verified_at));
ALTER TABLE venue_providers ADD CONSTRAINT x_venue_providers_rank CHECK (rank >= 1 AND (resource_kind IS NULL OR resource_kind IN ('EXCLUSIVE','POOLED')));
ALTER TABLE approvals ADD CONSTRAINT x_approvals_status CHECK (status IN ('PENDING','APPROVED','CONSUMED','SUPERSEDED','REJECTED','EXPIRED')
  AND (status NOT IN ('APPROVED','REJECTED','CONSUMED') OR decided_by IS NOT NULL) AND num_nonnulls(intent_id, result) = (status = 'CONSUMED')::int);
ALTER TABLE approvals ADD CONSTRAINT x_approvals_channel CHECK (channel IN ('AGENT','WEB') AND expires_at > created_at);

-- What an unfinished intent has in hand has no deadline of its own: the intent has.
ALTER TABLE reservations DROP CONSTRAINT x_reservations_status;
ALTER TABLE reservations ADD CONSTRAINT x_reservations_status CHECK (status IN ('HELD','CONFIRMED','CHECKED_IN','COMPLETED','CANCELLED','NO_SHOW','EXPIRED') AND (status <> 'HELD' OR expires_at IS NOT NULL OR intent_id IS NOT NULL));
ALTER TABLE reservations ADD CONSTRAINT x_reservations_in_hand CHECK (intent_id IS NULL OR status IN ('HELD','CONFIRMED'));
ALTER TABLE waitlist_entries DROP CONSTRAINT x_waitlist_entries_status;
ALTER TABLE waitlist_entries ADD CONSTRAINT x_waitlist_entries_status CHECK (status IN ('WAITING','OFFERED','FULFILLED','DECLINED','EXPIRED','CANCELLED') AND (status <> 'OFFERED' OR offer_id IS NOT NULL));
ALTER TABLE offers ADD CONSTRAINT x_offers_in_hand CHECK (intent_id IS NULL OR status = 'OFFERED');

CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON intents FOR EACH ROW EXECUTE FUNCTION x_guard_transition('REQUESTED', 'REQUESTED>WAITING_FOR_SEAT,REQUESTED>RESERVING,WAITING_FOR_SEAT>RESERVING,WAITING_FOR_SEAT>CANCELLED,WAITING_FOR_SEAT>EXPIRED,RESERVING>SUCCEEDED,RESERVING>FAILED_RACE,RESERVING>FAILED_AUTH,RESERVING>FAILED_UPSTREAM,RESERVING>WAITING_FOR_SEAT,RESERVING>CANCELLED,RESERVING>EXPIRED');
CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION x_guard_transition('STARTING', 'STARTING>RUNNING,STARTING>DISCARDED,RUNNING>SUCCEEDED,RUNNING>FAILED,RUNNING>UNKNOWN,RUNNING>DISCARDED,UNKNOWN>SUCCEEDED,UNKNOWN>FAILED,UNKNOWN>CANCELLED,UNKNOWN>DISCARDED,FAILED>DISCARDED,CANCELLED>DISCARDED');
CREATE TRIGGER x_guard_transition BEFORE INSERT OR UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION x_guard_transition('PENDING', 'PENDING>APPROVED,PENDING>REJECTED,PENDING>SUPERSEDED,PENDING>EXPIRED,APPROVED>CONSUMED,APPROVED>EXPIRED');

CREATE TRIGGER x_written_once BEFORE UPDATE ON intents FOR EACH ROW EXECUTE FUNCTION x_written_once('completed_by', 'hold_id', 'offer_id', 'approval_id');
CREATE TRIGGER x_written_once BEFORE UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION x_written_once('number', 'intent_id', 'reference', 'target', 'action', 'resolved_by');
CREATE TRIGGER x_written_once BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION x_written_once('arguments', 'args_digest', 'expires_at', 'decided_by', 'decided_at', 'intent_id', 'result');

-- A reservation that has ended can't be given units either.
DROP TRIGGER x_reservations_occupies ON allocations;
CREATE CONSTRAINT TRIGGER x_reservations_occupies AFTER INSERT OR UPDATE OF released_at ON allocations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_reservation_occupies();

-- What an intent has in hand leaves it only together with it.
-- +goose StatementBegin
CREATE FUNCTION x_stays_in_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.intent_id IS NOT NULL AND NEW.intent_id IS DISTINCT FROM OLD.intent_id
     AND EXISTS (SELECT FROM intents i WHERE i.tenant_id = OLD.tenant_id AND i.id = OLD.intent_id AND i.status IN ('REQUESTED','RESERVING')) THEN
    RAISE EXCEPTION 'a row of % is in the hand of intent %, which is not over', TG_TABLE_NAME, OLD.intent_id USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_stays_in_hand';
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER x_stays_in_hand AFTER UPDATE OF intent_id ON reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_stays_in_hand();
CREATE CONSTRAINT TRIGGER x_stays_in_hand AFTER UPDATE OF intent_id ON offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_stays_in_hand();

-- What a hold must know of intents and ties stands in the rows that it reads anyway: asking for it each time would cost more
-- in planning than the whole hold. The slots of an intent that comes to wait, or ceases to, are locked by then.
ALTER TABLE slots ADD CONSTRAINT x_slots_awaited CHECK (awaited >= 0);
-- +goose StatementBegin
CREATE FUNCTION x_count_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status = 'WAITING_FOR_SEAT') <> (OLD.status = 'WAITING_FOR_SEAT') THEN
    UPDATE slots SET awaited = awaited + CASE NEW.status WHEN 'WAITING_FOR_SEAT' THEN 1 ELSE -1 END
    WHERE tenant_id = NEW.tenant_id AND id IN (SELECT slot_id FROM intent_slots WHERE tenant_id = NEW.tenant_id AND intent_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_count_waiting AFTER UPDATE OF status ON intents FOR EACH ROW EXECUTE FUNCTION x_count_waiting();
-- +goose StatementBegin
CREATE FUNCTION x_tie_resources() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tie record;
BEGIN
  IF TG_TABLE_NAME = 'resources' THEN
    NEW.tied := EXISTS (SELECT FROM venue_providers p WHERE p.tenant_id = NEW.tenant_id AND p.venue_id = NEW.venue_id AND (p.resource_kind IS NULL OR p.resource_kind = NEW.kind));
    RETURN NEW;
  END IF;
  tie := coalesce(NEW, OLD);
  UPDATE resources r SET tied = NOT r.tied
  WHERE r.tenant_id = tie.tenant_id AND r.venue_id = tie.venue_id
    AND r.tied <> EXISTS (SELECT FROM venue_providers p WHERE p.tenant_id = r.tenant_id AND p.venue_id = r.venue_id AND (p.resource_kind IS NULL OR p.resource_kind = r.kind));
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_tie_resources BEFORE INSERT ON resources FOR EACH ROW EXECUTE FUNCTION x_tie_resources();
CREATE TRIGGER x_tie_resources AFTER INSERT OR UPDATE OR DELETE ON venue_providers FOR EACH ROW EXECUTE FUNCTION x_tie_resources();

-- An epoch only rises: a worker that was taken for dead writes nothing under its old one. While an attempt may still turn
-- out either way, its intent is not called off and does not end in any other way than by it.
-- +goose StatementBegin
CREATE FUNCTION x_fence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of a row of % only rises', TG_TABLE_NAME USING ERRCODE = '23514', CONSTRAINT = 'x_' || TG_TABLE_NAME || '_fence';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_fence BEFORE UPDATE ON intents FOR EACH ROW EXECUTE FUNCTION x_fence();
CREATE TRIGGER x_fence BEFORE UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION x_fence();
-- +goose StatementBegin
CREATE FUNCTION x_intent_ends() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row_now intents%ROWTYPE;
  winner text;
BEGIN
  IF TG_TABLE_NAME = 'intents' THEN
    SELECT * INTO row_now FROM intents WHERE id = NEW.id;
  ELSE
    SELECT * INTO row_now FROM intents WHERE id = NEW.intent_id;
  END IF;
  IF row_now.id IS NULL OR row_now.status IN ('REQUESTED','WAITING_FOR_SEAT','RESERVING') THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM attempts a WHERE a.tenant_id = row_now.tenant_id AND a.intent_id = row_now.id AND a.status IN ('STARTING','RUNNING','UNKNOWN')) THEN
    RAISE EXCEPTION 'intent % is % while an attempt may still turn out either way', row_now.id, row_now.status USING ERRCODE = '23514', CONSTRAINT = 'x_intents_unresolved';
  END IF;
  IF row_now.completed_by IS NOT NULL THEN
    SELECT a.status INTO winner FROM attempts a WHERE a.id = row_now.completed_by;
    IF winner IS DISTINCT FROM 'SUCCEEDED' THEN
      RAISE EXCEPTION 'intent % is completed by an attempt that is %', row_now.id, winner USING ERRCODE = '23514', CONSTRAINT = 'x_intents_winner';
    END IF;
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER x_intents_ends AFTER INSERT OR UPDATE OF status ON intents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_intent_ends();
CREATE CONSTRAINT TRIGGER x_intents_ends AFTER INSERT OR UPDATE OF status ON attempts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_intent_ends();

-- What was approved is carried out while there is time, by the clock of the database.
-- +goose StatementBegin
CREATE FUNCTION x_approval_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.expires_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'the time of approval % is over', OLD.id USING ERRCODE = '23514', CONSTRAINT = 'x_approvals_time';
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_approvals_time BEFORE UPDATE ON approvals FOR EACH ROW WHEN (NEW.status = 'CONSUMED' AND OLD.status <> 'CONSUMED') EXECUTE FUNCTION x_approval_in_time();

ALTER TABLE intents ENABLE ROW LEVEL SECURITY;
ALTER TABLE intents FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON intents TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE intent_slots ENABLE ROW LEVEL SECURITY;
ALTER TABLE intent_slots FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON intent_slots TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON attempts TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE providers FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON providers TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE venue_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE venue_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON venue_providers TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON approvals TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

GRANT SELECT, INSERT, UPDATE (version, status, reservation_id, failure, completed_by, epoch, next_at, not_before, hold_until, updated_at) ON intents TO slotq_app;
GRANT SELECT, INSERT ON intent_slots TO slotq_app;
GRANT SELECT, INSERT, UPDATE (version, status, upstream_ref, failure_kind, failure, ended_at, resolved_by, resolution, compensation, epoch, ask_at, asked, doubt_at, watch_until, updated_at) ON attempts TO slotq_app;
GRANT SELECT, INSERT, UPDATE (version, status, decided_by, decided_at, intent_id, result, updated_at) ON approvals TO slotq_app;
GRANT SELECT, INSERT, UPDATE (version, endpoint, token_variable, contract, verified_at, verified_until, transcript, next_write_at, updated_at) ON providers TO slotq_app;
GRANT SELECT, INSERT, UPDATE (rank, resource_kind), DELETE ON venue_providers TO slotq_app;

CREATE POLICY x_worker ON intents FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, status, next_at) ON intents TO slotq_worker;
CREATE POLICY x_worker ON attempts FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, intent_id, status, compensation, ask_at) ON attempts TO slotq_worker;
CREATE POLICY x_worker ON approvals FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (id, tenant_id, status, expires_at) ON approvals TO slotq_worker;

-- +goose Down
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
