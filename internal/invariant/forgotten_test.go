package invariant

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
)

// theirs is a slot that could be somebody's who waits for just its time, and nothing has happened for an hour. What a test plants
// there is undone.
type theirs struct {
	*scene
	slot, entry uuid.UUID
}

func newTheirs(t testing.TB) theirs {
	t.Helper()
	s := &scene{House: housetest.New(t), t: t}
	slot := s.Evening()
	entry := s.join(s.Guest("Waits"), 2, slot)
	s.plant(`DELETE FROM vacancies`, `UPDATE events SET occurred_at = occurred_at - interval '1 hour'`,
		`UPDATE waitlist_entries SET joined_at = joined_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
		`UPDATE policy_versions SET activated_at = activated_at - interval '1 hour'`)
	return theirs{s, slot, entry}
}

// forgotten is who is found to be forgotten when that was planted. $slot, $entry, $venue and $beside stand for ids.
func (s theirs) forgotten(t *testing.T, beside uuid.UUID, statements ...string) []Violation {
	t.Helper()
	tx, err := pgtest.Admin(t, s.DB).Begin()
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	s.t, s.damaged = t, tx
	defer func() { s.damaged = nil }()
	ids := strings.NewReplacer("$slot", s.slot.String(), "$entry", s.entry.String(), "$venue", s.Venue.String(), "$beside", beside.String())
	for _, statement := range statements {
		s.plant(ids.Replace(statement))
	}
	return insideAfter(t, tx, s.Tenant, "waiting-forgotten", settled)
}

// holds demands that just this slot is found, or nothing.
func (s theirs) holds(t *testing.T, one bool, found []Violation) {
	t.Helper()
	if !one {
		require.Empty(t, found)
		return
	}
	require.Len(t, found, 1)
	require.Contains(t, found[0].Detail, s.slot.String())
}

// another lets one more wait, for a time that begins and ends so much after that of the first.
func another(from, to string) string {
	return `INSERT INTO waitlist_entries SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'customer_id', gen_random_uuid(),
		'from_at', e.from_at + interval '` + from + `', 'to_at', e.to_at + interval '` + to + `'))).* FROM waitlist_entries e WHERE id = '$entry'`
}

// between moves the beginning and the end of the wish.
func between(from, to string) string {
	return `UPDATE waitlist_entries SET from_at = from_at + interval '` + from + `', to_at = to_at + interval '` + to + `' WHERE id = '$entry'`
}

// TestForgottenWish: forgotten is whose wish begins no later than the slot and ends no sooner, however many wish what is beside it.
func TestForgottenWish(t *testing.T) {
	t.Parallel()
	s := newTheirs(t)
	beside := s.Slot(s.Table(), 60*time.Hour, time.Hour)
	gone := `UPDATE waitlist_entries SET status = 'CANCELLED' WHERE id = '$entry'`
	for name, c := range map[string]struct {
		planted []string
		found   bool
	}{
		"just its time":                             {nil, true},
		"days around it":                            {[]string{between("-2 days", "2 days")}, true},
		"a moment too late":                         {[]string{between("1 microsecond", "2 days")}, false},
		"a moment too short":                        {[]string{between("-2 days", "-1 microsecond")}, false},
		"what is before it":                         {[]string{between("-5 hours", "-3 hours")}, false},
		"one ends too soon and one begins too late": {[]string{between("-1 hour", "-1 hour"), another("2 hours", "9 hours")}, false},
		"a long time, and others a short one in it": {[]string{between("-9 hours", "9 hours"), another("9 hours", "-8 hours"), another("8 hours 30 minutes", "-9 hours 30 minutes")}, true},
		"another waits, and this one has gone":      {[]string{another("-1 hour", "0"), gone}, true},
		"a table that they don't wish":              {[]string{`UPDATE waitlist_entries SET resource_id = (SELECT resource_id FROM slots WHERE id = '$beside') WHERE id = '$entry'`}, false},
		"any table":                                 {[]string{`UPDATE waitlist_entries SET resource_id = NULL WHERE id = '$entry'`}, true},
		"for more than sit there":                   {[]string{`UPDATE waitlist_entries SET party_size = 99 WHERE id = '$entry'`}, false},
		"for more, and others for two":              {[]string{another("-1 hour", "0"), `UPDATE waitlist_entries SET party_size = 99, joined_at = joined_at - interval '1 hour' WHERE id = '$entry'`}, true},
		"this one has gone":                         {[]string{gone}, false},
		"it is over":                                {[]string{`UPDATE waitlist_entries SET from_at = now() - interval '2 hours', to_at = now() - interval '1 hour' WHERE id = '$entry'`}, false},
		"another venue's":                           {[]string{`UPDATE waitlist_entries SET venue_id = gen_random_uuid() WHERE id = '$entry'`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s.holds(t, c.found, s.forgotten(t, beside, c.planted...))
		})
	}
}

// TestForgottenIsQuiet: what has just changed around a slot is given time, and what has changed elsewhere is not waited for.
func TestForgottenIsQuiet(t *testing.T) {
	t.Parallel()
	s := newTheirs(t)
	beside := s.Slot(s.Table(), 60*time.Hour, time.Hour)
	event := func(about string) string {
		return `INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
			SELECT tenant_id, id, 'slot.changed', 'sl', ` + about + `, 99, '{}', now() FROM venues WHERE id = '$venue'`
	}
	elsewhere := func(about string) string {
		return strings.Replace(event(about), "tenant_id, id,", "tenant_id, gen_random_uuid(),", 1)
	}
	const (
		shared  = `UPDATE resources SET shared = true WHERE id = (SELECT resource_id FROM slots WHERE id = '$slot')`
		vacancy = `INSERT INTO vacancies (id, tenant_id, venue_id, slot_id, cause, created_at)
			SELECT gen_random_uuid(), tenant_id, venue_id, id, 'CANCELLED', now() FROM slots WHERE id = '$beside'`
	)
	excluded := func(until string) []string {
		return []string{`INSERT INTO adjustments (id, tenant_id, venue_id, customer_id, kind, amount, reason, granted_by, created_at)
			SELECT gen_random_uuid(), tenant_id, venue_id, customer_id, 'EXCLUDE_AUTOMATIC_OFFER', 0, 'test', 'test', created_at FROM waitlist_entries WHERE id = '$entry'`,
			`UPDATE adjustments SET ` + until}
	}
	for name, c := range map[string]struct {
		planted []string
		found   bool
	}{
		"nothing has changed": {nil, true},
		"the slot has":        {[]string{event(`'$slot'`)}, false},
		"the venue has":       {[]string{event(`'$venue'`)}, false},
		"another slot has":    {[]string{event(`'$beside'`)}, true},
		"another slot has, and time is sold in more than one way":    {[]string{shared, event(`'$beside'`)}, false},
		"something else has, and time is sold in more than one way":  {[]string{shared, event(`gen_random_uuid()`)}, true},
		"another venue has, and time is sold in more than one way":   {[]string{shared, elsewhere(`'$beside'`)}, true},
		"another slot is to be looked at":                            {[]string{vacancy}, true},
		"another is to be, and time is sold in more than one way":    {[]string{shared, vacancy}, false},
		"the slot is to be looked at":                                {[]string{strings.Replace(vacancy, "$beside", "$slot", 1)}, false},
		"who waits may not be offered anything":                      {excluded(`expires_at = NULL`), false},
		"might not until just now":                                   {excluded(`revoke_reason = 'test', revoked_at = now() - interval '1 second'`), false},
		"might not until just now, when that was over":               {excluded(`expires_at = now() - interval '1 second'`), false},
		"might not an hour ago":                                      {excluded(`revoke_reason = 'test', revoked_at = now() - interval '1 hour'`), true},
		"might not as long as an hour ago":                           {excluded(`expires_at = now() - interval '1 hour'`), true},
		"the wish has":                                               {[]string{`UPDATE waitlist_entries SET updated_at = now() WHERE id = '$entry'`}, false},
		"who waits has gone to the end":                              {[]string{`UPDATE waitlist_entries SET joined_at = now() WHERE id = '$entry'`}, false},
		"somebody has given up waiting":                              {[]string{another("-1 hour", "0"), `UPDATE waitlist_entries SET status = 'CANCELLED', updated_at = now() WHERE id <> '$entry'`}, false},
		"somebody has given up waiting for what only begins with it": {[]string{another("0", "-1 hour"), `UPDATE waitlist_entries SET status = 'CANCELLED', updated_at = now() WHERE id <> '$entry'`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			found := s.forgotten(t, beside, c.planted...)
			s.holds(t, c.found, found)
			if c.found {
				require.Contains(t, found[0].Detail, s.entry.String())
			}
		})
	}
}

// TestForgottenBehindHold: a place that a lapsed hold still has is released before anybody is chosen.
func TestForgottenBehindHold(t *testing.T) {
	t.Parallel()
	s := newTheirs(t)
	beside := s.Slot(s.Table(), 60*time.Hour, time.Hour)
	s.confirm(s.Guest("Holds"), 2, beside)
	held := func(until string) []string {
		return []string{`UPDATE reservations SET status = 'HELD', expires_at = now() + interval '` + until + `'`, `UPDATE allocations SET slot_id = '$slot' WHERE slot_id = '$beside'`}
	}
	require.Empty(t, s.forgotten(t, beside, held("-1 second")...))
	require.Len(t, s.forgotten(t, beside, held("1 hour")...), 1)
	require.Len(t, s.forgotten(t, beside, append(held("-1 second"), `UPDATE allocations SET released_at = now()`)...), 1)
	require.Len(t, s.forgotten(t, beside, held("-1 second")[:1]...), 1, "of another slot")
}
