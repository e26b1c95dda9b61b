package opening_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/opening"
)

// FuzzRules looks for kept rules that are read and then written as others, and for a change that isn't the same made twice.
func FuzzRules(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"sets":null,"closedOnHolidays":true,"holidayRegion":"KR"}`, `{"sets":[{"windows":[{"weekdays":[1,7],"opens":"18:00","closes":"02:00","slotLength":7200000000000}]}]}`,
		`{"sets":[{"resourceId":"0190a0b0-0000-7000-8000-000000000001","exceptions":[{"date":"2026-12-25","closed":true}]},{"exceptions":[{"date":"2026-12-25"}]}]}`,
		`{"sets":[{},{}]}`, `{"sets":[{"exceptions":[{"date":"2026-02-30"}]}]}`,
	} {
		f.Add([]byte(s), []byte(`{"windows":[{"opens":"09:00","closes":"17:00"}]}`))
	}
	f.Fuzz(func(t *testing.T, kept, set []byte) {
		var rules opening.Rules
		if json.Unmarshal(kept, &rules) != nil || undated(rules.Sets...) || doubled(rules.Sets) {
			return
		}
		written, err := json.Marshal(rules)
		require.NoError(t, err, "what was read can be kept")
		var again opening.Rules
		require.NoError(t, json.Unmarshal(written, &again))
		twice, err := json.Marshal(again)
		require.NoError(t, err)
		require.JSONEq(t, string(written), string(twice))

		var change opening.Set
		if json.Unmarshal(set, &change) != nil || undated(change) {
			return
		}
		for _, scope := range []*uuid.UUID{nil, change.ResourceID} {
			draft := opening.Draft{Windows: change.Windows, Exceptions: change.Exceptions}
			if scope != nil {
				draft.Resources = []uuid.UUID{*scope}
			}
			before, err := json.Marshal(rules)
			require.NoError(t, err)
			once := rules.With(draft)
			after, err := json.Marshal(rules)
			require.NoError(t, err)
			require.Equal(t, string(before), string(after), "the rules before are left alone")
			if len(change.Windows) > 0 { // without windows and exceptions there is no set
				require.Equal(t, change.Windows, once.Own(scope).Windows)
			}
			require.Equal(t, sets(t, once), sets(t, once.With(draft)), "made twice it is the same")
		}
	})
}

// undated tells exceptions of no date, which have no form in which they could be kept.
func undated(sets ...opening.Set) bool {
	return slices.ContainsFunc(sets, func(s opening.Set) bool {
		return slices.ContainsFunc(s.Exceptions, func(e calendar.Exception) bool { return e.Date.IsZero() })
	})
}

// doubled tells sets as they are never kept: two for one resource or for the venue, or one of nothing.
func doubled(sets []opening.Set) bool {
	known := map[uuid.UUID]bool{}
	return slices.ContainsFunc(sets, func(s opening.Set) bool {
		var whose uuid.UUID
		if s.ResourceID != nil {
			whose = *s.ResourceID
		}
		twice := known[whose]
		known[whose] = true
		return twice || len(s.Windows)+len(s.Exceptions) == 0
	})
}

func sets(t *testing.T, r opening.Rules) string {
	t.Helper()
	raw, err := json.Marshal(r.Sets)
	require.NoError(t, err)
	return string(raw)
}
