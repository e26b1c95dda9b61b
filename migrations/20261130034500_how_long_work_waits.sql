-- How long work has been waiting is for whoever looks on: since when a row stands as it does, and nothing of what it is.
-- +goose Up

GRANT SELECT (intent_id) ON offers TO slotq_worker;
GRANT SELECT (occurred_at) ON events TO slotq_worker;
GRANT SELECT (at) ON audit_entries TO slotq_worker;
GRANT SELECT (created_at) ON intents TO slotq_worker;
GRANT SELECT (started_at, ended_at) ON attempts TO slotq_worker;
GRANT SELECT (created_at) ON approvals TO slotq_worker;
CREATE POLICY x_worker ON opening_revisions FOR SELECT TO slotq_worker USING (true);
GRANT SELECT (tenant_id, venue_id, number, created_at) ON opening_revisions TO slotq_worker;

-- Attempts that are to be undone at the provider, or can't be: the latter wait for a person, for ever.
CREATE INDEX x_attempts_undo ON attempts (compensation, started_at) WHERE compensation IN ('DUE', 'FAILED');
-- Venues whose slots don't follow their rules.
CREATE INDEX x_venues_outdated ON venues (tenant_id, id) WHERE laid_out_number < opening_number;

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
