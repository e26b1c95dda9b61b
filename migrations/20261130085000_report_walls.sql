-- The walls of what reports and checks are made of; see the first walls for their ways.
-- +goose Up

ALTER TABLE invariant_checks ADD CONSTRAINT x_invariant_checks_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE invariant_checks ADD CONSTRAINT x_invariant_checks_found CHECK (breaches >= 0 AND took_micros >= 0 AND (breaches = 0 OR last_breach_at IS NOT NULL));

ALTER TABLE invariant_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE invariant_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON invariant_checks TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (checked_at, breaches, last_breach_at, took_micros) ON invariant_checks TO slotq_app;
-- Whose turn it is, and how much is broken over all tenants.
CREATE POLICY x_worker ON invariant_checks FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (tenant_id, name, checked_at, breaches) ON invariant_checks TO slotq_worker;

-- Since when a reservation has been confirmed, whatever becomes of it: one that is cancelled doesn't tell otherwise.
-- +goose StatementBegin
CREATE FUNCTION x_reservation_confirmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.confirmed_at := NEW.updated_at;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_reservation_confirmed BEFORE UPDATE OF status ON reservations FOR EACH ROW WHEN (NEW.status = 'CONFIRMED' AND OLD.status <> 'CONFIRMED') EXECUTE FUNCTION x_reservation_confirmed();

-- What was confirmed before says so by its state, its offer or its event; the moment is the best that is known. The owner of
-- the tables sees rows of all tenants for this.
ALTER TABLE reservations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE offers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE events NO FORCE ROW LEVEL SECURITY;
UPDATE reservations r SET confirmed_at = coalesce(
  (SELECT min(e.occurred_at) FROM events e WHERE e.tenant_id = r.tenant_id AND e.entity_id = r.id AND e.kind = 'reservation.confirmed'),
  (SELECT o.decided_at FROM offers o WHERE o.tenant_id = r.tenant_id AND o.reservation_id = r.id AND o.status = 'ACCEPTED'),
  CASE WHEN r.status <> 'CANCELLED' THEN r.created_at END)
WHERE r.status IN ('CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'NO_SHOW', 'CANCELLED');
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
ALTER TABLE offers FORCE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
