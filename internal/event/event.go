// Package event owns the facts that the program announces: past-tense kinds, the entity and version they speak of, and
// its fields as of that moment. Numbering, storage and delivery belong to other rooms.
package event

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// Kind is what happened, in the past tense. Kinds are only ever added.
type Kind string

// Event is one fact about one version of one entity. Data holds the entity's own fields as of that version, without
// contact data, so that a subscriber can be shown the change itself.
type Event struct {
	VenueID    uuid.UUID
	Kind       Kind
	Entity     ref.Kind
	EntityID   uuid.UUID
	Version    int
	CustomerID *uuid.UUID // whose row it is; nil for facts about inventory
	Data       json.RawMessage
	OccurredAt time.Time
}

// Numbered is an event at its place in its venue's log. Positions start at 1 and have no gaps.
type Numbered struct {
	Event
	TenantID uuid.UUID
	Position int64
}

// New makes an event of an entity's fields as they now stand. It panics when data can't be written as JSON, which only
// a programming error makes so.
func New(venue uuid.UUID, kind Kind, entity ref.Kind, id uuid.UUID, version int, customer *uuid.UUID, data any, at time.Time) Event {
	raw, err := json.Marshal(data)
	if err != nil {
		panic("event " + string(kind) + ": " + err.Error())
	}
	return Event{VenueID: venue, Kind: kind, Entity: entity, EntityID: id, Version: version, CustomerID: customer, Data: raw, OccurredAt: at}
}
