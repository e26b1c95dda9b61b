package booking

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// endings says what is announced when a reservation ends.
var endings = map[reservation.Status]event.Kind{
	reservation.Cancelled: event.ReservationCancelled,
	reservation.Expired:   event.ReservationExpired,
	reservation.NoShow:    event.ReservationNoShow,
	reservation.Completed: event.ReservationCompleted,
}

// end is the one routine by which capacity is released: the reservation goes to a final state, its units go back to their
// slots, and each slot that has not begun gets a vacancy. The slots must be locked.
func (s *sheet) end(r reservation.Reservation, held []inventory.Allocation, to reservation.Status, reason string) reservation.Reservation {
	after := r
	after.Status, after.IntentID = to, nil
	if to == reservation.Cancelled || to == reservation.Expired {
		after.UpstreamID = nil // whoever booked it at a provider has cancelled it there
	}
	if reason != "" {
		after.StatusReason = &reason
	}
	after = s.amend(r, after, endings[to])
	s.changes.Released = append(s.changes.Released, Release{ReservationID: r.ID})
	if to == reservation.Expired {
		s.lapsed = r.ExpiresAt
	}
	for _, a := range held {
		s.release(a, string(endings[to]))
	}
	s.unarrive(r, string(endings[to]))
	s.lapsed = nil
	return after
}

// backing is a promotional hold with the offer and the entry that it stands behind, all locked.
type backing struct {
	hold  reservation.Reservation
	units []inventory.Allocation
	offer waitlist.Offer
	entry waitlist.Entry
}

// close ends an offer that came to nothing: the hold is released, the offer takes its final state, the entry goes where
// it is told.
func (s *sheet) close(b backing, offer waitlist.OfferStatus, hold reservation.Status, by decision, entry waitlist.EntryStatus) (waitlist.Offer, waitlist.Entry) {
	s.end(b.hold, b.units, hold, string(offerEnds[offer]))
	after := by.on(b.offer, offer, s)
	after = s.amendOffer(b.offer, after, offerEnds[offer])
	moved := b.entry
	moved.Status = entry
	if entry == waitlist.Waiting && offer == waitlist.OfferExpired {
		moved.JoinedAt = s.now // who let an offer lapse waits behind everybody
	}
	return after, s.amendEntry(b.entry, moved, entryGoes[entry])
}

// offerEnds and entryGoes say what is announced when an offer is decided and when an entry moves.
var (
	offerEnds = map[waitlist.OfferStatus]event.Kind{
		waitlist.OfferAccepted: event.OfferAccepted, waitlist.OfferDeclined: event.OfferDeclined,
		waitlist.OfferExpired: event.OfferExpired, waitlist.OfferWithdrawn: event.OfferWithdrawn,
	}
	entryGoes = map[waitlist.EntryStatus]event.Kind{
		waitlist.Waiting: event.EntryRequeued, waitlist.Offered: event.EntryOffered, waitlist.Fulfilled: event.EntryFulfilled,
		waitlist.EntryDeclined: event.EntryDeclined, waitlist.EntryExpired: event.EntryExpired, waitlist.EntryCancelled: event.EntryCancelled,
	}
)

// decision is who decided an offer and how.
type decision struct {
	by     string
	source string
	code   string
	reason string
}

func (d decision) on(o waitlist.Offer, to waitlist.OfferStatus, s *sheet) waitlist.Offer {
	o.Status, o.DecidedAt, o.DecidedBy, o.IntentID = to, &s.now, &d.by, nil
	o.Source, o.ReasonCode, o.Reason = optional(d.source), optional(d.code), optional(d.reason)
	return o
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// lapse records that a hold's time is over. A promotional hold takes its offer with it, and the entry goes where the
// policy of the offer sends it. It is noted in the audit as what it is about, also when it is recorded on the way of somebody
// else's command.
func (s *sheet) lapse(h LapsedHold, offers map[uuid.UUID]waitlist.Offer, entries map[uuid.UUID]waitlist.Entry) error {
	offer, promotional := offers[h.Reservation.ID]
	if !promotional {
		if h.Reservation.Promotional {
			return fmt.Errorf("hold %s has no offer behind it", h.Reservation.ID)
		}
		s.end(h.Reservation, h.Allocations, reservation.Expired, "")
		s.noteLapse(h.Reservation.VenueID, ref.Ref{Kind: ref.Reservation, ID: h.Reservation.ID})
		return nil
	}
	entry, found := entries[offer.EntryID]
	if !found {
		return fmt.Errorf("offer %s has no entry behind it", offer.ID)
	}
	b := backing{hold: h.Reservation, units: h.Allocations, offer: offer, entry: entry}
	s.lapseOffer(b)
	s.noteLapse(offer.VenueID, ref.Ref{Kind: ref.Offer, ID: offer.ID})
	return nil
}

func (s *sheet) noteLapse(venue uuid.UUID, of ref.Ref) {
	s.changes.Audit = append(s.changes.Audit, programAudit(lapseHold, about(venue, of), &s.changes))
}

// lapseOffer closes an offer whose time is over and returns the entry as it then stands.
func (s *sheet) lapseOffer(b backing) waitlist.Entry {
	to := b.entry.Effective(s.now) // EXPIRED, or WAITING where the policy puts it at the end of the queue
	_, entry := s.close(b, waitlist.OfferExpired, reservation.Expired, decision{by: program}, to)
	if to == waitlist.Waiting {
		s.look(entry, string(event.EntryRequeued))
	}
	return entry
}

// program is the name under which routines act.
const program = "SlotQ"
