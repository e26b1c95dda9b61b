package booking_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

// line is a table that is taken, and three who wait for it in the order in which they joined.
type line struct {
	*housetest.House
	t       *testing.T
	table   uuid.UUID
	taken   uuid.UUID // the reservation that stands in their way
	people  [3]actor.Actor
	entries [3]uuid.UUID
}

func newLine(t *testing.T, db *postgres.DB, change ...func(*policy.Rules)) *line {
	t.Helper()
	l := &line{House: housetest.In(t, db, change...), t: t}
	l.table = l.Evening()
	l.taken = confirmed(t, l.House, l.Guest("Before"), 2, l.table)
	for i := range l.people {
		l.people[i] = l.Guest("Waits")
		l.entries[i] = join(t, l.House, l.people[i], 2, l.table)
		l.Deadline("waitlist_entries", "joined_at", l.entries[i], time.Duration(i-3)*10*time.Minute)
	}
	catchUp(t, l.House)
	return l
}

// free gives the table to whoever is next.
func (l *line) free() {
	l.t.Helper()
	cancel(l.t, l.House, l.Staff, l.taken, 2)
	catchUp(l.t, l.House)
}

// record is the part of a selection that says whom and why.
type record struct {
	chosen     int // of the line; -1 for nobody
	considered int
	skipped    []waitlist.Skipped
}

// last is the record of the newest selection, and the version it was made under.
func (l *line) last() (r record, version uuid.UUID, digest string) {
	l.t.Helper()
	if l.Count(`SELECT count(*) FROM selections WHERE slot_id = $1`, l.table) == 0 {
		return record{chosen: -1}, version, digest
	}
	var entry uuid.UUID
	var skipped string
	l.Scan(`SELECT entry_id, considered, skipped, policy_version_id, policy_digest FROM selections WHERE slot_id = $1 ORDER BY generation DESC LIMIT 1`,
		[]any{l.table}, &entry, &r.considered, &skipped, &version, &digest)
	require.NoError(l.t, json.Unmarshal([]byte(skipped), &r.skipped))
	r.chosen = l.place(entry)
	return r, version, digest
}

func (l *line) place(entry uuid.UUID) int {
	for i := range l.entries {
		if l.entries[i] == entry {
			return i
		}
	}
	return -1
}

// weighing puts weight on factors.
func weighing(weights ...policy.FactorWeight) func(*policy.Rules) {
	return func(r *policy.Rules) { r.WaitlistWeights = weights }
}

// TestTheOrderOfTheLine: who is offered the table, and what is on record of it.
func TestTheOrderOfTheLine(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	credit, benefit, priority, age := policy.RecoveryCredit, policy.Benefit, policy.Priority, policy.WaitingAge
	barred := func(l *line, i int, kind waitlist.AdjustmentKind) { granted(t, l.House, l.people[i], kind, 0) }
	skipped := func(l *line, i, position int, why waitlist.Reason) waitlist.Skipped {
		return waitlist.Skipped{EntryID: l.entries[i], Position: position, Code: problem.PolicyForbids, Reason: why}
	}
	for _, c := range []struct {
		name       string
		weights    []policy.FactorWeight
		given      func(l *line)
		chosen     int
		considered int
		skipped    func(l *line) []waitlist.Skipped
	}{
		{"nothing weighs: whoever joined first", nil, func(l *line) {
			granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 10000)
			granted(t, l.House, l.people[2], waitlist.Benefit, 10000)
			housetest.Must(t)(prioritizing(l.House, l.Staff, l.entries[2], 1, 100))
		}, 0, 1, nil},
		{"credit first", []policy.FactorWeight{{Factor: credit, Weight: 1}}, func(l *line) { granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 1) }, 1, 1, nil},
		{"credits add up", []policy.FactorWeight{{Factor: credit, Weight: 1}}, func(l *line) {
			granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 5)
			granted(t, l.House, l.people[2], waitlist.RecoveryCredit, 3)
			granted(t, l.House, l.people[2], waitlist.RecoveryCredit, 3)
		}, 2, 1, nil},
		{"a benefit", []policy.FactorWeight{{Factor: benefit, Weight: 1}}, func(l *line) {
			granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 10000) // which doesn't weigh here
			granted(t, l.House, l.people[2], waitlist.Benefit, 1)
		}, 2, 1, nil},
		{"a standing", []policy.FactorWeight{{Factor: priority, Weight: 1}}, func(l *line) { housetest.Must(t)(prioritizing(l.House, l.Staff, l.entries[2], 1, 1)) }, 2, 1, nil},
		{"credit that doesn't outweigh the wait", []policy.FactorWeight{{Factor: credit, Weight: 1}, {Factor: age, Weight: 1}}, func(l *line) { granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 8) }, 0, 1, nil},
		{"credit that outweighs the wait", []policy.FactorWeight{{Factor: credit, Weight: 1}, {Factor: age, Weight: 1}}, func(l *line) { granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 12) }, 1, 1, nil},
		{"equals: whoever joined first", []policy.FactorWeight{{Factor: credit, Weight: 1}}, func(l *line) {
			granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 5)
			granted(t, l.House, l.people[2], waitlist.RecoveryCredit, 5)
		}, 1, 1, nil},
		{"credit that was taken back", []policy.FactorWeight{{Factor: credit, Weight: 1}}, func(l *line) {
			housetest.Must(t)(revoking(l.House, l.Admin, granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 5), 1))
		}, 0, 1, nil},
		{"credit that ended", []policy.FactorWeight{{Factor: credit, Weight: 1}}, func(l *line) {
			l.Deadline("adjustments", "expires_at", granted(t, l.House, l.people[1], waitlist.RecoveryCredit, 5), 0)
		}, 0, 1, nil},
		{"one that is excluded", nil, func(l *line) { barred(l, 0, waitlist.ExcludeAutomaticOffer) }, 1, 2,
			func(l *line) []waitlist.Skipped { return []waitlist.Skipped{skipped(l, 0, 1, waitlist.Excluded)} }},
		{"two that are restricted, in the order of the weights", []policy.FactorWeight{{Factor: credit, Weight: 1}}, func(l *line) {
			barred(l, 0, waitlist.RequiresStaffApproval)
			barred(l, 2, waitlist.ExcludeAutomaticOffer)
			barred(l, 2, waitlist.RequiresStaffApproval) // the gravest is named
			granted(t, l.House, l.people[2], waitlist.RecoveryCredit, 1)
		}, 1, 3, func(l *line) []waitlist.Skipped {
			return []waitlist.Skipped{skipped(l, 2, 1, waitlist.Excluded), skipped(l, 0, 2, waitlist.NeedsStaff)}
		}},
		{"a restriction at another venue", nil, func(l *line) {
			granted(t, l.SecondVenue(), l.people[0], waitlist.ExcludeAutomaticOffer, 0)
		}, 0, 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLine(t, db, weighing(c.weights...))
			c.given(l)
			l.free()
			want := record{c.chosen, c.considered, []waitlist.Skipped{}}
			if c.skipped != nil {
				want.skipped = c.skipped(l)
			}
			got, version, _ := l.last()
			require.Equal(t, want, got)
			require.Equal(t, l.Policy, version)
		})
	}
}

// TestRestrictionsEnd: nobody is forgotten who was restricted while a place was free.
func TestRestrictionsEnd(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	restricted := func(t *testing.T) (l *line, restriction uuid.UUID) {
		l = newLine(t, db)
		housetest.Must(t)(leave(l.House, l.people[1], l.entries[1], 1))
		housetest.Must(t)(leave(l.House, l.people[2], l.entries[2], 1))
		restriction = granted(t, l.House, l.people[0], waitlist.RequiresStaffApproval, 0)
		l.free()
		require.Equal(t, "WAITING", status(l.House, "waitlist_entries", l.entries[0]))
		require.Zero(t, l.Count(`SELECT count(*) FROM vacancies`), "nothing is left to look at")
		return l, restriction
	}
	t.Run("when it is taken back", func(t *testing.T) {
		l, restriction := restricted(t)
		housetest.Must(t)(revoking(l.House, l.Admin, restriction, 1))
		catchUp(t, l.House)
		require.Equal(t, "OFFERED", status(l.House, "waitlist_entries", l.entries[0]))
	})
	t.Run("when it ends by itself", func(t *testing.T) {
		l, restriction := restricted(t)
		l.Deadline("adjustments", "expires_at", restriction, 0)
		events := l.Count(`SELECT count(*) FROM events WHERE entity_id = $1`, restriction)
		catchUp(t, l.House)
		require.Equal(t, "OFFERED", status(l.House, "waitlist_entries", l.entries[0]))
		require.Equal(t, 1, l.Count(`SELECT version FROM adjustments WHERE id = $1`, restriction), "time alone raises no version")
		require.Equal(t, events, l.Count(`SELECT count(*) FROM events WHERE entity_id = $1`, restriction))
		did, err := l.Desk.NoteLapses(ctx, l.Tenant, l.Venue)
		require.NoError(t, err)
		require.False(t, did, "its end is noted once")
	})
	t.Run("meanwhile staff may offer, and others book", func(t *testing.T) {
		l, _ := restricted(t)
		housetest.Must(t)(hold(l.House, l.Guest("Outsider"), 2, l.table))
		housetest.Must(t)(l.Desk.OfferToEntry(ctx, l.Staff, byHand(l.House, l.entries[0], 1, l.Evening()), "test"))
	})
}

// TestARestrictionOfTheHead: who is too large and restricted holds nobody up.
func TestARestrictionOfTheHead(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	slot := h.Slot(h.Resource(inventory.Pooled, 6, 1, 6), 30*time.Hour, time.Hour)
	confirmed(t, h, h.Guest("Four"), 4, slot)
	large := h.Guest("Large")
	head, small := join(t, h, large, 4, slot), join(t, h, h.Guest("Small"), 2, slot)
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", small), "behind a head that is too large")
	restriction := granted(t, h, large, waitlist.ExcludeAutomaticOffer, 0)
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
	require.Equal(t, "WAITING", status(h, "waitlist_entries", head))
	require.Equal(t, 0, h.Count(`SELECT passed_over FROM waitlist_entries WHERE id = $1`, head), "that doesn't count against the skip limit")
	housetest.Must(t)(revoking(h, h.Admin, restriction, 1))
	catchUp(t, h)
	sound(t, h)
}

// TestSkipLimitUnderWeights: a large party with credit stands first, and is passed as often as may be.
func TestSkipLimitUnderWeights(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) {
		r.WaitlistFit, r.SkipLimit = policy.BestFitWithSkipLimit, 1
		r.WaitlistWeights = []policy.FactorWeight{{Factor: policy.RecoveryCredit, Weight: 1}}
	})
	slot := h.Slot(h.Resource(inventory.Pooled, 6, 1, 6), 30*time.Hour, time.Hour)
	confirmed(t, h, h.Guest("Four"), 4, slot)
	two := confirmed(t, h, h.Guest("Two"), 2, slot)
	first, second, guest := join(t, h, h.Guest("Small"), 2, slot), join(t, h, h.Guest("Small too"), 2, slot), h.Guest("Large")
	large := join(t, h, guest, 4, slot)
	granted(t, h, guest, waitlist.RecoveryCredit, 1)
	catchUp(t, h)
	cancel(t, h, h.Staff, two, 2)
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", first))
	var raw string
	h.Scan(`SELECT skipped FROM selections WHERE entry_id = $1`, []any{first}, &raw)
	var skipped []waitlist.Skipped
	require.NoError(t, json.Unmarshal([]byte(raw), &skipped))
	require.Equal(t, []waitlist.Skipped{{EntryID: large, Position: 1, Code: problem.CapacityExceeded}}, skipped)
	require.Equal(t, 1, h.Count(`SELECT passed_over FROM waitlist_entries WHERE id = $1`, large))

	decline(t, h, openOffer(t, h, first))
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", second), "nobody passes any more")
	require.Equal(t, 1, h.Count(`SELECT passed_over FROM waitlist_entries WHERE id = $1`, large))
	sound(t, h)
}

// TestThePreviewIsWhatThenHappens: what a draft would choose is what it chooses once it is in force, and looking changed
// nothing.
func TestThePreviewIsWhatThenHappens(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	reader := reading.New(store.NewReads(db))
	for _, c := range []struct {
		name   string
		rules  policy.RulesDraft
		chosen int
	}{
		{"first come, first served", policy.RulesDraft{}, 1},
		{"credit", policy.RulesDraft{WaitlistWeights: []policy.FactorWeight{{Factor: policy.RecoveryCredit, Weight: 3}}}, 2},
		{"no promotion", policy.RulesDraft{AutoPromote: of(false)}, -1},
		{"too near", policy.RulesDraft{LeadTime: of(40 * time.Hour)}, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLine(t, db, func(r *policy.Rules) { r.AutoPromote = false })
			granted(t, l.House, l.people[0], waitlist.ExcludeAutomaticOffer, 0)
			granted(t, l.House, l.people[2], waitlist.RecoveryCredit, 1)
			l.free()
			if c.rules.AutoPromote == nil {
				c.rules.AutoPromote = of(true)
			}
			id := drafted(t, l.House, c.rules)
			seen := func() (r record, digest string) {
				s, err := reader.PolicyPreview(ctx, l.Admin, id, l.table)
				require.NoError(t, err)
				require.Equal(t, id, s.PolicyVersionID)
				return record{l.place(s.EntryID), s.Considered, s.Skipped}, s.PolicyDigest
			}
			untouched(t, l.House, func() { seen() })
			before, digest := seen()
			require.Equal(t, c.chosen, before.chosen)

			housetest.Must(t)(activating(l.House, l.Admin, id, 1, nil))
			catchUp(t, l.House)
			happened, version, pinned := l.last()
			if c.chosen < 0 {
				require.Equal(t, -1, happened.chosen)
				return
			}
			require.Equal(t, before, happened)
			require.Equal(t, id, version)
			require.Equal(t, digest, pinned)
			after, _ := seen()
			require.Equal(t, record{-1, 0, []waitlist.Skipped{}}, after, "nothing is free any more")
		})
	}
}

// TestOtherWeightsInFlight: an offer that stands keeps the version that it was made under; the next choice goes by the new.
func TestOtherWeightsInFlight(t *testing.T) {
	t.Parallel()
	l := newLine(t, pgtest.New(t))
	granted(t, l.House, l.people[2], waitlist.Benefit, 1)
	l.free()
	got, version, _ := l.last()
	require.Equal(t, record{0, 1, []waitlist.Skipped{}}, got)
	require.Equal(t, l.Policy, version)

	id := enforce(t, l.House, policy.RulesDraft{WaitlistWeights: []policy.FactorWeight{{Factor: policy.Benefit, Weight: 1}}})
	catchUp(t, l.House)
	require.Equal(t, "OFFERED", status(l.House, "waitlist_entries", l.entries[0]), "what was offered stays offered")
	decline(t, l.House, openOffer(t, l.House, l.entries[0]))
	catchUp(t, l.House)
	got, version, _ = l.last()
	require.Equal(t, record{2, 1, []waitlist.Skipped{}}, got)
	require.Equal(t, id, version)
	sound(t, l.House)
}

// TestAStandingIsHeardOf: whoever is given a better standing while places are free need not wait for anything else.
func TestAStandingIsHeardOf(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, weighing(policy.FactorWeight{Factor: policy.Priority, Weight: 1}))
	slot := h.Slot(h.Resource(inventory.Pooled, 6, 1, 6), 30*time.Hour, time.Hour)
	confirmed(t, h, h.Guest("Four"), 4, slot)
	join(t, h, h.Guest("Large"), 4, slot)
	small := join(t, h, h.Guest("Small"), 2, slot)
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", small), "behind a head that is too large")
	housetest.Must(t)(prioritizing(h, h.Staff, small, 1, 1))
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
	sound(t, h)
}
