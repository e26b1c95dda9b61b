package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/lib/pq"
)

// link is a foreign key between two tenant tables, as the catalogue has it.
type link struct {
	name          string
	child, parent string
	columns, keys []string
}

const readLinks = `
SELECT k.conname, c.relname, p.relname,
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u (num, nth) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.nth),
       ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u (num, nth) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num ORDER BY u.nth)
FROM pg_constraint k
JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_class p ON p.oid = k.confrelid
WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace
  AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')
  AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = p.oid AND a.attname = 'tenant_id')
ORDER BY c.relname, k.conname`

func links(ctx context.Context, tx *sql.Tx) ([]link, error) {
	rows, err := tx.QueryContext(ctx, readLinks)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []link
	for rows.Next() {
		var l link
		if err := rows.Scan(&l.name, &l.child, &l.parent, pq.Array(&l.columns), pq.Array(&l.keys)); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, rows.Err()
}

// danglingLinks finds rows that refer to nothing that their own tenant has. The keys of the database refuse them; who
// writes past those is found here.
func danglingLinks(links []link) string {
	var queries []string
	for _, l := range links {
		var present, same []string
		for i := range l.columns {
			column, key := "c."+pq.QuoteIdentifier(l.columns[i]), "p."+pq.QuoteIdentifier(l.keys[i])
			present = append(present, column+" IS NOT NULL")
			same = append(same, key+" = "+column)
		}
		queries = append(queries, fmt.Sprintf(
			`SELECT format('%%s %%s refers by %%s to no row of %%s', %s, c.id, %s, %s) FROM %s c WHERE c.tenant_id = $1 AND %s AND NOT EXISTS (SELECT FROM %s p WHERE %s)`,
			pq.QuoteLiteral(l.child), pq.QuoteLiteral(l.name), pq.QuoteLiteral(l.parent), pq.QuoteIdentifier(l.child), strings.Join(present, " AND "),
			pq.QuoteIdentifier(l.parent), strings.Join(same, " AND ")))
	}
	return strings.Join(queries, " UNION ALL ")
}
