package reading

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// uidTail makes the public id of a reservation the id of an event, which is to be of no other event in the world.
const uidTail = "@slotq"

// calendar is the feed as others see it. Notes, e-mail addresses and phone numbers are in no calendar at all.
func (f OpenFeed) calendar(bookings []CalendarBooking) ical.Feed {
	shown := ical.Feed{Name: f.Venue, TimeZone: f.TimeZone}
	if f.Resource != nil {
		shown.Name = *f.Resource + ", " + f.Venue
	}
	slices.SortFunc(bookings, func(a, b CalendarBooking) int {
		if c := a.StartsAt.Compare(b.StartsAt); c != 0 {
			return c
		}
		return strings.Compare(a.ID.String(), b.ID.String())
	})
	for _, b := range bookings {
		shown.Events = append(shown.Events, f.event(b))
	}
	return shown
}

func (f OpenFeed) event(b CalendarBooking) ical.Event {
	certain := certainty(b)
	e := ical.Event{
		UID: ref.Encode(ref.Reservation, b.ID) + uidTail, Sequence: b.Version, Start: b.StartsAt, End: b.EndsAt,
		Summary: "Booked", Status: certain, Transparent: certain == ical.Cancelled, LastModified: b.UpdatedAt,
	}
	if f.Privacy != ical.Details { // also what a later program may have written
		return e
	}
	title := b.Customer
	if f.CustomerID != nil { // people know their own name; where they are going says more
		title = f.Venue
	}
	e.Summary = fmt.Sprintf("%s, party of %d", title, b.PartySize)
	e.Description = stateInWords(b)
	e.Location = b.Resources + ", " + f.Venue
	return e
}

// certainty is how sure a reservation is in a calendar's word. A calendar keeps what came to nothing for a while as
// cancelled, so that programs take it out; so it does with what a move took out of it.
func certainty(b CalendarBooking) ical.Status {
	if b.HasLeft {
		return ical.Cancelled
	}
	switch b.Status {
	case reservation.Held:
		return ical.Tentative
	case reservation.Confirmed, reservation.CheckedIn, reservation.Completed:
		return ical.Confirmed
	default:
		return ical.Cancelled
	}
}

func stateInWords(b CalendarBooking) string {
	if b.HasLeft {
		return "Moved"
	}
	switch b.Status {
	case reservation.Held:
		if b.Requested {
			return "Requested"
		}
		return "Held"
	case reservation.Confirmed:
		return "Confirmed"
	case reservation.CheckedIn:
		return "Checked in"
	case reservation.Completed:
		return "Completed"
	case reservation.NoShow:
		return "No-show"
	default:
		return "Cancelled"
	}
}
