package invariant

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

// breaches in the walls, by the invariant that has to find them, each with a word that the finding has to say.
var breaches = map[string]map[string][2]string{
	"row-security": {
		"row security that is off":           {`ALTER TABLE offers DISABLE ROW LEVEL SECURITY`, "offers"},
		"an owner who is exempt":             {`ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY`, "tenants"},
		"a policy that is gone":              {`DROP POLICY x_tenant ON slots`, "slots"},
		"a policy that asks for nothing":     {`CREATE POLICY open_door ON slots TO slotq_app USING (true)`, "open_door"},
		"a policy for everybody":             {`CREATE POLICY open_door ON slots FOR SELECT USING (true)`, "open_door"},
		"a policy that lets anything in":     {`ALTER POLICY x_tenant ON events WITH CHECK (true)`, "events"},
		"a new table that nobody has fenced": {`CREATE TABLE notes (tenant_id uuid)`, "notes"},
	},
	"tenant-keys": {
		"a reference across tenants": {`ALTER TABLE allocations ADD CONSTRAINT short FOREIGN KEY (slot_id) REFERENCES slots (id)`, "short"},
		"a key for all tenants":      {`CREATE UNIQUE INDEX one_name ON resources (name)`, "one_name"},
	},
	"weak-roles": {
		"a role that owns a table": {`ALTER TABLE vacancies OWNER TO slotq_app`, "vacancies"},
	},
	"walls-stand": {
		"a constraint that is gone":     {`ALTER TABLE slots DROP CONSTRAINT x_slots_capacity`, "slots.x_slots_capacity"},
		"a constraint that is not held": {`ALTER TABLE slots DROP CONSTRAINT x_slots_range; ALTER TABLE slots ADD CONSTRAINT x_slots_range CHECK (ends_at > starts_at) NOT VALID`, "slots.x_slots_range"},
		"a trigger that is gone":        {`DROP TRIGGER x_written_once ON events`, "events.x_written_once"},
		"a trigger that is off":         {`ALTER TABLE offers DISABLE TRIGGER x_guard_transition`, "offers.x_guard_transition"},
		"foreign keys that are off":     {`ALTER TABLE allocations DISABLE TRIGGER ALL`, "x_allocations_slot_id"},
		"a unique index that is gone":   {`DROP INDEX command_tenant_id_principal_id_key_digest`, "command_tenant_id_principal_id_key_digest"},
	},
}

// TestBreaches breaks each wall in a transaction, looks from inside it, and undoes it.
func TestBreaches(t *testing.T) {
	t.Parallel()
	admin := pgtest.Admin(t, pgtest.New(t))
	for name, ways := range breaches {
		for way, breach := range ways {
			t.Run(name+" finds "+way, func(t *testing.T) {
				tx, err := admin.Begin()
				require.NoError(t, err)
				defer func() { _ = tx.Rollback() }()
				_, err = tx.Exec(breach[0])
				require.NoError(t, err)
				_, violations, err := catalogue(ctx, tx)
				require.NoError(t, err)
				require.True(t, slices.ContainsFunc(of(violations, name), func(v Violation) bool {
					return v.Tenant == uuid.Nil && strings.Contains(v.Detail, breach[1])
				}), "%v does not name %s", violations, breach[1])
			})
		}
	}
}
