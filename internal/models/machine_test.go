package models_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// machine is a model and, beside it, the house that it should be like.
type machine struct {
	model
	*housetest.House
	clock  *sql.DB // may do what nobody may: let time pass for one row
	guests []actor.Actor

	slotID  map[*slot]uuid.UUID
	table   map[*slot]uuid.UUID // its resource
	stayID  map[*stay]uuid.UUID
	entryID map[*entry]uuid.UUID
	offerID map[*offer]uuid.UUID
}

// newMachine adds tables and rooms to the house, and guests that nobody knows yet.
func newMachine(h *housetest.House, clock *sql.DB) *machine {
	m := &machine{
		House: h, clock: clock, guests: h.Guests(6), slotID: map[*slot]uuid.UUID{}, table: map[*slot]uuid.UUID{},
		stayID: map[*stay]uuid.UUID{}, entryID: map[*entry]uuid.UUID{}, offerID: map[*offer]uuid.UUID{},
	}
	for i, capacity := range []int{1, 4, 3} {
		s := &slot{shared: capacity > 1, capacity: capacity}
		kind := inventory.Exclusive
		if s.shared {
			kind = inventory.Pooled
		}
		m.table[s] = h.Resource(kind, capacity, 1, 3)
		m.slotID[s] = h.Slot(m.table[s], time.Duration(30+2*i)*time.Hour, time.Hour) // one after the other: nobody waits for two
		m.slots = append(m.slots, s)
	}
	return m
}

// rows are all that there is of what the model is about, one line each.
const rows = `
SELECT coalesce(string_agg(line, E'\n' ORDER BY line), '') FROM (
	SELECT 'slot ' || id || ' ' || taken AS line FROM slots WHERE id = ANY($1::uuid[])
	UNION SELECT 'stay ' || r.id || ' ' || r.status || ' ' || r.version FROM reservations r JOIN allocations a ON a.reservation_id = r.id WHERE a.slot_id = ANY($1::uuid[])
	UNION SELECT 'entry ' || id || ' ' || status || ' ' || version FROM waitlist_entries WHERE customer_id = ANY($2::uuid[])
	UNION SELECT 'offer ' || id || ' ' || status || ' ' || version FROM offers WHERE customer_id = ANY($2::uuid[])
) AS lines`

// agree demands that the house has what the model has, and nothing else.
func (m *machine) agree(t *rapid.T) {
	var want, slots, guests []string
	for _, s := range m.slots {
		slots = append(slots, m.slotID[s].String())
		want = append(want, fmt.Sprintf("slot %s %d", m.slotID[s], s.taken))
	}
	for _, s := range m.stays {
		want = append(want, fmt.Sprintf("stay %s %s %d", m.stayID[s], s.status, s.version))
	}
	for _, e := range m.entries {
		want = append(want, fmt.Sprintf("entry %s %s %d", m.entryID[e], e.status, e.version))
	}
	for _, o := range m.offers {
		want = append(want, fmt.Sprintf("offer %s %s %d", m.offerID[o], o.status, o.version))
	}
	for _, g := range m.guests {
		guests = append(guests, g.CustomerID.String())
	}
	slices.Sort(want)
	var got string
	m.Scan(rows, []any{pq.Array(slots), pq.Array(guests)}, &got)
	lines := strings.Split(got, "\n")
	slices.Sort(lines)
	require.Equal(t, want, lines)
}

// answer demands that the house answers as the model does, and the same once more to the same key.
func (m *machine) answer(t *rapid.T, want problem.Code, ask func() (command.Result, error)) command.Result {
	r, err := ask()
	require.NoError(t, err)
	require.Equal(t, want, codeOf(r))
	require.False(t, r.Replayed)
	if rapid.IntRange(0, 3).Draw(t, "asked again") == 0 {
		again, err := ask()
		require.NoError(t, err)
		require.Equal(t, want, codeOf(again))
		require.Equal(t, r.Problem == nil || r.Problem.Replayable(), again.Replayed)
		require.Equal(t, r.Refs, again.Refs)
	}
	return r
}

func codeOf(r command.Result) problem.Code {
	if r.Problem != nil {
		return r.Problem.Code
	}
	if r.Outcome != command.Committed {
		return problem.Code("outcome " + r.Outcome)
	}
	return ""
}

func id(t *rapid.T, r command.Result, kind ref.Kind) uuid.UUID {
	found, ok := r.Find(kind)
	require.True(t, ok)
	return found.ID
}

// one draws one of those that there are; a step without any is drawn anew.
func one[T any](t *rapid.T, what string, those []T) T {
	if len(those) == 0 {
		t.Skip("none yet")
	}
	return rapid.SampledFrom(those).Draw(t, what)
}

// lively draws mostly one of those that something can still happen to.
func lively[T any](t *rapid.T, what string, those []T, open func(T) bool) T {
	var still []T
	for _, x := range those {
		if open(x) {
			still = append(still, x)
		}
	}
	if len(still) > 0 && rapid.IntRange(0, 3).Draw(t, "any "+what) > 0 {
		those = still
	}
	return one(t, what, those)
}

// version is the one that somebody read: mostly the present one.
func version(t *rapid.T, present int) int {
	if present > 1 && rapid.IntRange(0, 4).Draw(t, "stale") == 0 {
		return present - 1
	}
	return present
}

// runOut lets the time of a hold be over, with that of the offer that it backs: the house's clock goes on for it alone.
func (m *machine) runOut(t *rapid.T, s *stay) {
	_, err := m.clock.Exec(`SET session_replication_role = replica;
		WITH over AS (UPDATE reservations SET expires_at = clock_timestamp() WHERE id = '` + m.stayID[s].String() + `' RETURNING id, expires_at),
		offer AS (UPDATE offers o SET expires_at = over.expires_at FROM over WHERE o.reservation_id = over.id RETURNING o.id, o.entry_id, o.expires_at)
		UPDATE waitlist_entries e SET offer_expires_at = offer.expires_at FROM offer WHERE e.id = offer.entry_id AND e.offer_id = offer.id;
		SET session_replication_role = DEFAULT`)
	require.NoError(t, err)
	s.over = true
}

func superuser(t *testing.T, h *housetest.House) *sql.DB {
	admin := pgtest.Admin(t, h.DB)
	admin.SetMaxOpenConns(1)
	return admin
}
