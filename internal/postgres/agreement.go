package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/slotq/slotq/migrations"
)

// Agreement is how the tables of a database stand to what this program was built for.
type Agreement struct {
	Missing int // migrations that the program needs and the database lacks: the program is newer
	Unknown int // migrations that the database has and the program doesn't know: the program is older
}

const appliedMigrations = `
SELECT (SELECT coalesce(array_agg(version_id)::text, '{}') FROM (
	SELECT DISTINCT ON (version_id) version_id, is_applied FROM ` + gooseTable + ` WHERE version_id > 0 ORDER BY version_id, id DESC
) AS latest WHERE is_applied), (SELECT coalesce(array_agg(version)::text, '{}') FROM ` + JobSchema + `.river_migration WHERE line = 'main')`

// Agrees compares the tables with the program, ours and the job queue's, in one short look. It writes nothing.
func (db *DB) Agrees(ctx context.Context) (a Agreement, err error) {
	want, err := expected()
	if err != nil {
		return a, err
	}
	var ours, jobs string
	err = db.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, appliedMigrations).Scan(&ours, &jobs)
	})
	if err != nil {
		return a, fmt.Errorf("look at the migrations: %w", err)
	}
	have := append(versions("", ours), versions(JobSchema, jobs)...)
	for _, version := range want {
		if !slices.Contains(have, version) {
			a.Missing++
		}
	}
	for _, version := range have {
		if !slices.Contains(want, version) {
			a.Unknown++
		}
	}
	return a, nil
}

// expected are the versions that this program knows.
var expected = sync.OnceValues(func() (all []string, err error) {
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		number, _, _ := strings.Cut(file, "_")
		all = append(all, number)
	}
	jobs, err := jobMigrations(nil)
	if err != nil {
		return nil, err
	}
	for _, m := range jobs.AllVersions() {
		all = append(all, JobSchema+strconv.Itoa(m.Version))
	}
	return all, nil
})

// versions reads an array of numbers.
func versions(head, array string) (all []string) {
	for _, number := range strings.FieldsFunc(array, func(r rune) bool { return strings.ContainsRune("{},", r) }) {
		all = append(all, head+number)
	}
	return all
}
