package booking

import (
	"encoding/json"
	"fmt"
	"sort"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// preview is what a person reads before saying yes: the deed in words, in the languages of the house, and the same as data.
// It holds nothing by which anybody could be reached.
type preview struct {
	Summary     words         `json:"summary"`
	Action      string        `json:"action"`
	Venue       previewVenue  `json:"venue"`
	Slots       []previewSlot `json:"slots"`            // where the party would sit; of a cancellation, what it gives up
	Leaves      []previewSlot `json:"leaves,omitempty"` // of a move: what it gives up
	PartySize   int           `json:"partySize"`
	From        *time.Time    `json:"from,omitempty"` // of a place in the queue
	To          *time.Time    `json:"to,omitempty"`
	WaitForSeat bool          `json:"waitForSeat,omitempty"`
	Reservation string        `json:"reservation,omitempty"`
	Offer       string        `json:"offer,omitempty"`
	Note        words         `json:"note"`     // what happens on a yes
	Provider    bool          `json:"provider"` // an outside booking system has a say
}

// words are a sentence in each language.
type words struct {
	English string `json:"en"`
	Korean  string `json:"ko"`
}

type previewVenue struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	TimeZone string `json:"timeZone"`
}

type previewSlot struct {
	ID       string    `json:"id"`
	Resource string    `json:"resource"`
	StartsAt time.Time `json:"startsAt"`
	EndsAt   time.Time `json:"endsAt"`
}

// previewOf shows a deed.
func previewOf(action string, venue inventory.Venue, at *scene) (json.RawMessage, error) {
	zone, err := calendar.ValidateZone(venue.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("preview for venue %s: %w", venue.ID, err)
	}
	p := preview{
		Action: action, Venue: previewVenue{ID: ref.Encode(ref.Venue, venue.ID), Name: venue.Name, TimeZone: venue.TimeZone},
		Slots: at.shown(at.slots), Leaves: at.shown(at.leaves), PartySize: at.party, WaitForSeat: at.waits,
		Note: noteOf(action, at), Provider: at.tied,
	}
	if action == toJoin {
		p.From, p.To = &at.from, &at.to
	}
	if at.subject != nil && at.subject.Kind == ref.Offer {
		p.Offer = at.subject.String()
	} else if at.subject != nil {
		p.Reservation = at.subject.String()
	}
	p.Summary = summaryOf(p, zone)
	return json.Marshal(p)
}

// shown are slots in the order of time.
func (s *scene) shown(ids []uuid.UUID) []previewSlot {
	shown := make([]previewSlot, 0, len(ids))
	for _, id := range ids {
		p := s.places[id]
		shown = append(shown, previewSlot{ID: ref.Encode(ref.Slot, id), Resource: p.Resource.Name, StartsAt: p.Slot.StartsAt, EndsAt: p.Slot.EndsAt})
	}
	sort.Slice(shown, func(i, j int) bool {
		a, b := shown[i], shown[j]
		return a.StartsAt.Before(b.StartsAt) || (a.StartsAt.Equal(b.StartsAt) && a.ID < b.ID)
	})
	return shown
}
