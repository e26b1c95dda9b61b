package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/lib/pq"

	"github.com/slotq/slotq/migrations"
)

// The walls that stand in the migrations: constraints and triggers named x_..., and unique indexes. What a later migration
// takes away is no longer expected.
var wallsInSQL = regexp.MustCompile(`(?is)` + strings.Join([]string{
	`ALTER TABLE "?(\w+)"?\s+ADD CONSTRAINT "?(x_\w+)"?`,
	`ALTER TABLE "?(\w+)"?\s+DROP CONSTRAINT (?:IF EXISTS )?"?(x_\w+)"?`,
	`CREATE (?:CONSTRAINT )?TRIGGER "?(x_\w+)"?[^;]*?\sON "?(\w+)"?`,
	`DROP TRIGGER (?:IF EXISTS )?"?(x_\w+)"?\s+ON "?(\w+)"?`,
	`CREATE UNIQUE INDEX (?:CONCURRENTLY )?"?(\w+)"?\s+ON "?(\w+)"?`,
	`DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?"?(\w+)"?`,
}, "|"))

// expectedWalls are "constraint t.x_c", "trigger t.x_t" and "index i", in order. The migrations are part of the program, so
// they are read once.
var expectedWalls = sync.OnceValues(readWalls)

func readWalls() ([]string, error) {
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	expected := map[string]bool{}
	for _, file := range files {
		text, err := fs.ReadFile(migrations.FS, file)
		if err != nil {
			return nil, fmt.Errorf("read migration %s: %w", file, err)
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for _, m := range wallsInSQL.FindAllStringSubmatch(up, -1) {
			switch {
			case m[2] != "":
				expected["constraint "+m[1]+"."+m[2]] = true
			case m[4] != "":
				delete(expected, "constraint "+m[3]+"."+m[4])
			case m[5] != "":
				expected["trigger "+m[6]+"."+m[5]] = true
			case m[7] != "":
				delete(expected, "trigger "+m[8]+"."+m[7])
			case m[9] != "":
				expected["index "+m[9]] = true
			case m[11] != "":
				delete(expected, "index "+m[11])
			}
		}
	}
	return slices.Sorted(maps.Keys(expected)), nil
}

// standing lists the walls that hold in the database: validated, enabled, usable. Disabled is a trigger that fires for
// nobody or only on a replica.
const standing = `
standing AS (
	SELECT 'constraint ' || c.relname || '.' || k.conname AS wall FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
	WHERE c.relnamespace = current_schema()::regnamespace AND k.convalidated
	UNION ALL
	SELECT 'trigger ' || c.relname || '.' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
	WHERE c.relnamespace = current_schema()::regnamespace AND t.tgenabled IN ('O', 'A')
	UNION ALL
	SELECT 'index ' || c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
	WHERE c.relnamespace = current_schema()::regnamespace AND i.indisunique AND i.indisvalid AND i.indisready
)`

// fallenWalls lists what the migrations have built and the database lacks, and every trigger that is switched off, those
// behind foreign keys included.
func fallenWalls(ctx context.Context, tx *sql.Tx) ([]string, error) {
	expected, err := expectedWalls()
	if err != nil {
		return nil, err
	}
	return texts(ctx, tx, `WITH `+standing+`
		SELECT format('%s is missing or not in force', wall) FROM unnest($1::text[]) AS wall WHERE wall NOT IN (SELECT wall FROM standing)
		UNION ALL
		SELECT format('a trigger of table %s is switched off: %s', c.relname, coalesce(k.conname, t.tgname))
		FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid LEFT JOIN pg_constraint k ON k.oid = t.tgconstraint
		WHERE c.relnamespace = current_schema()::regnamespace AND t.tgenabled NOT IN ('O', 'A')`, pq.Array(expected))
}
