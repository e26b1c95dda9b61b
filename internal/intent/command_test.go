package intent_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/intent"
)

func TestOpenCommands(t *testing.T) {
	t.Parallel()
	owner := uuid.New()
	now := time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)
	staff := actor.Actor{Role: actor.Staff}
	work := func(s intent.Status, attempts ...intent.AttemptStatus) intent.Work {
		w := intent.Work{Intent: intent.Intent{CustomerID: owner, Status: s, Version: 4, ExpiresAt: now.Add(time.Minute)}}
		for _, a := range attempts {
			w.Attempts = append(w.Attempts, intent.Attempt{Action: intent.Cancel, Target: "old", Status: a})
		}
		return w
	}
	moving := work(intent.Reserving, intent.AttemptSucceeded)
	moving.Intent.Kind, moving.Standing = intent.MoveReservation, &intent.Attempt{Target: "old"}
	both := []intent.Command{intent.TryAgain, intent.Withdraw}
	for name, c := range map[string]struct {
		work intent.Work
		by   actor.Actor
		want []intent.Command
	}{
		"while it waits":                    {work(intent.WaitingForSeat), staff, both},
		"after a try that failed":           {work(intent.Reserving, intent.AttemptFailed), staff, both},
		"its customer":                      {work(intent.Reserving), actor.Actor{Role: actor.Customer, CustomerID: &owner}, both},
		"another customer":                  {work(intent.Reserving), actor.Actor{Role: actor.Customer, CustomerID: new(uuid.UUID)}, nil},
		"an agent":                          {work(intent.Reserving), actor.Actor{Role: actor.Agent, CustomerID: &owner}, nil},
		"while an attempt is in doubt":      {work(intent.Reserving, intent.Unknown), staff, nil},
		"once it is done":                   {work(intent.Succeeded, intent.AttemptSucceeded), staff, nil},
		"a move that gave the old place up": {moving, staff, both[:1]},
	} {
		require.Equal(t, append([]intent.Command{}, c.want...), intent.OpenCommands(c.work, c.by, now), name)
	}
}

func TestOpenAttemptCommands(t *testing.T) {
	t.Parallel()
	for _, s := range intent.AttemptValues() {
		want := []intent.Command{}
		if s == intent.Unknown {
			want = append(want, intent.Settle)
		}
		attempt := intent.Attempt{Status: s, Version: 4}
		require.Equal(t, want, intent.OpenAttemptCommands(attempt, actor.Actor{Role: actor.Staff}), s)
		require.Empty(t, intent.OpenAttemptCommands(attempt, actor.Actor{Role: actor.Customer, CustomerID: &attempt.CustomerID}), "a customer settles nothing")
		require.Empty(t, intent.OpenAttemptCommands(attempt, actor.Actor{Role: actor.Staff, VenueIDs: []uuid.UUID{uuid.New()}}))
	}
}
