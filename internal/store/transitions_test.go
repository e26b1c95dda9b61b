package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/ent/db"
	entapproval "github.com/slotq/slotq/ent/db/approval"
	entattempt "github.com/slotq/slotq/ent/db/attempt"
	entintent "github.com/slotq/slotq/ent/db/intent"
	entoffer "github.com/slotq/slotq/ent/db/offer"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	entreservation "github.com/slotq/slotq/ent/db/reservation"
	entwaitlistentry "github.com/slotq/slotq/ent/db/waitlistentry"
	entschema "github.com/slotq/slotq/ent/schema"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

// machine is one state machine as three places have it: the table in Go, the hook of ent, the trigger of the database.
type machine struct {
	table   string
	row     func(h lived) uuid.UUID
	initial string
	states  []string
	edges   map[string][]string
	// update changes the state through ent and counts the rows.
	update func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error)
	// create gives birth through ent to a row of which nothing but the state is said.
	create func(ctx context.Context, c *db.Client, in string) error
}

func machines() []machine {
	return []machine{
		{"reservations", func(h lived) uuid.UUID { return h.booked }, string(reservation.Initial), plain(reservation.Values()), table(reservation.Transitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.Reservation.Update().Where(entreservation.ID(id)).SetStatus(reservation.Status(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.Reservation.Create().SetStatus(reservation.Status(in)).Exec(ctx)
			}},
		{"waitlist_entries", func(h lived) uuid.UUID { return h.wish }, string(waitlist.EntryInitial), plain(waitlist.EntryValues()), table(waitlist.EntryTransitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.WaitlistEntry.Update().Where(entwaitlistentry.ID(id)).SetStatus(waitlist.EntryStatus(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.WaitlistEntry.Create().SetStatus(waitlist.EntryStatus(in)).Exec(ctx)
			}},
		{"offers", func(h lived) uuid.UUID { return h.offer }, string(waitlist.OfferInitial), plain(waitlist.OfferValues()), table(waitlist.OfferTransitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.Offer.Update().Where(entoffer.ID(id)).SetStatus(waitlist.OfferStatus(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.Offer.Create().SetStatus(waitlist.OfferStatus(in)).Exec(ctx)
			}},
		{"policy_versions", func(h lived) uuid.UUID { return h.Policy }, string(policy.Draft), plain(policy.StatusValues()), table(policy.Transitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.PolicyVersion.Update().Where(entpolicyversion.ID(id)).SetStatus(policy.Status(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.PolicyVersion.Create().SetStatus(policy.Status(in)).Exec(ctx)
			}},
		{"intents", func(h lived) uuid.UUID { return h.unsure }, string(intent.Initial), plain(intent.StatusValues()), table(intent.Transitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.Intent.Update().Where(entintent.ID(id)).SetStatus(intent.Status(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.Intent.Create().SetStatus(intent.Status(in)).Exec(ctx)
			}},
		{"attempts", func(h lived) uuid.UUID { return h.doubt }, string(intent.AttemptInitial), plain(intent.AttemptValues()), table(intent.AttemptTransitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.Attempt.Update().Where(entattempt.ID(id)).SetStatus(intent.AttemptStatus(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.Attempt.Create().SetStatus(intent.AttemptStatus(in)).Exec(ctx)
			}},
		{"approvals", func(h lived) uuid.UUID { return h.pending }, string(approval.Initial), plain(approval.StatusValues()), table(approval.Transitions),
			func(ctx context.Context, c *db.Client, id uuid.UUID, to string) (int, error) {
				return c.Approval.Update().Where(entapproval.ID(id)).SetStatus(approval.Status(to)).Save(ctx)
			},
			func(ctx context.Context, c *db.Client, in string) error {
				return c.Approval.Create().SetStatus(approval.Status(in)).Exec(ctx)
			}},
	}
}

// TestThreeTransitionTables compares what the pure rooms say with what the hooks and the triggers do, for every pair.
func TestThreeTransitionTables(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	admin := pgtest.Admin(t, h.DB)
	// Whatever else the states demand of a row is given, or not asked for, so that nothing but the transition decides.
	for _, fill := range []string{
		`UPDATE offers SET decided_at = clock_timestamp()`, `UPDATE policy_versions SET activated_at = clock_timestamp()`,
		`ALTER TABLE intents DROP CONSTRAINT x_intents_status`, `ALTER TABLE attempts DROP CONSTRAINT x_attempts_status`, `ALTER TABLE approvals DROP CONSTRAINT x_approvals_status`, `ALTER TABLE slots DROP CONSTRAINT x_slots_awaited`,
	} {
		_, err := admin.Exec(fill)
		require.NoError(t, err)
	}
	for _, m := range machines() {
		t.Run(m.table+": the trigger was given the same edges", func(t *testing.T) {
			initial, edges := triggerArguments(t, admin, m.table)
			require.Equal(t, m.initial, initial)
			require.ElementsMatch(t, m.listed(), edges)
		})
		for _, from := range m.states {
			place(t, admin, m.table, m.row(h), from)
			for _, to := range m.states {
				t.Run(fmt.Sprintf("%s: %s to %s", m.table, from, to), func(t *testing.T) { m.compare(t, h, from, to) })
			}
		}
		t.Run(m.table+": every row is born in the initial state", func(t *testing.T) { m.births(t, h) })
	}
}

func (m machine) compare(t *testing.T, h lived, from, to string) {
	legal := slices.Contains(m.edges[from], to)
	pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
		n, err := m.update(t.Context(), store.Client(tx), m.row(h), to)
		switch {
		case legal:
			require.NoError(t, err)
			require.Equal(t, 1, n, "the hook lets it pass")
		case err != nil:
			require.ErrorIs(t, err, entschema.ErrIllegalTransition, "the hook, not the database")
		default:
			require.Zero(t, n, "the hook finds no row in a state that leads there")
		}
	})
	pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
		result, err := tx.Exec(`UPDATE `+m.table+` SET status = $1, version = version + 1 WHERE id = $2`, to, m.row(h))
		if legal || from == to { // to the trigger, a state that stays is no transition
			require.NoError(t, err)
			n, err := result.RowsAffected()
			require.NoError(t, err)
			require.EqualValues(t, 1, n)
			return
		}
		require.Equal(t, "x_"+m.table+"_transition", postgres.Constraint(err), "%v", err)
	})
}

func (m machine) births(t *testing.T, h lived) {
	for _, s := range m.states {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			_, err := try(t, tx, `INSERT INTO `+m.table+` SELECT (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'status', $3::text, 'version', 1))).* FROM `+m.table+` o WHERE id = $1`,
				m.row(h), uuid.New(), s)
			require.Equal(t, s == m.initial, postgres.Constraint(err) != "x_"+m.table+"_transition", "%s: %v", s, err)
			require.Equal(t, s == m.initial, !errors.Is(m.create(t.Context(), store.Client(tx), s), entschema.ErrIllegalTransition), "by the hook, %s", s)
		})
	}
}

func (m machine) listed() (edges []string) {
	for from, targets := range m.edges {
		for _, to := range targets {
			edges = append(edges, from+">"+to)
		}
	}
	return edges
}

// TestVersions: a version goes up by one, by whatever hand.
func TestVersions(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	admin := pgtest.Admin(t, h.DB)
	for _, m := range machines() {
		t.Run(m.table, func(t *testing.T) {
			pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
				for _, jump := range []string{"version + 2", "version - 1", "0", "version * 10"} {
					refuses(t, tx, "23514", "x_"+m.table+"_version", `UPDATE `+m.table+` SET version = `+jump+` WHERE id = $1`, m.row(h))
				}
			})
			tx, err := admin.Begin() // the application may not write an id of every table; whoever may, can't either
			require.NoError(t, err)
			defer func() { _ = tx.Rollback() }()
			refuses(t, tx, "23514", "x_"+m.table+"_identity", `UPDATE `+m.table+` SET id = $2 WHERE id = $1`, m.row(h), uuid.New())
			refuses(t, tx, "23514", "x_"+m.table+"_identity", `UPDATE `+m.table+` SET tenant_id = $2 WHERE id = $1`, m.row(h), uuid.New())
		})
	}
	t.Run("a change of state without a new version is refused", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			refuses(t, tx, "23514", "x_reservations_version", `UPDATE reservations SET status = 'CHECKED_IN' WHERE id = $1`, h.booked)
		})
	})
	t.Run("ent raises it by itself and refuses to be told", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			c := store.Client(tx)
			before, err := c.Reservation.Get(t.Context(), h.booked)
			require.NoError(t, err)
			_, err = c.Reservation.Update().Where(entreservation.ID(h.booked)).SetVersion(9).Save(t.Context())
			require.ErrorIs(t, err, entschema.ErrVersionSet)
			after, err := c.Reservation.UpdateOneID(h.booked).SetNote("window").Save(t.Context())
			require.NoError(t, err)
			require.Equal(t, before.Version+1, after.Version)
		})
	})
}

// place puts a row into a state past every guard.
func place(t *testing.T, admin *sql.DB, table string, id uuid.UUID, state string) {
	t.Helper()
	tx, err := admin.Begin()
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	for _, do := range []string{`SET LOCAL session_replication_role = replica`, fmt.Sprintf(`UPDATE %s SET status = '%s' WHERE id = '%s'`, table, state, id)} {
		_, err := tx.Exec(do)
		require.NoError(t, err)
	}
	require.NoError(t, tx.Commit())
}

// triggerArguments reads what the guard of a table was made with.
func triggerArguments(t *testing.T, admin *sql.DB, table string) (initial string, edges []string) {
	t.Helper()
	var raw []byte
	require.NoError(t, admin.QueryRow(`SELECT tgargs FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = 'x_guard_transition'`, table).Scan(&raw))
	arguments := strings.Split(strings.TrimSuffix(string(raw), "\x00"), "\x00")
	require.Len(t, arguments, 2)
	return arguments[0], strings.Split(arguments[1], ",")
}

func plain[S ~string](all []S) (texts []string) {
	for _, s := range all {
		texts = append(texts, string(s))
	}
	return texts
}

func table[S ~string](edges map[S][]S) map[string][]string {
	all := map[string][]string{}
	for from, targets := range edges {
		all[string(from)] = plain(targets)
	}
	return all
}
