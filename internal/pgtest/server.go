package pgtest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"
	"github.com/peterldowns/pgtestdb"
	"go.uber.org/goleak"

	"github.com/slotq/slotq/internal/postgres"
)

// URLVariable names the superuser's connection string, a URL, of a server to test on. Empty means a private one.
const URLVariable = "SLOTQ_TEST_DATABASE_URL"

// ownerRole owns the test databases. Like the login role of production it may create roles and is no superuser.
const ownerRole = "slotq_test"

// Main runs the tests and stops the server that they started, if they did. Use it as the whole of TestMain.
func Main(m *testing.M) int {
	code := m.Run()
	if err := server.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// MainWithoutLeaks is Main, and also demands that no test leaves a goroutine behind.
func MainWithoutLeaks(m *testing.M) int {
	code := Main(m)
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// server is the one server of this process, found or started when the first test asks for it.
var server testServer

type testServer struct {
	once  sync.Once
	admin *url.URL
	owner pgtestdb.Role
	own   *Ephemeral // nil when the server was found
	err   error

	mu        sync.Mutex
	templates []string // of this process alone
}

func (s *testServer) ready(t testing.TB) {
	t.Helper()
	s.once.Do(func() { s.err = s.prepare() })
	if s.err != nil {
		t.Fatalf("no database to test on: %v", s.err)
	}
}

func (s *testServer) stop() error {
	if s.own == nil {
		return s.clear()
	}
	return s.own.Stop()
}

func (s *testServer) prepare() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	dsn := os.Getenv(URLVariable)
	if dsn == "" {
		own, err := StartEphemeral(ctx)
		if err != nil {
			return err
		}
		s.own, dsn = own, own.AdminURL()
	}
	var err error
	if s.admin, err = url.Parse(dsn); err != nil || s.admin.Host == "" {
		return fmt.Errorf("%s has to be a URL such as postgres://postgres:password@127.0.0.1:5432/postgres", URLVariable)
	}
	return s.prepareOwner(ctx)
}

// prepareOwner makes the role that owns the test databases and a member of the application's roles. All processes that
// test on one server do the same, so the password follows from the one they share, and each step may meet the others'.
func (s *testServer) prepareOwner(ctx context.Context) error {
	secret, _ := s.admin.User.Password()
	sum := sha256.Sum256([]byte(ownerRole + secret))
	s.owner = pgtestdb.Role{Username: ownerRole, Password: hex.EncodeToString(sum[:16]), Capabilities: "NOSUPERUSER CREATEDB CREATEROLE"}

	db, err := sql.Open("postgres", s.admin.String())
	if err != nil {
		return err
	}
	defer db.Close()
	if err := postgres.EnsureRoles(ctx, db); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	// One process at a time; the lock ends with the transaction.
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext('slotq_test owner'))`); err != nil {
		return err
	}
	var exists bool
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, ownerRole).Scan(&exists); err != nil {
		return err
	}
	verb := "CREATE"
	if exists {
		verb = "ALTER"
	}
	for _, statement := range []string{
		fmt.Sprintf(`%s ROLE %s LOGIN %s PASSWORD %s`, verb, ownerRole, s.owner.Capabilities, pq.QuoteLiteral(s.owner.Password)),
		fmt.Sprintf(`GRANT %s, %s TO %s WITH ADMIN OPTION`, postgres.AppRole, postgres.WorkerRole, ownerRole),
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("role %s: %w", ownerRole, err)
		}
	}
	return tx.Commit()
}

// config is what pgtestdb wants to know of the server.
func (s *testServer) config() pgtestdb.Config {
	password, _ := s.admin.User.Password()
	return pgtestdb.Config{
		DriverName: "postgres",
		Host:       s.admin.Hostname(),
		Port:       s.admin.Port(),
		User:       s.admin.User.Username(),
		Password:   url.QueryEscape(password),
		Database:   s.admin.Path[min(1, len(s.admin.Path)):],
		Options:    s.admin.RawQuery,
		TestRole:   &s.owner,
	}
}
