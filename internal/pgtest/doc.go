// Package pgtest gives a test a PostgreSQL database of its own, migrated, in a fraction of a second: one server for the
// test process (or the one at SLOTQ_TEST_DATABASE_URL), one template for each state of the migrations, one clone a test.
// The server is real, so a test proves what production will do. Where the rows that tests begin with take long to make,
// Furnish makes them once.
//
// It leaves the rows to the tests, and starting and migrating to internal/postgres, whose ways it uses unchanged.
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//
//	func TestSomething(t *testing.T) {
//		db := pgtest.New(t)
//		...
//	}
package pgtest
