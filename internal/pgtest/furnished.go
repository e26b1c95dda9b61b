package pgtest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"github.com/lib/pq"
	"github.com/peterldowns/pgtestdb"

	"github.com/slotq/slotq/internal/postgres"
)

// Furnished is a database that is filled once for the process and copied for each test: for rows that take longer to make
// than to copy.
type Furnished struct{ furnishing furnishing }

// Furnish says how. It is called when the first test asks for a copy, on a migrated database; if it fails, so does every
// test that asks.
func Furnish(furnish func(ctx context.Context, db *postgres.DB) error) *Furnished {
	return &Furnished{furnishing{key: rand.Text(), furnish: furnish}}
}

// New is New with the rows in it. What a test does to its copy, no other sees.
func (f *Furnished) New(t testing.TB) *postgres.DB {
	t.Helper()
	return open(t, newURL(t, f.furnishing))
}

// furnishing makes a template that no other process uses.
type furnishing struct {
	key     string
	furnish func(ctx context.Context, db *postgres.DB) error
}

func (f furnishing) Hash() (string, error) {
	schema, err := migrator{}.Hash()
	return schema + f.key, err
}

func (f furnishing) Migrate(ctx context.Context, empty *sql.DB, conf pgtestdb.Config) error {
	if err := (migrator{}).Migrate(ctx, empty, conf); err != nil {
		return err
	}
	server.remember(conf.Database)
	db, err := postgres.Open(conf.URL(), postgres.PoolOptions{MaxOpen: 10, ApplicationName: "furnish"})
	if err != nil {
		return err
	}
	return errors.Join(f.furnish(ctx, db), db.Close())
}

// remember that a template has to go with this process.
func (s *testServer) remember(template string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.templates = append(s.templates, template)
}

// clear drops the templates of this process from a server that outlives it.
func (s *testServer) clear() error {
	if len(s.templates) == 0 {
		return nil
	}
	db, err := sql.Open("postgres", s.admin.String())
	if err != nil {
		return err
	}
	defer db.Close()
	for _, name := range s.templates {
		for _, statement := range []string{`ALTER DATABASE %s IS_TEMPLATE false`, `DROP DATABASE %s`} {
			if _, err := db.Exec(fmt.Sprintf(statement, pq.QuoteIdentifier(name))); err != nil {
				return fmt.Errorf("drop the template %s: %w", name, err)
			}
		}
	}
	return nil
}
