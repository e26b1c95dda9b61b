package feed

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

// Topic is what a subscriber wants to hear of one venue.
type Topic struct {
	Venue  uuid.UUID
	Entity ref.Kind                   // facts about this kind of thing; empty means any
	ID     *uuid.UUID                 // about this one only; nil means any
	Match  func(*event.Numbered) bool // a further condition; nil means none. It must not change the event
}

// wants tells whether an event belongs to the topic and may be shown to the actor. Doors narrow topics to what an actor
// may see; that nobody is shown another customer's rows is asked here again.
func (t Topic) wants(a actor.Actor, e *event.Numbered) bool {
	switch {
	case t.Entity != "" && e.Entity != t.Entity,
		t.ID != nil && e.EntityID != *t.ID,
		a.OwnOnly() && e.CustomerID != nil && !a.Owns(*e.CustomerID):
		return false
	}
	return t.Match == nil || t.Match(e)
}

// Kind says what a message is.
type Kind string

// The kinds of messages.
const (
	Snapshot Kind = "SNAPSHOT" // the stream begins: what is read from now on covers everything up to the cursor
	Change   Kind = "CHANGE"   // one event
	Resync   Kind = "RESYNC"   // the cursor can't be continued: read anew, the stream goes on from here
)

// Message is one step of a stream. Cursor is what Subscribe takes to go on right behind it. OccurredAt is the event's, or
// the database's clock when the stream begins. Event is set for a CHANGE and shared by all subscribers: read it only.
type Message struct {
	Kind       Kind
	Cursor     string
	OccurredAt time.Time
	Event      *event.Numbered
}
