package reading_test

import (
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/pgtest"
)

// errand describes an intent; what is left out is a request of a new customer for one that lasts an hour, made when the
// house was built, to which nothing has happened yet.
type errand struct {
	customer             uuid.UUID
	party                int
	status               intent.Status
	createdAt, expiresAt time.Time
	attempts             []intent.AttemptStatus
}

// ask stores an intent for slots, in the order given, and walks it and its attempts along their machines.
func (h *house) ask(venue uuid.UUID, e errand, slots ...uuid.UUID) uuid.UUID {
	h.t.Helper()
	if e.customer == uuid.Nil {
		e.customer = h.customer()
	}
	if e.createdAt.IsZero() {
		e.createdAt = h.now
	}
	if e.expiresAt.IsZero() {
		e.expiresAt = h.now.Add(time.Hour)
	}
	id := uuid.New()
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO intents (id, tenant_id, venue_id, customer_id, kind, party_size, expires_at, next_at, created_at, updated_at)
			VALUES ($1, $2, $3, $4, 'requestReservation', $5, $6, now(), $7, now())`, id, h.tenant, venue, e.customer, max(e.party, 1), e.expiresAt, e.createdAt)
		for place, slot := range slots {
			exec(`INSERT INTO intent_slots (id, tenant_id, intent_id, slot_id, place) VALUES (gen_random_uuid(), $1, $2, $3, $4)`, h.tenant, id, slot, place)
		}
		for k, status := range e.attempts {
			h.attempt(exec, id, k+1, status)
		}
		h.carry(exec, id, e.status)
	})
	return id
}

// carry walks an intent along its machine; what succeeds does so by its last attempt.
func (h *house) carry(exec func(string, ...any), id uuid.UUID, to intent.Status) {
	if to == "" || to == intent.Requested {
		return
	}
	if to == intent.WaitingForSeat || to == intent.Reserving {
		exec(`UPDATE intents SET status = $1, version = version + 1 WHERE id = $2`, string(to), id)
		return
	}
	exec(`UPDATE intents SET status = 'RESERVING', version = version + 1 WHERE id = $1`, id)
	exec(`UPDATE intents SET status = $1::text, version = version + 1, next_at = NULL,
		completed_by = (SELECT id FROM attempts WHERE intent_id = $2 AND $1::text = 'SUCCEEDED' ORDER BY number DESC LIMIT 1) WHERE id = $2`, string(to), id)
}

// attempt writes an attempt at an intent down and walks it along its machine.
func (h *house) attempt(exec func(string, ...any), of uuid.UUID, number int, to intent.AttemptStatus) {
	id := uuid.New()
	exec(`INSERT INTO attempts (id, tenant_id, venue_id, customer_id, intent_id, number, provider, action, reference, target, started_at, epoch, updated_at)
		SELECT $1, tenant_id, venue_id, customer_id, id, $2, 'house', 'BOOK', $1::uuid::text, 'target', now(), 1, now() FROM intents WHERE id = $3`, id, number, of)
	ways := map[intent.AttemptStatus][]intent.AttemptStatus{
		intent.Running:          {intent.Running},
		intent.Unknown:          {intent.Running, intent.Unknown},
		intent.AttemptSucceeded: {intent.Running, intent.AttemptSucceeded},
		intent.AttemptFailed:    {intent.Running, intent.AttemptFailed},
		intent.AttemptCancelled: {intent.Running, intent.Unknown, intent.AttemptCancelled},
		intent.Discarded:        {intent.Discarded},
	}
	for _, step := range ways[to] {
		ended, doubted := any(nil), any(nil)
		if !step.Unresolved() {
			ended = h.now
		}
		if step == intent.Unknown {
			doubted = h.now
		}
		exec(`UPDATE attempts SET status = $1, version = version + 1, ended_at = $2, doubt_at = coalesce($3, doubt_at) WHERE id = $4`, string(step), ended, doubted, id)
	}
}

// attempts are the ids of the attempts at an intent, by number.
func (h *house) attempts(of uuid.UUID) (ids []uuid.UUID) {
	h.t.Helper()
	found, err := h.reader.AttemptsOfIntents(h.t.Context(), h.staff, []uuid.UUID{of})
	require.NoError(h.t, err)
	for _, attempt := range found[of] {
		ids = append(ids, attempt.ID)
	}
	return ids
}

// serve ties a venue to one more provider, the next to be asked, that takes so many writes a second (0: any number), and
// whose checks are good until then.
func (h *house) serve(venue uuid.UUID, writes float64, until time.Time) {
	h.t.Helper()
	id := uuid.New()
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO providers (id, tenant_id, code, endpoint, contract, verified_at, verified_until, created_at, updated_at)
			VALUES ($1, $2, $1::uuid::text, 'http://provider.example', jsonb_build_object('writesPerSecond', $3::float8), $4, $5, now(), now())`,
			id, h.tenant, writes, h.now.Add(-24*time.Hour), until)
		exec(`INSERT INTO venue_providers (id, tenant_id, venue_id, provider_id, rank, created_at)
			SELECT gen_random_uuid(), $1, $2, $3, 1 + count(*), now() FROM venue_providers WHERE venue_id = $2`, h.tenant, venue, id)
	})
}

// plan describes a prepared action; what is left out is one of the house's own that lasts an hour and waits for a yes.
type plan struct {
	customer             *uuid.UUID
	status               approval.Status
	createdAt, expiresAt time.Time
}

func (h *house) prepare(venue uuid.UUID, p plan) uuid.UUID {
	h.t.Helper()
	if p.createdAt.IsZero() {
		p.createdAt = h.now.Add(-time.Hour)
	}
	if p.expiresAt.IsZero() {
		p.expiresAt = h.now.Add(time.Hour)
	}
	owner := h.staff.PrincipalID
	if p.customer != nil {
		owner = *p.customer
	}
	id := uuid.New()
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO principals (id, tenant_id, role, display_name, created_at) VALUES ($1, $2, 'STAFF', 'Ada', now()) ON CONFLICT DO NOTHING`, h.staff.PrincipalID, h.tenant)
		exec(`INSERT INTO approvals (id, tenant_id, venue_id, owner_id, customer_id, principal_id, channel, action, target_key, arguments, args_digest, preview, expires_at, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, 'WEB', 'joinWaitlist', $1::uuid::text, '{"secret": 1}', 'digest', '{"words": "Join"}', $7, $8, now())`,
			id, h.tenant, venue, owner, p.customer, h.staff.PrincipalID, later(p.expiresAt, h.now.Add(time.Minute)), p.createdAt)
		ways := map[approval.Status][]approval.Status{
			approval.Approved: {approval.Approved}, approval.Consumed: {approval.Approved, approval.Consumed}, approval.Superseded: {approval.Superseded},
			approval.Rejected: {approval.Rejected}, approval.Expired: {approval.Expired},
		}
		for _, step := range ways[p.status] {
			exec(`UPDATE approvals SET status = $1::text, version = version + 1,
				decided_by = CASE WHEN $1::text = 'APPROVED' OR $1::text = 'REJECTED' THEN 'STAFF Ada' ELSE decided_by END,
				result = CASE WHEN $1::text = 'CONSUMED' THEN 'we_x' ELSE result END WHERE id = $2`, string(step), id)
		}
	})
	if !p.expiresAt.After(h.now) {
		h.end(id, p.expiresAt)
	}
	return id
}

// end moves the deadline of an approval past the walls, which let nobody do so: only then what was decided in time can be
// looked at long after.
func (h *house) end(approval uuid.UUID, at time.Time) {
	h.t.Helper()
	tx, err := pgtest.Admin(h.t, h.db).BeginTx(h.t.Context(), nil)
	require.NoError(h.t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(h.t.Context(), `SET LOCAL session_replication_role = replica`)
	require.NoError(h.t, err)
	_, err = tx.ExecContext(h.t.Context(), `UPDATE approvals SET expires_at = $1 WHERE id = $2`, at, approval)
	require.NoError(h.t, err)
	require.NoError(h.t, tx.Commit())
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
