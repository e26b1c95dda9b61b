package booking

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// work is an intent on a worker's bench: what decides the next step, and the places it is about.
type work struct {
	intent.Work
	places []Place // wanted, in order of time
	party  int     // of the reservation that the intent is about to change; 0 for others
	next   int     // the number of the next attempt
}

// findWork reads an intent with all that decides about it. nil means that there is none.
func findWork(ctx context.Context, tx Tx, id uuid.UUID) (*work, error) {
	found, err := tx.Intent(ctx, id)
	if err != nil || found == nil {
		return nil, err
	}
	w := &work{Work: intent.Work{Intent: *found}}
	if w.Attempts, err = tx.Attempts(ctx, id); err != nil {
		return nil, fmt.Errorf("read the attempts of intent %s: %w", id, err)
	}
	providers, err := tx.Providers(ctx, found.VenueID)
	if err != nil {
		return nil, fmt.Errorf("read the providers of venue %s: %w", found.VenueID, err)
	}
	for _, p := range providers {
		w.Providers = append(w.Providers, p.Provider)
	}
	if w.places, err = tx.Places(ctx, found.Slots); err != nil {
		return nil, fmt.Errorf("read the places of intent %s: %w", id, err)
	}
	slices.SortFunc(w.places, func(a, b Place) int {
		return slices.Index(found.Slots, a.Slot.ID) - slices.Index(found.Slots, b.Slot.ID)
	})
	if err := w.findStanding(ctx, tx); err != nil {
		return nil, err
	}
	if err := w.findFormer(ctx, tx); err != nil {
		return nil, err
	}
	w.Wanted = w.wanted()
	w.next = len(w.Attempts) + 1
	return w, nil
}

// findStanding reads the booking that the reservation has at a provider when the intent is about to change it.
func (w *work) findStanding(ctx context.Context, tx Tx) error {
	if w.Intent.ReservationID == nil || (w.Intent.Kind != intent.CancelReservation && w.Intent.Kind != intent.MoveReservation) {
		return nil
	}
	row, err := tx.Reservation(ctx, *w.Intent.ReservationID)
	if err != nil || row == nil || row.UpstreamID == nil {
		return err
	}
	w.party = row.PartySize
	if w.Standing, err = tx.Attempt(ctx, *row.UpstreamID); err != nil {
		return fmt.Errorf("read the standing booking of reservation %s: %w", row.ID, err)
	}
	return nil
}

// wanted is the target that is to be booked. Once an attempt named it, it stays: what the venue is tied to may change.
func (w *work) wanted() string {
	for _, a := range w.Attempts {
		if a.Action == intent.Book && a.Provider != intent.Own && (w.Standing == nil || a.Target != w.Standing.Target) {
			return a.Target
		}
	}
	if w.Intent.Kind == intent.CancelReservation {
		return ""
	}
	return targetOf(w.places)
}

// provider is the one that an attempt was made at.
func (w *work) provider(a intent.Attempt) intent.Provider {
	for _, p := range append(slices.Clip(w.Providers), w.Former...) {
		if a.ProviderID != nil && p.ID == *a.ProviderID {
			return p
		}
	}
	return intent.Provider{Code: a.Provider}
}

// findFormer reads the providers of attempts that the venue isn't tied to any more: what was begun there is finished there.
func (w *work) findFormer(ctx context.Context, tx Tx) (err error) {
	var ids []uuid.UUID
	attempts := w.Attempts
	if w.Standing != nil {
		attempts = append(slices.Clone(attempts), *w.Standing)
	}
	for _, a := range attempts {
		tied := slices.ContainsFunc(w.Providers, func(p intent.Provider) bool { return a.ProviderID != nil && p.ID == *a.ProviderID })
		if a.ProviderID != nil && !tied {
			ids = append(ids, *a.ProviderID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if w.Former, err = tx.ProvidersByID(ctx, ids); err != nil {
		return fmt.Errorf("read former providers of intent %s: %w", w.Intent.ID, err)
	}
	return nil
}

// untied reports whether nobody else has a say any more in places that are kept already: the venue's tie was taken away
// while the intent was under way.
func (w *work) untied() bool {
	booking := w.Intent.Kind == intent.RequestReservation || w.Intent.Kind == intent.ConfirmReservation || w.Intent.Kind == intent.ConfirmOffer
	return booking && (len(w.Providers) == 0 || w.Wanted == "") && w.Intent.ReservationID != nil
}

// with is the work after one of its attempts changed.
func (w *work) with(a intent.Attempt) *work {
	changed := *w
	changed.Attempts = slices.Clone(w.Attempts)
	for k := range changed.Attempts {
		if changed.Attempts[k].ID == a.ID {
			changed.Attempts[k] = a
		}
	}
	return &changed
}

// order is what a provider is told of an attempt: the places of its own target, which for a move may be the old ones.
func (w *work) order(ctx context.Context, tx Tx, a intent.Attempt) (intent.Order, error) {
	o := intent.Order{Reference: a.Reference, Target: a.Target, PartySize: w.Intent.PartySize, Places: []intent.Place{}}
	if w.Standing != nil && a.Target == w.Standing.Target && a.Target != w.Wanted { // the old place is taken back as it was
		o.PartySize = w.party
	}
	places, err := tx.Places(ctx, slotsOfTarget(a.Target))
	if err != nil {
		return o, fmt.Errorf("read the places of attempt %s: %w", a.ID, err)
	}
	slices.SortFunc(places, func(a, b Place) int { return a.Slot.StartsAt.Compare(b.Slot.StartsAt) })
	for _, p := range places {
		o.Places = append(o.Places, intent.Place{
			Resource: p.Resource.Name, StartsAt: p.Slot.StartsAt, EndsAt: p.Slot.EndsAt, Units: p.Resource.Kind.Units(o.PartySize),
		})
	}
	return o, nil
}

// slotsOfTarget are the slots that a target names.
func slotsOfTarget(target string) (slots []uuid.UUID) {
	for _, text := range strings.Split(target, "+") {
		if id, ok := ref.Decode(ref.Slot, text); ok {
			slots = append(slots, id)
		}
	}
	return slots
}

// bench is the work with everything it may touch locked.
type bench struct {
	*ground
	work    *work
	subject *booked  // the hold made for it, or the reservation it is about
	hold    *booked  // of a move: what keeps the new places
	offer   *backing // of an accepted offer
}

// lock locks what an intent has in hand, in the global order, and the intent last. ErrMoved when the intent isn't as it was
// found. Slots are locked only when all is.
func (w *work) lock(ctx context.Context, tx Tx, tenant uuid.UUID, all bool) (*bench, error) {
	b := &bench{work: w}
	var err error
	if all {
		if err := b.find(ctx, tx); err != nil {
			return nil, err
		}
		var slots []uuid.UUID
		for _, held := range []*booked{b.subject, b.hold} {
			if held != nil {
				slots = union(slots, slotsOf(held.units))
			}
		}
		if w.Intent.Kind == intent.MoveReservation || w.Intent.Status == intent.WaitingForSeat {
			slots = union(slots, w.Intent.Slots)
		}
		if b.ground, err = stand(ctx, tx, tenant, slots); err != nil {
			return nil, err
		}
		if err := b.lockRows(ctx, tx); err != nil {
			return nil, err
		}
	} else {
		b.ground = &ground{sheet: newSheet(tenant, time.Time{}, nil), standings: map[uuid.UUID]*inventory.Standing{}}
	}
	if err := w.lockIntent(ctx, tx); err != nil {
		return nil, err
	}
	return b, b.readClock(ctx, tx)
}

// lockIntent locks the row itself; ErrMoved when it isn't as it was found.
func (w *work) lockIntent(ctx context.Context, tx Tx) error {
	rows, err := tx.LockIntents(ctx, []uuid.UUID{w.Intent.ID})
	if err != nil {
		return fmt.Errorf("lock intent %s: %w", w.Intent.ID, err)
	}
	if len(rows) != 1 || rows[0].Version != w.Intent.Version || rows[0].Epoch != w.Intent.Epoch {
		return ErrMoved
	}
	w.Intent = rows[0]
	return nil
}

// find reads the reservations and the offer that the intent has in hand.
func (b *bench) find(ctx context.Context, tx Tx) error {
	for _, held := range []struct {
		id *uuid.UUID
		to **booked
	}{{b.work.Intent.ReservationID, &b.subject}, {b.work.Intent.HoldID, &b.hold}} {
		if held.id == nil {
			continue
		}
		row, err := tx.Reservation(ctx, *held.id)
		if err != nil || row == nil {
			return fmt.Errorf("find reservation %s: %w", *held.id, err)
		}
		units, err := tx.Allocations(ctx, *held.id)
		if err != nil {
			return fmt.Errorf("read the slots of reservation %s: %w", *held.id, err)
		}
		*held.to = &booked{row: *row, units: units}
	}
	if b.work.Intent.OfferID == nil {
		return nil
	}
	offer, err := tx.Offer(ctx, *b.work.Intent.OfferID)
	if err != nil || offer == nil {
		return fmt.Errorf("find offer %s: %w", *b.work.Intent.OfferID, err)
	}
	b.offer = &backing{offer: *offer, units: b.subject.units}
	return nil
}

// lockRows locks reservations, then offer and entry.
func (b *bench) lockRows(ctx context.Context, tx Tx) error {
	var ids []uuid.UUID
	for _, held := range []*booked{b.subject, b.hold} {
		if held != nil {
			ids = append(ids, held.row.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := tx.LockReservations(ctx, ids)
	if err != nil {
		return fmt.Errorf("lock reservations of intent %s: %w", b.work.Intent.ID, err)
	}
	for _, held := range []*booked{b.subject, b.hold} {
		if held == nil {
			continue
		}
		k := slices.IndexFunc(rows, func(r reservation.Reservation) bool { return r.ID == held.row.ID })
		if k < 0 || rows[k].Version != held.row.Version {
			return ErrMoved
		}
		held.row = rows[k]
	}
	if b.offer == nil {
		return nil
	}
	b.offer.hold = b.subject.row
	offers, err := tx.LockOffers(ctx, []uuid.UUID{b.offer.offer.ID})
	if err != nil {
		return fmt.Errorf("lock offer %s: %w", b.offer.offer.ID, err)
	}
	entries, err := tx.LockEntries(ctx, []uuid.UUID{b.offer.offer.EntryID})
	if err != nil {
		return fmt.Errorf("lock the entry of offer %s: %w", b.offer.offer.ID, err)
	}
	if len(offers) != 1 || len(entries) != 1 || offers[0].Status != waitlist.OfferOpen {
		return ErrMoved
	}
	b.offer.offer, b.offer.entry = offers[0], entries[0]
	return nil
}
