-- Since when a slot is withdrawn is noted by whoever withdraws it, whatever the way. Of those that already are nobody knows;
-- they count from now.
-- +goose Up

ALTER TABLE slots NO FORCE ROW LEVEL SECURITY;
UPDATE slots SET withdrawn_at = clock_timestamp() WHERE state = 'WITHDRAWN';
ALTER TABLE slots FORCE ROW LEVEL SECURITY;

-- +goose StatementBegin
CREATE FUNCTION x_slot_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'WITHDRAWN' THEN
    NEW.withdrawn_at := NULL;
  ELSIF OLD.state <> 'WITHDRAWN' THEN
    NEW.withdrawn_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER x_slot_withdrawn BEFORE UPDATE OF state ON slots FOR EACH ROW EXECUTE FUNCTION x_slot_withdrawn();

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
