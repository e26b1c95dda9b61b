package auth

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/postgres"
)

// ErrNoSignIn means that no sign-in under way has this state: it is made up, over, or was answered already.
var ErrNoSignIn = errors.New("there is no such sign-in under way")

// ErrCrowded means that so many sign-ins are under way at the tenant that no other is begun.
var ErrCrowded = errors.New("there are too many sign-ins under way")

// mostSignIns are under way at one tenant, or few more where several begin at once.
const mostSignIns = 10_000

// SignInLife is how long a sign-in may take.
const SignInLife = 10 * time.Minute

// stateKind is the head of a state. A state is spelt as credentials are, so that any node finds the tenant in it.
const stateKind credential.Kind = "sqi"

// SignIn is a sign-in under way.
type SignIn struct {
	Tenant   uuid.UUID
	Nonce    string // comes back within the provider's token
	Verifier string // proves to the provider that the code is ours
	ReturnTo string // where on our side the browser goes in the end: a path
}

// SignIns are the sign-ins under way. They are rows, so that the answer may arrive at any node.
type SignIns struct{ db *postgres.DB }

// NewSignIns keeps sign-ins in a database.
func NewSignIns(db *postgres.DB) *SignIns { return &SignIns{db} }

const beginSignIn = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
     live AS (SELECT count(*) AS n FROM (SELECT FROM sign_ins, clock WHERE tenant_id = $2 AND expires_at > now LIMIT $8) l)
INSERT INTO sign_ins (id, tenant_id, state_digest, nonce, verifier, return_to, created_at, expires_at)
SELECT $1, $2, $3, $4, $5, $6, now, now + $7 * interval '1 microsecond' FROM clock, live WHERE n < $8`

// Begin notes a sign-in. The state goes to the provider and to the browser, and is kept nowhere. ErrCrowded when no other has
// room; problem.ErrUnavailable when the database can't be asked.
func (s *SignIns) Begin(ctx context.Context, tenant uuid.UUID, returnTo string) (state string, begun SignIn, err error) {
	t := credential.New(stateKind, tenant, uuid.New())
	digest := t.Digest()
	begun = SignIn{Tenant: tenant, Nonce: rand.Text(), Verifier: rand.Text() + rand.Text(), ReturnTo: returnTo}
	err = s.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, beginSignIn, t.ID, tenant, digest[:], begun.Nonce, begun.Verifier, returnTo, SignInLife.Microseconds(), mostSignIns)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return ErrCrowded
	})
	if err != nil {
		return "", SignIn{}, fmt.Errorf("begin a sign-in at tenant %s: %w", tenant, unavailability(err))
	}
	return t.String(), begun, nil
}

// Take ends a sign-in and returns it: of any number who bring the same state, one gets it. ErrNoSignIn for the others, and
// when the time is over.
func (s *SignIns) Take(ctx context.Context, state string) (taken SignIn, err error) {
	t, ok := credential.Parse(stateKind, state)
	if !ok {
		return SignIn{}, ErrNoSignIn
	}
	digest := t.Digest()
	inTime := false
	err = s.db.InTenant(ctx, t.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `DELETE FROM sign_ins WHERE tenant_id = $1 AND id = $2 AND state_digest = $3 RETURNING nonce, verifier, return_to, expires_at > clock_timestamp()`,
			t.Tenant, t.ID, digest[:]).Scan(&taken.Nonce, &taken.Verifier, &taken.ReturnTo, &inTime)
	})
	if errors.Is(err, sql.ErrNoRows) || err == nil && !inTime {
		return SignIn{}, ErrNoSignIn
	}
	if err != nil {
		return SignIn{}, fmt.Errorf("take sign-in %s: %w", t.ID, unavailability(err))
	}
	taken.Tenant = t.Tenant
	return taken, nil
}
