-- The walls of keys, memberships, sessions and nodes; see the first walls for their ways.
-- +goose Up

ALTER TABLE memberships ADD CONSTRAINT x_memberships_tenant_key UNIQUE (tenant_id, id);

ALTER TABLE memberships ADD CONSTRAINT x_memberships_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE memberships ADD CONSTRAINT x_memberships_principal_id FOREIGN KEY (tenant_id, principal_id) REFERENCES principals (tenant_id, id);
ALTER TABLE membership_venues ADD CONSTRAINT x_membership_venues_membership_id FOREIGN KEY (tenant_id, membership_id) REFERENCES memberships (tenant_id, id);
ALTER TABLE membership_venues ADD CONSTRAINT x_membership_venues_venue_id FOREIGN KEY (tenant_id, venue_id) REFERENCES venues (tenant_id, id);
ALTER TABLE sessions ADD CONSTRAINT x_sessions_membership_id FOREIGN KEY (tenant_id, membership_id) REFERENCES memberships (tenant_id, id);
ALTER TABLE sign_ins ADD CONSTRAINT x_sign_ins_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id);

ALTER TABLE api_keys ADD CONSTRAINT x_api_keys_previous CHECK ((previous_digest IS NULL) = (previous_until IS NULL) AND (previous_digest IS NULL OR length(previous_digest) = 32));
ALTER TABLE memberships ADD CONSTRAINT x_memberships_person CHECK (num_nonnulls(subject, email) > 0 AND email = lower(email));
ALTER TABLE sessions ADD CONSTRAINT x_sessions_digest CHECK (length(secret_digest) = 32);
ALTER TABLE sessions ADD CONSTRAINT x_sessions_range CHECK (expires_at > created_at);
ALTER TABLE sign_ins ADD CONSTRAINT x_sign_ins_digest CHECK (length(state_digest) = 32);
ALTER TABLE sign_ins ADD CONSTRAINT x_sign_ins_return_to CHECK (return_to LIKE '/%' AND return_to NOT LIKE '//%');
ALTER TABLE nodes ADD CONSTRAINT x_nodes_role CHECK (role IN ('api','worker','all'));

CREATE TRIGGER x_written_once BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION x_written_once('revoked_at', 'principal_id', 'scopes', 'created_at');
CREATE TRIGGER x_written_once BEFORE UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION x_written_once('revoked_at', 'principal_id', 'issuer', 'subject', 'email', 'created_at');
CREATE TRIGGER x_written_once BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION x_written_once('ended_at');

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON memberships TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE membership_venues ENABLE ROW LEVEL SECURITY;
ALTER TABLE membership_venues FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON membership_venues TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON sessions TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
ALTER TABLE sign_ins ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_ins FORCE ROW LEVEL SECURITY;
CREATE POLICY x_tenant ON sign_ins TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);

-- What a credential allows, and until when, never changes: who is to have more, or less, gets another.
REVOKE UPDATE ON api_keys FROM slotq_app;
GRANT UPDATE (secret_digest, previous_digest, previous_until, revoked_at, last_used_at, version) ON api_keys TO slotq_app;
GRANT SELECT, INSERT, UPDATE (subject, last_signed_in_at, revoked_at, version) ON memberships TO slotq_app;
GRANT SELECT, INSERT ON membership_venues TO slotq_app;
GRANT SELECT, INSERT, UPDATE (seen_at, ended_at), DELETE ON sessions TO slotq_app;
GRANT SELECT, INSERT, DELETE ON sign_ins TO slotq_app;

-- Who signs in names a tenant by its code, before there is a scope. Nodes belong to no tenant.
GRANT SELECT (code) ON tenants TO slotq_worker;
GRANT SELECT, INSERT, UPDATE (seen_at), DELETE ON nodes TO slotq_worker;

-- +goose Down
-- Walls aren't taken down: a release goes back by restoring the database.
-- +goose StatementBegin
DO $$ BEGIN RAISE EXCEPTION 'this migration is not reversible'; END $$;
-- +goose StatementEnd
