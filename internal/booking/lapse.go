package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// routine runs a change that the program makes by itself, with its audit entry. decide returns nil when there is nothing to
// do; it may run more than once.
func (d *Desk) routine(ctx context.Context, tenant uuid.UUID, operation string, decide func(ctx context.Context, tx Tx) (*Changes, *answer, error)) (did bool, err error) {
	ctx, ended := d.observer.Routine(ctx, operation)
	defer func() { ended(did, err) }()
	err = d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) error {
		did = false
		changes, about, err := decide(ctx, tx)
		if err != nil || changes == nil {
			return err
		}
		if about != nil {
			changes.Audit = append(changes.Audit, programAudit(operation, *about, changes))
		}
		did = true
		return tx.Apply(ctx, changes)
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", operation, err)
	}
	if did {
		d.wake(tenant)
	}
	return did, nil
}

func programAudit(operation string, a answer, changes *Changes) AuditEntry {
	entry := AuditEntry{At: changes.Now, Actor: program, Operation: operation, Outcome: "COMMITTED", CorrelationID: uuid.NewString(), Venue: &a.venue}
	if a.subject != nil {
		subject := a.subject.String()
		entry.Subject = &subject
	}
	return entry
}

const lapseHold = "lapseHold"

// LapseHold records that a hold is over, with the offer and the entry of a promotional one. Nothing happens when it isn't
// over, or is recorded already; any number of sweepers may try at once.
func (d *Desk) LapseHold(ctx context.Context, tenant, id uuid.UUID) (did bool, err error) {
	return d.routine(ctx, tenant, lapseHold, func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		row, err := tx.Reservation(ctx, id)
		if err != nil || row == nil || row.Status != reservation.Held {
			return nil, nil, err
		}
		units, err := tx.Allocations(ctx, id)
		if err != nil {
			return nil, nil, fmt.Errorf("read the slots of hold %s: %w", id, err)
		}
		return lapseLocked(ctx, tx, tenant, LapsedHold{Reservation: *row, Allocations: units})
	})
}

func lapseLocked(ctx context.Context, tx Tx, tenant uuid.UUID, hold LapsedHold) (*Changes, *answer, error) {
	id := hold.Reservation.ID
	places, err := tx.LockPlaces(ctx, slotsOf(hold.Allocations))
	if err != nil {
		return nil, nil, fmt.Errorf("lock the slots of hold %s: %w", id, err)
	}
	rows, err := tx.LockReservations(ctx, []uuid.UUID{id})
	if err != nil || len(rows) != 1 || rows[0].Version != hold.Reservation.Version {
		return nil, nil, err // somebody else moved it: whatever they did, it is no longer ours to lapse
	}
	offers, entries, err := lockBackings(ctx, tx, []LapsedHold{hold})
	if err != nil {
		return nil, nil, err
	}
	now, err := tx.Now(ctx)
	if err != nil || !rows[0].Lapsed(now) {
		return nil, nil, err
	}
	s := newSheet(tenant, now, places)
	if err := s.lapse(hold, offers, entries); err != nil {
		return nil, nil, err
	}
	return s.done(), nil, nil
}

// lapseOffer records a lapsed offer, found by the offer.
func (d *Desk) lapseOffer(ctx context.Context, tenant, id uuid.UUID) error {
	var hold uuid.UUID
	err := d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) error {
		offer, err := tx.Offer(ctx, id)
		if err == nil && offer != nil {
			hold = offer.ReservationID
		}
		return err
	})
	if err != nil || hold == uuid.Nil {
		return err
	}
	_, err = d.LapseHold(ctx, tenant, hold)
	return err
}

// ExpireEntry records that a waiting entry's range is over. Nothing happens when it isn't.
func (d *Desk) ExpireEntry(ctx context.Context, tenant, id uuid.UUID) (did bool, err error) {
	return d.routine(ctx, tenant, "expireEntry", func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		rows, err := tx.LockEntries(ctx, []uuid.UUID{id})
		if err != nil || len(rows) != 1 || rows[0].Status != waitlist.Waiting {
			return nil, nil, err
		}
		now, err := tx.Now(ctx)
		if err != nil || rows[0].Effective(now) != waitlist.EntryExpired {
			return nil, nil, err
		}
		s := newSheet(tenant, now, nil)
		after := rows[0]
		after.Status = waitlist.EntryExpired
		s.amendEntry(rows[0], after, event.EntryExpired)
		a := about(after.VenueID, ref.Ref{Kind: ref.Entry, ID: id})
		return s.done(), &a, nil
	})
}
