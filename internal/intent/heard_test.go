package intent_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

const tick = time.Microsecond

var noon = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)

// able is a provider's contract with everything in it; mute can't be asked, stubborn undoes nothing.
var (
	able     = intent.Contract{IdempotentByKey: true, Lookup: true, Cancel: true, Settle: time.Minute}
	mute     = intent.Contract{Cancel: true, Settle: time.Minute}
	stubborn = intent.Contract{Lookup: true, Settle: time.Minute}
)

func running(action intent.Action) intent.Attempt {
	return intent.Attempt{Number: 1, Action: action, Reference: "ours", Target: "a+b", Status: intent.Running, StartedAt: noon, Asked: 2}
}

var right = intent.Booking{Reference: "ours", Target: "a+b", UpstreamRef: "theirs"}

// wellFormed is what the walls of the database demand of any attempt.
func wellFormed(t require.TestingT, a intent.Attempt) {
	require.Equal(t, a.Status.Unresolved(), a.EndedAt == nil, "%s: what has ended has an end", a.Status)
	require.Equal(t, a.Status == intent.AttemptFailed || a.Status == intent.AttemptCancelled || a.Status == intent.Discarded && a.FailureKind != intent.NoFailure,
		a.FailureKind != intent.NoFailure, "%s: what failed says why: %s", a.Status, a.FailureKind)
	if a.Compensation == intent.UndoDue {
		require.NotNil(t, a.AskAt, "what has to be undone has its time")
	}
}

func TestHeard(t *testing.T) {
	t.Parallel()
	done := func(b intent.Booking) intent.Answer { return intent.Answer{Kind: intent.Done, Booking: b} }
	say := func(k intent.AnswerKind) intent.Answer { return intent.Answer{Kind: k, Detail: "in words"} }
	cancelled, other, foreign := right, right, right
	cancelled.Cancelled, other.Target, foreign.Reference = true, "a", "another"
	for _, c := range []struct {
		name       string
		answer     intent.Answer
		book, give string // what becomes of a booking, and of a cancellation
	}{
		{"done", done(right), "SUCCEEDED", "SUCCEEDED"},
		{"done for another target", done(other), "UNKNOWN", "SUCCEEDED"},
		{"done for another reference", done(foreign), "UNKNOWN", "UNKNOWN"},
		{"done without saying what", done(intent.Booking{}), "UNKNOWN", "UNKNOWN"},
		{"done, and cancelled", done(cancelled), "UNKNOWN", "SUCCEEDED"},
		{"race", say(intent.Race), "FAILED RACE", "FAILED UPSTREAM"},
		{"unauthorized", say(intent.Unauthorized), "FAILED AUTH", "FAILED AUTH"},
		{"unavailable", say(intent.Unavailable), "FAILED UPSTREAM", "FAILED UPSTREAM"},
		{"rate limited", say(intent.RateLimited), "FAILED RATE_LIMIT", "FAILED RATE_LIMIT"},
		{"refused", say(intent.Refused), "FAILED REFUSED", "FAILED REFUSED"},
		{"unclear", say(intent.Unclear), "UNKNOWN", "UNKNOWN"},
		{"an answer of a later version", say("LATER"), "UNKNOWN", "UNKNOWN"},
		{"no answer", intent.Answer{}, "UNKNOWN", "UNKNOWN"},
	} {
		for action, want := range map[intent.Action]string{intent.Book: c.book, intent.Cancel: c.give} {
			for lookup, contract := range map[bool]intent.Contract{true: able, false: mute} {
				t.Run(c.name+", "+string(action), func(t *testing.T) {
					a := running(action).Heard(c.answer, contract, noon)
					require.Equal(t, want, strings.TrimSpace(string(a.Status)+" "+string(a.FailureKind)))
					wellFormed(t, a)
					require.Zero(t, a.Asked)
					require.Equal(t, a.Status == intent.Unknown, a.DoubtAt != nil)
					require.Equal(t, a.Status == intent.Unknown && lookup, a.AskAt != nil, "only where a booking can be found is it looked for")
					require.Empty(t, a.Compensation)
					if c.answer.Kind == intent.Done && a.Status == intent.AttemptSucceeded {
						require.Equal(t, "theirs", *a.UpstreamRef)
					}
				})
			}
		}
	}
}

func TestWordsFit(t *testing.T) {
	t.Parallel()
	a := running(intent.Book).Heard(intent.Answer{Kind: intent.Refused, Detail: strings.Repeat("é", 600)}, able, noon)
	require.Equal(t, strings.Repeat("é", 500), *a.Failure)
	require.Nil(t, running(intent.Book).Heard(intent.Answer{Kind: intent.Unclear}, able, noon).Failure)
}

func TestDoubted(t *testing.T) {
	t.Parallel()
	for lookup, contract := range map[bool]intent.Contract{true: able, false: mute} {
		a := running(intent.Book).Doubted(contract, noon)
		require.Equal(t, intent.Unknown, a.Status, "a silent worker proves nothing")
		require.Equal(t, lookup, a.AskAt != nil)
		require.Equal(t, noon, *a.DoubtAt)
		wellFormed(t, a)
	}
}

func TestUndoHeard(t *testing.T) {
	t.Parallel()
	due := running(intent.Book)
	due.Status, due.EndedAt, due.AskAt, due.Compensation, due.Asked = intent.Discarded, &noon, &noon, intent.UndoDue, 0
	for kind, most := range map[intent.AnswerKind]int{
		intent.Unauthorized: 12, intent.Refused: 12, intent.Race: 1440, intent.Unavailable: 1440, intent.RateLimited: 1440, intent.Unclear: 1440, "LATER": 1440,
	} {
		t.Run(string(kind), func(t *testing.T) {
			a, now, asked := due, noon, 0
			for a.Compensation == intent.UndoDue {
				asked++
				require.LessOrEqual(t, asked, most, "a provider isn't asked for ever")
				a = a.UndoHeard(intent.Answer{Kind: kind, Detail: "no"}, now)
				if a.AskAt != nil {
					require.True(t, a.AskAt.After(now), "nor at once again")
					now = *a.AskAt
				}
			}
			require.Equal(t, intent.UndoFailed, a.Compensation, "then a person must see to it")
			require.Equal(t, most, asked)
			require.Nil(t, a.AskAt)
			require.Equal(t, "no", *a.Failure)
		})
	}
	t.Run("done", func(t *testing.T) {
		a := due.UndoHeard(intent.Answer{Kind: intent.Done}, noon)
		require.Equal(t, intent.Undone, a.Compensation)
		require.Nil(t, a.AskAt)
		require.Equal(t, intent.Discarded, a.Status)
	})
	t.Run("done at the last try", func(t *testing.T) {
		a := due
		a.Asked = 11
		require.Equal(t, intent.Undone, a.UndoHeard(intent.Answer{Kind: intent.Done}, noon).Compensation)
	})
	t.Run("not before the provider wants it", func(t *testing.T) {
		a := due.UndoHeard(intent.Answer{Kind: intent.RateLimited, RetryAfter: time.Hour}, noon)
		require.Equal(t, noon.Add(time.Hour), *a.AskAt)
	})
}

func TestSurplus(t *testing.T) {
	t.Parallel()
	stood := running(intent.Book)
	stood.Status, stood.EndedAt = intent.AttemptSucceeded, &noon
	a := stood.Surplus(able, noon)
	require.Equal(t, intent.UndoDue, a.Compensation)
	require.Equal(t, noon, *a.AskAt)
	require.Zero(t, a.Asked)
	require.Equal(t, intent.AttemptSucceeded, a.Status, "it did succeed")
	a = stood.Surplus(stubborn, noon)
	require.Equal(t, intent.UndoFailed, a.Compensation, "what can't be undone is a person's business at once")
	require.Nil(t, a.AskAt)
}
