package ical

import (
	"time"

	ics "github.com/arran4/golang-ical"
)

// Status is how certain an event is, in iCalendar's word.
type Status string

// What an event may be.
const (
	Confirmed Status = "CONFIRMED"
	Tentative Status = "TENTATIVE"
	Cancelled Status = "CANCELLED"
)

// Event is one entry of a feed. Texts may hold anything that people write; empty ones are left out.
type Event struct {
	UID          string // the same as long as the booking lives, and of no other event in the world
	Sequence     int    // goes up with each change that people should notice
	Start, End   time.Time
	Summary      string
	Description  string
	Location     string
	Status       Status
	LastModified time.Time // the zero time says nothing
	Transparent  bool      // the time stays free in the reader's own calendar
}

func (e Event) component(now time.Time) *ics.VEvent {
	event := ics.NewEvent(text(e.UID))
	event.SetDtStampTime(now)
	event.SetSequence(e.Sequence)
	event.SetStartAt(e.Start)
	// An end must be later than the start. An event without one is a moment.
	if e.End.Truncate(time.Second).After(e.Start.Truncate(time.Second)) {
		event.SetEndAt(e.End)
	}
	setText(event, ics.ComponentPropertySummary, e.Summary)
	setText(event, ics.ComponentPropertyDescription, e.Description)
	setText(event, ics.ComponentPropertyLocation, e.Location)
	event.SetStatus(ics.ObjectStatus(e.Status))
	event.SetTimeTransparency(ics.TransparencyOpaque)
	if e.Transparent {
		event.SetTimeTransparency(ics.TransparencyTransparent)
	}
	if !e.LastModified.IsZero() {
		event.SetLastModifiedAt(e.LastModified)
	}
	return event
}

func setText(event *ics.VEvent, property ics.ComponentProperty, value string) {
	if value := text(value); value != "" {
		event.SetProperty(property, value)
	}
}
