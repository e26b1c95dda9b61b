package intent

import (
	"time"

	"github.com/slotq/slotq/internal/actor"
)

// Command is an act on an intent or an attempt, by the name of its mutation.
type Command string

// The commands.
const (
	Withdraw Command = "cancelIntent"
	TryAgain Command = "retryIntent"
	Settle   Command = "resolveAttempt"
)

// OpenCommands lists the commands on the intent that this actor could give now at its present version. It is what a screen
// offers; the command itself decides again.
func OpenCommands(w Work, by actor.Actor, now time.Time) []Command {
	open := []Command{}
	if !by.Can(actor.IntentWrite) || !by.MaySee(w.Intent.VenueID, w.Intent.CustomerID) {
		return open
	}
	if DecideRetry(w, w.Intent.Version, now) == nil {
		open = append(open, TryAgain)
	}
	if DecideCancel(w, w.Intent.Version, now) == nil {
		open = append(open, Withdraw)
	}
	return open
}

// OpenAttemptCommands lists the commands on an attempt likewise.
func OpenAttemptCommands(a Attempt, by actor.Actor) []Command {
	if !by.Can(actor.IntentOperate) || !by.MaySee(a.VenueID, a.CustomerID) || DecideResolve(a, a.Version) != nil {
		return []Command{}
	}
	return []Command{Settle}
}
