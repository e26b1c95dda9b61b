package booking

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// sheet is the worksheet of one decision: the locked slots as they will be, and the changes so far. Nothing is written
// until the desk hands the changes over.
type sheet struct {
	tenant  uuid.UUID
	now     time.Time
	places  map[uuid.UUID]*Place
	before  map[uuid.UUID]inventory.Slot
	touched []uuid.UUID // changed slots, in the order of their first change
	changes Changes
	lapsed  *time.Time // the deadline of the hold that is being released, if time has ended it
}

func newSheet(tenant uuid.UUID, now time.Time, places []Place) *sheet {
	s := &sheet{tenant: tenant, now: now, places: map[uuid.UUID]*Place{}, before: map[uuid.UUID]inventory.Slot{}, changes: Changes{Now: now}}
	for i := range places {
		s.places[places[i].Slot.ID] = &places[i]
		s.before[places[i].Slot.ID] = places[i].Slot
	}
	return s
}

// done gathers the changes.
func (s *sheet) done() *Changes {
	s.changes.Slots = nil
	for _, id := range s.touched {
		s.changes.Slots = append(s.changes.Slots, Change[inventory.Slot]{Before: s.before[id], After: s.places[id].Slot})
	}
	return &s.changes
}

func (s *sheet) announce(venue uuid.UUID, kind event.Kind, entity ref.Kind, id uuid.UUID, version int, customer *uuid.UUID, data any) {
	s.changes.Events = append(s.changes.Events, event.New(venue, kind, entity, id, version, customer, data, s.now))
}

// count changes the counter of a locked slot and says so.
func (s *sheet) count(slot uuid.UUID, units int, kind event.Kind) {
	place := s.places[slot]
	place.Slot.Taken += units
	place.Slot.Version++
	if !slices.Contains(s.touched, slot) {
		s.touched = append(s.touched, slot)
	}
	s.announce(place.Slot.VenueID, kind, ref.Slot, slot, place.Slot.Version, nil, place.Slot)
}

// take gives units of a slot to a reservation, which keeps an exclusive resource for that time.
func (s *sheet) take(reservationID, slot uuid.UUID, units int, keeps *policy.Span) {
	s.count(slot, units, event.SlotTaken)
	s.changes.Allocated = append(s.changes.Allocated, inventory.Allocation{ID: ref.NewID(), ReservationID: reservationID, SlotID: slot, Units: units, Keeps: keeps})
}

// free gives units of a slot back and leaves the note that its queue must be looked at.
func (s *sheet) free(slot uuid.UUID, units int, cause string) {
	s.count(slot, -units, event.SlotFreed)
	s.note(slot, cause)
}

// note leaves the note that a slot's queue must be looked at, and with it those of the slots that share its time.
func (s *sheet) note(slot uuid.UUID, cause string) {
	place := s.places[slot]
	if standing := place.standing(); !place.Slot.StartsAt.After(s.now) && !standing.Shares() {
		return // what has begun is offered to nobody; where its time is shared, a later slot may be
	}
	freed := s.freedAt()
	for i, v := range s.changes.Vacancies {
		if v.SlotID != nil && *v.SlotID == slot {
			if freed.Before(*v.FreedAt) {
				s.changes.Vacancies[i].FreedAt = freed
			}
			return
		}
	}
	s.changes.Vacancies = append(s.changes.Vacancies, Vacancy{ID: ref.NewID(), VenueID: place.Slot.VenueID, SlotID: &slot, Cause: cause, FreedAt: freed, CreatedAt: s.now})
}

// freedAt is since when what is being released has been free: what time has ended is free from its deadline on, whenever
// that is recorded.
func (s *sheet) freedAt() *time.Time {
	if s.lapsed != nil {
		return s.lapsed
	}
	return &s.now
}

// release gives back what an allocation has, and the time that it kept.
func (s *sheet) release(a inventory.Allocation, cause string) {
	s.free(a.SlotID, a.Units, cause)
	if a.Keeps != nil {
		s.unkeep(a.SlotID, *a.Keeps, cause)
	}
}

// unkeep leaves the note that less than this time is kept by a slot's booking now. What it kept by the rules of another day may
// reach further than the rules of today look from its slot; then all slots that it may have kept anybody from are looked at.
func (s *sheet) unkeep(slot uuid.UUID, kept policy.Span, cause string) {
	s.note(slot, cause)
	place := s.places[slot]
	standing := place.standing()
	if (standing.Shares() && covers(standing.Reach(), kept)) || covers(policy.Span{From: place.Slot.StartsAt, Until: place.Slot.EndsAt}, kept) {
		return
	}
	from, until := kept.From.Add(-longestSlot), kept.Until.Add(longestSlot)
	s.changes.Vacancies = append(s.changes.Vacancies, Vacancy{ID: ref.NewID(), VenueID: place.Slot.VenueID, From: &from, To: &until, Cause: cause, FreedAt: s.freedAt(), CreatedAt: s.now})
}

// covers reports whether the second span lies within the first.
func covers(all, part policy.Span) bool {
	return !part.From.Before(all.From) && !part.Until.After(all.Until)
}

// longestSlot is how long a slot lasts at most.
const longestSlot = 24 * time.Hour

// unarrive leaves the note that fewer arrive in a quarter of an hour, where the venue limits it: who waits for any slot that
// starts in it may now be served, whatever its resource.
func (s *sheet) unarrive(r reservation.Reservation, cause string) {
	window := policy.ArrivalWindow(r.StartsAt)
	for _, place := range s.places {
		if place.Slot.VenueID != r.VenueID || !place.Policy.Rules.Paced() || !window.Until.After(s.now) {
			continue
		}
		until := window.Until.Add(longestSlot)
		s.changes.Vacancies = append(s.changes.Vacancies, Vacancy{ID: ref.NewID(), VenueID: r.VenueID, From: &window.From, To: &until, Cause: cause, FreedAt: s.freedAt(), CreatedAt: s.now})
		return
	}
}

// look leaves the note that the free slots of a range must be looked at.
func (s *sheet) look(e waitlist.Entry, cause string) {
	s.changes.Vacancies = append(s.changes.Vacancies, Vacancy{ID: ref.NewID(), VenueID: e.VenueID, From: &e.From, To: &e.To, ResourceID: e.ResourceID, Cause: cause, CreatedAt: s.now})
}

// book writes a new hold over the given slots.
func (s *sheet) book(r reservation.Reservation, places []*Place) {
	s.changes.Booked = append(s.changes.Booked, r)
	keeps, _ := keepsOf(places, r.PartySize)
	for i, place := range places {
		s.take(r.ID, place.Slot.ID, place.Resource.Kind.Units(r.PartySize), keeps[i])
	}
	s.announce(r.VenueID, event.ReservationHeld, ref.Reservation, r.ID, r.Version, &r.CustomerID, r)
}

// amend writes one change of a reservation's own row.
func (s *sheet) amend(before, after reservation.Reservation, kind event.Kind) reservation.Reservation {
	after.Version, after.UpdatedAt = before.Version+1, s.now
	s.changes.Reservations = append(s.changes.Reservations, Change[reservation.Reservation]{Before: before, After: after})
	s.announce(after.VenueID, kind, ref.Reservation, after.ID, after.Version, &after.CustomerID, after)
	return after
}

// amendEntry writes one change of an entry's row.
func (s *sheet) amendEntry(before, after waitlist.Entry, kind event.Kind) waitlist.Entry {
	after.Version, after.UpdatedAt = before.Version+1, s.now
	s.changes.Entries = append(s.changes.Entries, Change[waitlist.Entry]{Before: before, After: after})
	s.announce(after.VenueID, kind, ref.Entry, after.ID, after.Version, &after.CustomerID, after)
	return after
}

// amendOffer writes one change of an offer's row.
func (s *sheet) amendOffer(before, after waitlist.Offer, kind event.Kind) waitlist.Offer {
	after.Version, after.UpdatedAt = before.Version+1, s.now
	s.changes.Offers = append(s.changes.Offers, Change[waitlist.Offer]{Before: before, After: after})
	s.announce(after.VenueID, kind, ref.Offer, after.ID, after.Version, &after.CustomerID, after)
	return after
}
