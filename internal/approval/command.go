package approval

import (
	"time"

	"github.com/slotq/slotq/internal/actor"
)

// Command is a person's word on an approval, by the name of its mutation.
type Command string

// The commands.
const (
	Approve Command = "approveAction"
	Reject  Command = "rejectAction"
)

// OpenCommands lists what this actor could say now at the approval's present version. It is what a screen offers; the
// command itself decides again.
func OpenCommands(a Approval, by actor.Actor, now time.Time) []Command {
	open := []Command{}
	if !by.Can(actor.ApprovalDecide) || !a.MayDecide(by) {
		return open
	}
	if Decide(a, Approved, a.Version, now) == nil {
		open = append(open, Approve)
	}
	if Decide(a, Rejected, a.Version, now) == nil {
		open = append(open, Reject)
	}
	return open
}
