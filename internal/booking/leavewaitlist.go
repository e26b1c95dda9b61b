package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// LeaveWaitlist names an entry and the version of it that the caller read.
type LeaveWaitlist struct {
	EntryID         string
	ExpectedVersion int
	Key             string
}

// LeaveWaitlist takes an entry out of the queue. An open offer is withdrawn and its hold cancelled in the same step, and
// whoever waited behind is looked at.
func (d *Desk) LeaveWaitlist(ctx context.Context, by actor.Actor, in LeaveWaitlist, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.WaitlistWrite, operation: "leaveWaitlist", key: in.Key, correlationID: correlationID,
		input: struct {
			EntryID         string
			ExpectedVersion int
		}{in.EntryID, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		entry, err := findEntry(ctx, tx, by, in.EntryID)
		if err != nil {
			return verdict{}, err
		}
		if entry == nil {
			return unknownReference("waitlist entry")
		}
		shown := about(entry.VenueID, ref.Ref{Kind: ref.Entry, ID: entry.ID})
		b, places, err := lockEntry(ctx, tx, *entry)
		if err != nil {
			return verdict{}, err
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		if b.entry.Status == waitlist.Offered && b.offer.IntentID != nil {
			return refused(problem.New(problem.AttemptUnresolved, "The offer was accepted, and the venue's booking system is still being asked.").WithVersion(b.entry.Version), shown)
		}
		if p := waitlist.DecideEntry(b.entry, waitlist.EntryCancelled, in.ExpectedVersion, now); p != nil {
			return refused(p, shown)
		}
		s := newSheet(by.TenantID, now, places)
		s.leave(b, by)
		return verdict{changes: s.done(), answer: shown}, nil
	})
}

// leave cancels the entry with whatever is offered to it. An offer whose time is over is recorded as lapsed, not as
// withdrawn.
func (s *sheet) leave(b backing, by actor.Actor) {
	if b.entry.Status == waitlist.Offered {
		offer, hold := waitlist.OfferWithdrawn, reservation.Cancelled
		if b.offer.Effective(s.now) == waitlist.OfferExpired {
			offer, hold = waitlist.OfferExpired, reservation.Expired
		}
		s.close(b, offer, hold, decision{by: by.Label()}, waitlist.EntryCancelled)
		return
	}
	after := b.entry
	after.Status = waitlist.EntryCancelled
	s.look(s.amendEntry(b.entry, after, event.EntryCancelled), string(event.EntryCancelled))
}

// findEntry looks an entry up without locking. nil means that the actor can't refer to it.
func findEntry(ctx context.Context, tx Tx, by actor.Actor, text string) (*waitlist.Entry, error) {
	id, ok := ref.Decode(ref.Entry, text)
	if !ok {
		return nil, nil
	}
	entry, err := tx.Entry(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find entry %s: %w", id, err)
	}
	if entry == nil || !by.MaySee(entry.VenueID, entry.CustomerID) {
		return nil, nil
	}
	return entry, nil
}

// lockEntry locks an entry with whatever is offered to it: slots, hold, offer, entry. ErrMoved when the entry isn't as it
// was found.
func lockEntry(ctx context.Context, tx Tx, found waitlist.Entry) (b backing, places []Place, err error) {
	if found.Status == waitlist.Offered {
		offer, err := tx.Offer(ctx, *found.OfferID)
		if err != nil || offer == nil {
			return b, nil, fmt.Errorf("find the offer of entry %s: %w", found.ID, err)
		}
		behindOffer, err := behind(ctx, tx, *offer)
		if err != nil {
			return b, nil, err
		}
		b = *behindOffer
		if places, err = tx.LockPlaces(ctx, slotsOf(b.units)); err != nil {
			return b, nil, fmt.Errorf("lock the slots of offer %s: %w", offer.ID, err)
		}
		if err := b.lock(ctx, tx); err != nil {
			return b, nil, err
		}
	} else {
		entries, err := tx.LockEntries(ctx, []uuid.UUID{found.ID})
		if err != nil {
			return b, nil, fmt.Errorf("lock entry %s: %w", found.ID, err)
		}
		if len(entries) == 1 {
			b.entry = entries[0]
		}
	}
	if b.entry.ID != found.ID || b.entry.Version != found.Version {
		return b, nil, ErrMoved
	}
	return b, places, nil
}
