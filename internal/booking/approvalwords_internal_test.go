package booking

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

// TestTimesInWords: a time is said as it is said at the venue, and no two hours of a year are said in the same words.
func TestTimesInWords(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	at := func(text string) time.Time {
		moment, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return moment
	}
	for _, c := range []struct{ from, to, english, korean string }{
		{"2026-12-04T18:00:00Z", "2026-12-04T20:30:00Z",
			"Fri 4 Dec 2026, 19:00–21:30 UTC+01:00", "2026년 12월 4일(금) 19:00~21:30 UTC+01:00"},
		{"2026-12-04T22:00:00Z", "2026-12-05T00:00:00Z", // past midnight there, not in UTC
			"Fri 4 Dec 2026, 23:00 – Sat 5 Dec 2026, 01:00 UTC+01:00", "2026년 12월 4일(금) 23:00 ~ 2026년 12월 5일(토) 01:00 UTC+01:00"},
		{"2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", // the first half past two of that night
			"Sun 25 Oct 2026, 02:00–02:30 UTC+02:00", "2026년 10월 25일(일) 02:00~02:30 UTC+02:00"},
		{"2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z", // and the second
			"Sun 25 Oct 2026, 02:00–02:30 UTC+01:00", "2026년 10월 25일(일) 02:00~02:30 UTC+01:00"},
		{"2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", // an hour, from half past two to half past two
			"Sun 25 Oct 2026, 02:30 UTC+02:00 – 02:30 UTC+01:00", "2026년 10월 25일(일) 02:30 UTC+02:00 ~ 02:30 UTC+01:00"},
	} {
		english, korean := spanWords(at(c.from), at(c.to), berlin)
		require.Equal(t, []string{c.english, c.korean}, []string{english, korean})
	}
}

// TestEveryActionHasItsWords: whatever can be prepared can be read, in every language, tied or not.
func TestEveryActionHasItsWords(t *testing.T) {
	t.Parallel()
	now := time.Now()
	said := map[string]bool{}
	for _, action := range []string{toRequest, toCancel, toMove, toJoin, toConfirmOffer} {
		p := preview{Action: action, PartySize: 2, From: &now, To: &now, Venue: previewVenue{Name: "Main", TimeZone: "UTC"}}
		summary := summaryOf(p, time.UTC)
		notes := []words{noteOf(action, &scene{}), noteOf(action, &scene{tied: action != toJoin}), summary}
		for _, w := range notes {
			require.NotEmpty(t, w.English, action)
			require.NotEmpty(t, w.Korean, action)
		}
		require.False(t, said[summary.English] || said[summary.Korean], "%s is said like another", action)
		said[summary.English], said[summary.Korean] = true, true
	}
	require.NotEqual(t, noteOf(toRequest, &scene{}), noteOf(toRequest, &scene{waits: true}))
}

// TestActionsAreMutations: what an approval stands for has the name of the intent that comes of it.
func TestActionsAreMutations(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{toRequest, toCancel, toMove, toConfirmOffer},
		[]string{string(intent.RequestReservation), string(intent.CancelReservation), string(intent.MoveReservation), string(intent.ConfirmOffer)})
}
