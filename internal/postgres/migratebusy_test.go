package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// A migration takes several tables, and commands take them in an order of their own: the server may give the migration up for a
// command. Here it does so twice: a sequence counts on where everything else is undone.
func TestAMigrationThatIsGivenUpIsTriedAgain(t *testing.T) {
	super, at := admin(t)
	login(t, super, "deployer", "CREATEROLE")
	database(t, super, "busy", "deployer")
	inside := *at
	inside.Path = "/busy"
	there := open(t, inside.String())
	for _, statement := range []string{
		`CREATE SEQUENCE tries`,
		`GRANT USAGE ON SEQUENCE tries TO PUBLIC`,
		`CREATE FUNCTION give_up() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
			IF tg_tag = 'CREATE INDEX' AND nextval('public.tries') IN (2, 3) THEN
				RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01';
			END IF; END $$`,
		`CREATE EVENT TRIGGER give_up ON ddl_command_start EXECUTE FUNCTION give_up()`,
	} {
		exec(t, there, statement)
	}
	applied, err := postgres.Migrate(t.Context(), as(at, "deployer", "busy"), nil)
	require.NoError(t, err)
	require.NotEmpty(t, applied)
	require.Equal(t, "true", text(t, there, `SELECT (last_value > 3)::text FROM tries`), "it was never given up")
}
