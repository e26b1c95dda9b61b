package intent_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

func unknown(action intent.Action) intent.Attempt { return running(action).Doubted(able, noon) }

// sightings are all that can be seen at a provider, by name.
func sightings() map[string]intent.Sighting {
	found := func(change func(*intent.Booking)) intent.Sighting {
		b := right
		change(&b)
		return intent.Sighting{Kind: intent.Found, Booking: b}
	}
	return map[string]intent.Sighting{
		"right":             found(func(*intent.Booking) {}),
		"other target":      found(func(b *intent.Booking) { b.Target = "a" }),
		"other reference":   found(func(b *intent.Booking) { b.Reference = "another" }),
		"cancelled":         found(func(b *intent.Booking) { b.Cancelled = true }),
		"another cancelled": found(func(b *intent.Booking) { b.Reference, b.Cancelled = "another", true }),
		"absent":            {Kind: intent.Absent},
		"not visible":       {Kind: intent.NotVisible, Detail: "no answer"},
		"later version":     {Kind: "LATER"},
	}
}

func TestSeen(t *testing.T) {
	t.Parallel()
	early, late := noon.Add(time.Minute-tick), noon.Add(time.Minute) // the settle time is a minute
	for _, c := range []struct {
		seen         string
		action       intent.Action
		before, then string // while it may still come, and once the settle time is over
	}{
		{"right", intent.Book, "SUCCEEDED", "SUCCEEDED"},
		{"other target", intent.Book, "UNKNOWN", "UNKNOWN"},
		{"other reference", intent.Book, "UNKNOWN", "UNKNOWN"},
		{"cancelled", intent.Book, "FAILED UPSTREAM", "FAILED UPSTREAM"},
		{"another cancelled", intent.Book, "UNKNOWN", "UNKNOWN"},
		{"absent", intent.Book, "UNKNOWN", "FAILED NEVER_ARRIVED"},
		{"not visible", intent.Book, "UNKNOWN", "UNKNOWN"},
		{"later version", intent.Book, "UNKNOWN", "UNKNOWN"},
		{"right", intent.Cancel, "UNKNOWN", "FAILED UPSTREAM"},
		{"other target", intent.Cancel, "UNKNOWN", "FAILED UPSTREAM"},
		{"other reference", intent.Cancel, "UNKNOWN", "UNKNOWN"},
		{"cancelled", intent.Cancel, "SUCCEEDED", "SUCCEEDED"},
		{"another cancelled", intent.Cancel, "UNKNOWN", "UNKNOWN"},
		{"absent", intent.Cancel, "SUCCEEDED", "SUCCEEDED"},
		{"not visible", intent.Cancel, "UNKNOWN", "UNKNOWN"},
		{"later version", intent.Cancel, "UNKNOWN", "UNKNOWN"},
	} {
		for now, want := range map[time.Time]string{early: c.before, late: c.then} {
			t.Run(string(c.action)+", "+c.seen, func(t *testing.T) {
				a := unknown(c.action).Seen(sightings()[c.seen], able, now)
				require.Equal(t, want, strings.TrimSpace(string(a.Status)+" "+string(a.FailureKind)), "at %s", now)
				wellFormed(t, a)
				if a.Status == intent.Unknown {
					require.True(t, a.AskAt.After(now), "it is asked again, and not at once")
					require.Equal(t, 1, a.Asked)
				}
				watched := want == "FAILED NEVER_ARRIVED" || want == "FAILED UPSTREAM" && c.seen != "cancelled"
				require.Equal(t, watched, a.WatchUntil != nil, "what was given up without proof is watched")
				require.Equal(t, watched || a.Status == intent.Unknown, a.AskAt != nil)
			})
		}
	}
}

func TestAskingPausesLongerEachTime(t *testing.T) {
	t.Parallel()
	a, now := unknown(intent.Book), noon
	var pauses []time.Duration
	for range 12 {
		a = a.Seen(sightings()["not visible"], able, now)
		pauses = append(pauses, a.AskAt.Sub(now))
		now = *a.AskAt
	}
	s := time.Second
	require.Equal(t, []time.Duration{s / 2, s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 60 * s, 60 * s, 60 * s, 60 * s, 60 * s}, pauses)
	require.Equal(t, intent.Unknown, a.Status, "a question that isn't answered settles nothing, however long it takes")
	require.Equal(t, "no answer", *a.Failure)
}

func TestSettled(t *testing.T) {
	t.Parallel()
	upstream := "theirs"
	for _, how := range intent.Resolutions() {
		for lookup, contract := range map[bool]intent.Contract{true: able, false: mute} {
			t.Run(string(how), func(t *testing.T) {
				a := unknown(intent.Book).Settled(how, &upstream, "STAFF Kim", "I called them.", contract, noon)
				want := map[intent.Resolution]intent.AttemptStatus{
					intent.ResolveSucceeded: intent.AttemptSucceeded, intent.ResolveFailed: intent.AttemptFailed, intent.ResolveCancelled: intent.AttemptCancelled,
				}[how]
				require.Equal(t, want, a.Status)
				require.True(t, intent.Unknown.CanBecome(a.Status))
				wellFormed(t, a)
				require.Equal(t, "STAFF Kim", *a.ResolvedBy)
				require.Equal(t, "I called them.", *a.Resolution)
				watched := how != intent.ResolveSucceeded && lookup
				require.Equal(t, watched, a.AskAt != nil, "a person may be wrong: what failed by their word is watched where it can be")
				require.Equal(t, watched, a.WatchUntil != nil)
				require.Equal(t, how == intent.ResolveSucceeded, a.UpstreamRef != nil)
			})
		}
	}
	require.Nil(t, unknown(intent.Book).Settled(intent.ResolveSucceeded, nil, "STAFF Kim", "Seen.", able, noon).UpstreamRef)
}

func TestWatched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seen   string
		action intent.Action
		late   bool
	}{
		{"right", intent.Book, true},
		{"other target", intent.Book, true}, // whatever lies under our reference counts for nothing now
		{"other reference", intent.Book, false},
		{"cancelled", intent.Book, false},
		{"absent", intent.Book, false},
		{"not visible", intent.Book, false},
		{"later version", intent.Book, false},
		{"right", intent.Cancel, false},
		{"other target", intent.Cancel, false},
		{"other reference", intent.Cancel, false},
		{"another cancelled", intent.Cancel, false},
		{"cancelled", intent.Cancel, true},
		{"absent", intent.Cancel, true}, // the place is gone, as the provider tells it
		{"not visible", intent.Cancel, false},
		{"later version", intent.Cancel, false},
	} {
		for _, contract := range []intent.Contract{able, stubborn} {
			for _, how := range []intent.Resolution{intent.ResolveFailed, intent.ResolveCancelled} {
				t.Run(string(c.action)+", "+c.seen, func(t *testing.T) {
					given := unknown(c.action).Settled(how, nil, "STAFF Kim", "It never came.", contract, noon)
					a := given.Watched(sightings()[c.seen], contract, *given.AskAt)
					if !c.late {
						require.Equal(t, given.Status, a.Status)
						require.True(t, a.AskAt.After(*given.AskAt))
						require.Empty(t, a.Compensation)
						return
					}
					require.True(t, given.Status.CanBecome(intent.Discarded))
					require.Equal(t, intent.Discarded, a.Status)
					wellFormed(t, a)
					require.Equal(t, noon, *a.EndedAt, "its end stays when it was given up")
					want := intent.UndoDue
					if c.action == intent.Cancel || !contract.Cancel {
						want = intent.UndoFailed
					}
					require.Equal(t, want, a.Compensation)
					require.Equal(t, want == intent.UndoDue, a.AskAt != nil)
				})
			}
		}
	}
}

func TestAWatchEnds(t *testing.T) {
	t.Parallel()
	for settle, long := range map[time.Duration]time.Duration{0: 10 * time.Minute, time.Minute: 10 * time.Minute, 5 * time.Minute: 50 * time.Minute} {
		contract := able
		contract.Settle = settle
		a := unknown(intent.Book).Settled(intent.ResolveFailed, nil, "STAFF Kim", "It never came.", contract, noon)
		require.Equal(t, noon.Add(long), *a.WatchUntil, "ten times the settle time, at least ten minutes")
		looks, last := 0, noon
		for ; a.AskAt != nil; looks++ {
			require.Less(t, looks, 100)
			require.True(t, a.AskAt.After(last))
			last = *a.AskAt
			a = a.Watched(sightings()["absent"], contract, last)
		}
		require.Equal(t, noon.Add(long), last, "the last look is at the very end")
		require.Equal(t, intent.AttemptFailed, a.Status)
	}
}

func TestAWatchDoesNotEndUnanswered(t *testing.T) {
	t.Parallel()
	given := unknown(intent.Book).Settled(intent.ResolveFailed, nil, "STAFF Kim", "It never came.", able, noon)
	end := *given.WatchUntil
	a := given.Watched(sightings()["not visible"], able, end)
	require.True(t, a.AskAt.After(end), "nobody has looked yet")
	require.Equal(t, intent.UndoDue, a.Watched(sightings()["right"], able, *a.AskAt).Compensation)
	require.Nil(t, a.Watched(sightings()["absent"], able, *a.AskAt).AskAt)
	a = given.Watched(sightings()["not visible"], able, end.Add(24*time.Hour-tick))
	require.NotNil(t, a.AskAt)
	a = given.Watched(sightings()["not visible"], able, end.Add(24*time.Hour))
	require.Nil(t, a.AskAt, "a provider that is gone isn't asked for ever")
}

func TestACancellationIsWatchedAsLongAsSomebodyCountsOnTheBooking(t *testing.T) {
	t.Parallel()
	given := unknown(intent.Cancel).Settled(intent.ResolveFailed, nil, "STAFF Kim", "It stood.", able, noon)
	again := running(intent.Cancel).Heard(intent.Answer{Kind: intent.Done, Booking: right}, able, noon.Add(time.Second))
	stands := running(intent.Book).Heard(intent.Answer{Kind: intent.Done, Booking: right}, able, noon.Add(-time.Hour))
	exchanged := stands
	exchanged.Reference = "another"
	gone := sightings()["cancelled"]
	for _, c := range []struct {
		name  string
		work  intent.Work
		alarm bool
	}{
		{"the reservation still rests on it", intent.Work{Attempts: []intent.Attempt{given}, Standing: &stands}, true},
		{"another attempt has given it up", intent.Work{Attempts: []intent.Attempt{given, again}, Standing: &stands}, false},
		{"another intent has given it up", intent.Work{Attempts: []intent.Attempt{given}}, false},
		{"another intent has exchanged it", intent.Work{Attempts: []intent.Attempt{given}, Standing: &exchanged}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := c.work.Watched(given, gone, able, *given.AskAt)
			require.Nil(t, a.AskAt)
			if c.alarm {
				require.Equal(t, intent.Discarded, a.Status)
				require.Equal(t, intent.UndoFailed, a.Compensation, "a person must know that the place is gone")
				return
			}
			require.Equal(t, intent.AttemptFailed, a.Status, "it is gone as it should be")
			require.Empty(t, a.Compensation)
		})
	}
	t.Run("a booking that comes late is undone whatever else was done", func(t *testing.T) {
		late := unknown(intent.Book).Settled(intent.ResolveFailed, nil, "STAFF Kim", "It never came.", able, noon)
		a := intent.Work{Attempts: []intent.Attempt{late, again}}.Watched(late, sightings()["right"], able, *late.AskAt)
		require.Equal(t, intent.UndoDue, a.Compensation)
	})
}
