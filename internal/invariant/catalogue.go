package invariant

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/postgres"
)

// wallsStand is the name under which missing and disabled walls are reported.
const wallsStand = "walls-stand"

// catalogue looks at the walls themselves, and returns the references between tenant tables for a look at the rows.
func catalogue(ctx context.Context, tx *sql.Tx) (keys []link, all []Violation, err error) {
	if keys, err = links(ctx, tx); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", references, err)
	}
	for _, w := range walls() {
		details, err := w.find(ctx, tx)
		if err != nil {
			return keys, all, fmt.Errorf("%s: %w", w.name, err)
		}
		for _, detail := range details {
			all = append(all, Violation{Invariant: w.name, Detail: detail})
		}
	}
	return keys, all, nil
}

// wall is a look at the catalogue that finds nothing while what it looks at stands.
type wall struct {
	name    string
	promise string
	find    func(ctx context.Context, tx *sql.Tx) (details []string, err error)
}

// asking is a look by one query, which finds no rows.
func asking(query string, args ...any) func(context.Context, *sql.Tx) ([]string, error) {
	return func(ctx context.Context, tx *sql.Tx) ([]string, error) { return texts(ctx, tx, query, args...) }
}

// tenantTables are the tables whose rows belong to a tenant. The table of tenants is one too; it has no tenant_id, for
// there the id itself is it.
const tenantTables = `tenant_tables AS (
	SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c
	WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
	  AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)
)`

func walls() []wall {
	return []wall{
		{"row-security", "The database shows and takes rows of one tenant at a time.", asking(rowSecurity, postgres.AppRole)},
		{"tenant-keys", "No reference and no unique key reaches from one tenant to another.", asking(tenantKeys)},
		{"weak-roles", "What answers requests has no right to pass the walls between tenants.", asking(rolesAreWeak, pq.Array([]string{postgres.AppRole, postgres.WorkerRole}))},
		{wallsStand, "Every wall that was built in the database stands and is in force.", fallenWalls},
	}
}

// rowSecurity demands that the application sees rows only through a policy that asks for the tenant, and that not even the
// owner is exempt.
const rowSecurity = `WITH ` + tenantTables + `, guarded AS (
	SELECT * FROM tenant_tables
	UNION ALL
	SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c WHERE c.oid = 'tenants'::regclass
), app AS (
	SELECT oid FROM pg_roles WHERE rolname = $1
), policies AS (
	SELECT p.polrelid, p.polname, p.polcmd,
	       coalesce(pg_get_expr(p.polqual, p.polrelid) LIKE '%app.tenant%', p.polcmd = 'a')
	   AND coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid)) LIKE '%app.tenant%' AS asks
	FROM pg_policy p, app
	WHERE p.polpermissive AND (p.polroles @> ARRAY[app.oid] OR p.polroles @> ARRAY[0::oid])
)
SELECT format('table %s: row security is enabled %s, forced %s', relname, relrowsecurity, relforcerowsecurity)
FROM guarded WHERE NOT (relrowsecurity AND relforcerowsecurity)
UNION ALL
SELECT format('table %s has no policy for the tenant of the application', relname)
FROM guarded g WHERE NOT EXISTS (SELECT FROM policies p WHERE p.polrelid = g.oid AND p.polcmd = '*' AND p.asks)
UNION ALL
SELECT format('table %s: policy %s lets the application past its tenant', g.relname, p.polname)
FROM guarded g JOIN policies p ON p.polrelid = g.oid WHERE NOT p.asks`

// tenantKeys demands that every reference and every uniqueness begins with the tenant. Exempt are primary keys: their ids
// are random or serial, and nothing refers to one without its tenant.
const tenantKeys = `WITH ` + tenantTables + `
SELECT format('table %s: foreign key %s does not begin with the tenant', t.relname, k.conname)
FROM pg_constraint k JOIN tenant_tables t ON t.oid = k.conrelid
WHERE k.contype = 'f' AND NOT (
	EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = k.conkey[1] AND a.attname = 'tenant_id')
	AND (k.confrelid = 'tenants'::regclass
	     OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.confrelid AND a.attnum = k.confkey[1] AND a.attname = 'tenant_id')))
UNION ALL
SELECT format('table %s: unique key %s does not begin with the tenant', t.relname, i.indexrelid::regclass)
FROM pg_index i JOIN tenant_tables t ON t.oid = i.indrelid
WHERE (i.indisunique OR i.indisexclusion) AND NOT i.indisprimary
  AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0] AND a.attname = 'tenant_id')`

// rolesAreWeak demands that the roles under which requests run are bound by every policy and own nothing here.
const rolesAreWeak = `
SELECT format('role %s is missing', name) FROM unnest($1::text[]) AS name WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
UNION ALL
SELECT format('role %s is a superuser, passes row security, logs in or makes roles or databases', rolname)
FROM pg_roles WHERE rolname = ANY ($1::text[]) AND (rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole OR rolcreatedb)
UNION ALL
SELECT format('role %s owns %s', r.rolname, pg_describe_object(d.classid, d.objid, d.objsubid))
FROM pg_roles r JOIN pg_shdepend d ON d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid AND d.deptype = 'o'
WHERE r.rolname = ANY ($1::text[]) AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
UNION ALL
SELECT format('role %s is a member of %s', r.rolname, m.roleid::regrole)
FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
WHERE r.rolname = ANY ($1::text[])`
