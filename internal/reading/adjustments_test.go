package reading_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/waitlist"
)

// adjust grants a customer a benefit.
func (h *house) adjust(venue, customer uuid.UUID) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO adjustments (id, tenant_id, venue_id, customer_id, kind, amount, reason, granted_by, expires_at, created_at)
		VALUES ($1, $2, $3, $4, 'BENEFIT', 7, 'a regular', 'ADMIN Ada', $5, $6)`, id, h.tenant, venue, customer, h.now.Add(time.Hour), h.now)
	return id
}

// audit notes that something was done, at a venue or nowhere in particular, and gives the entry's number.
func (h *house) audit(venue *uuid.UUID, operation string) (number int64) {
	h.t.Helper()
	require.NoError(h.t, h.db.InTenant(h.t.Context(), h.tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `INSERT INTO audit_entries (tenant_id, venue_id, at, actor, operation, subject, outcome, problem_code, reason, correlation_id)
			VALUES ($1, $2, $3, 'STAFF Ada', $4, 'rv_x', 'REJECTED', 'SLOT_OCCUPIED', 'because', 'call') RETURNING id`, h.tenant, venue, h.now, operation).Scan(&number)
	}))
	return number
}

func TestAdjustments(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, elsewhere := h.venue("UTC"), h.venue("UTC")
	mine, theirs := h.customer(), h.customer()
	first, second, other := h.adjust(venue, mine), h.adjust(venue, mine), h.adjust(venue, theirs)
	h.adjust(elsewhere, mine)

	t.Run("one comes whole", func(t *testing.T) {
		got, err := h.reader.AdjustmentsByID(t.Context(), h.staff, []uuid.UUID{first})
		require.NoError(t, err)
		ends := h.now.Add(time.Hour)
		require.Equal(t, waitlist.Adjustment{
			ID: first, TenantID: h.tenant, VenueID: venue, CustomerID: mine, Kind: waitlist.Benefit, Amount: 7, Reason: "a regular",
			ExpiresAt: &ends, GrantedBy: "ADMIN Ada", Version: 1, CreatedAt: h.now,
		}, got[first])
	})
	t.Run("those that are over stay in the list", func(t *testing.T) {
		h.exec(`UPDATE adjustments SET revoked_at = now(), revoke_reason = 'settled', version = 2 WHERE id = $1`, second)
		got, err := ids(h.reader.Adjustments(t.Context(), h.staff, venue, nil, whole))
		require.NoError(t, err)
		require.ElementsMatch(t, []uuid.UUID{first, second, other}, got.Nodes)
	})
	t.Run("of one customer", func(t *testing.T) {
		got, err := ids(h.reader.Adjustments(t.Context(), h.staff, venue, &mine, whole))
		require.NoError(t, err)
		require.ElementsMatch(t, []uuid.UUID{first, second}, got.Nodes)
	})
	t.Run("of one that there isn't", func(t *testing.T) {
		for what, customer := range map[string]uuid.UUID{"unknown": uuid.New(), "of another tenant": h.neighbour().customer()} {
			_, err := h.reader.Adjustments(t.Context(), h.staff, venue, &customer, whole)
			requireUnknown(t, err, what)
		}
		_, err := h.reader.Adjustments(t.Context(), h.guest(mine), venue, &theirs, whole)
		requireUnknown(t, err, "of another, for a customer")
	})
}

func TestAuditLog(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, elsewhere := h.venue("UTC"), h.venue("UTC")
	first, second := h.audit(&venue, "holdSlot"), h.audit(&venue, "draftPolicy")
	h.audit(nil, "verifyProvider")
	there := h.audit(&elsewhere, "holdSlot")

	t.Run("the newest first, and only of the venue", func(t *testing.T) {
		got, err := h.reader.AuditLog(t.Context(), h.staff, venue, reading.AuditFilter{}, whole)
		require.NoError(t, err)
		subject, why := "rv_x", "because"
		require.Len(t, got.Nodes, 2)
		require.Equal(t, first, got.Nodes[1].ID)
		require.NotNil(t, got.Nodes[0].ProblemCode)
		require.EqualValues(t, "SLOT_OCCUPIED", *got.Nodes[0].ProblemCode)
		got.Nodes[0].ProblemCode = nil
		require.Equal(t, reading.AuditEntry{
			ID: second, VenueID: venue, At: h.now, Actor: "STAFF Ada", Operation: "draftPolicy", SubjectID: &subject,
			Outcome: "REJECTED", Reason: &why, CorrelationID: "call",
		}, got.Nodes[0])
	})
	t.Run("what is noted meanwhile comes on no page behind", func(t *testing.T) {
		page, err := h.reader.AuditLog(t.Context(), h.staff, venue, reading.AuditFilter{}, reading.Page{First: 1})
		require.NoError(t, err)
		require.True(t, page.HasNext)
		h.audit(&venue, "holdSlot")
		page, err = h.reader.AuditLog(t.Context(), h.staff, venue, reading.AuditFilter{}, reading.Page{First: 1, After: page.Cursors[0]})
		require.NoError(t, err)
		require.Equal(t, first, page.Nodes[0].ID)
		require.False(t, page.HasNext)
	})
	t.Run("one by its id, where the venue is granted", func(t *testing.T) {
		nowhere, foreign := h.audit(nil, "x"), h.neighbour()
		place := foreign.venue("UTC")
		asked := []uuid.UUID{uuid.New(), uuid.Nil}
		for _, number := range []int64{first, second, there, nowhere, foreign.audit(&place, "x"), math.MaxInt64} {
			asked = append(asked, reading.AuditEntry{ID: number}.PublicID())
		}
		got, err := h.reader.AuditEntriesByID(t.Context(), h.staff, asked)
		require.NoError(t, err)
		require.ElementsMatch(t, asked[2:5], keys(got))
		got, err = h.reader.AuditEntriesByID(t.Context(), h.only(elsewhere), asked)
		require.NoError(t, err)
		require.ElementsMatch(t, asked[4:5], keys(got))
		got, err = h.reader.AuditEntriesByID(t.Context(), h.guest(h.customer()), asked)
		require.NoError(t, err)
		require.Empty(t, got)
	})
}

func TestAuditNumbers(t *testing.T) {
	t.Parallel()
	for _, number := range []int64{1, 255, 256, math.MaxInt64} {
		id := reading.AuditEntry{ID: number}.PublicID()
		require.Equal(t, []int64{number}, reading.AuditNumbers([]uuid.UUID{id}))
		id[0] = 1
		require.Equal(t, []int64{0}, reading.AuditNumbers([]uuid.UUID{id}), "an id that says more than a number is none")
	}
	var negative uuid.UUID
	binary.BigEndian.PutUint64(negative[8:], math.MaxUint64)
	require.Equal(t, []int64{0, 0}, reading.AuditNumbers([]uuid.UUID{negative, uuid.Nil}))
}
