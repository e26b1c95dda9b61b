package availability

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
)

// Complete reads what lies around slots into their standings: who keeps the time of exclusive resources, pauses where the
// venue has any, arrivals where the policy paces. A constant number of statements, none that isn't needed.
func Complete(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) error {
	if err := FindBusy(ctx, ground, standings, now); err != nil {
		return err
	}
	if err := closeJoined(ctx, ground, standings); err != nil {
		return fmt.Errorf("read what is joined: %w", err)
	}
	if err := findPauses(ctx, ground, standings); err != nil {
		return fmt.Errorf("read pauses: %w", err)
	}
	if err := findArrivals(ctx, ground, standings, now); err != nil {
		return fmt.Errorf("count arrivals: %w", err)
	}
	return nil
}

// FindBusy completes standings by the time that others keep of their resources, which is all that Remaining asks for.
func FindBusy(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) error {
	spans := map[uuid.UUID]policy.Span{}
	for _, s := range standings {
		if s.Resource.Kind != inventory.Exclusive {
			continue
		}
		for _, leaf := range s.Resource.Leaves() {
			spans[leaf] = around(spans[leaf], s.Reach())
		}
	}
	if len(spans) == 0 {
		return nil
	}
	reaches := make([]Reach, 0, len(spans))
	for leaf, span := range spans {
		reaches = append(reaches, Reach{Resource: leaf, Span: span})
	}
	busy, err := ground.Busy(ctx, reaches, now)
	if err != nil {
		return fmt.Errorf("read whose the time is: %w", err)
	}
	of := map[uuid.UUID][]inventory.Busy{}
	for _, b := range busy {
		of[b.ResourceID] = append(of[b.ResourceID], b)
	}
	for _, s := range standings {
		s.Busy = nil
		for _, leaf := range s.Resource.Leaves() {
			for _, b := range of[leaf] {
				if b.Meets(s.Reach()) && !slices.ContainsFunc(s.Busy, func(k inventory.Busy) bool { return k.ReservationID == b.ReservationID && k.Span == b.Span }) {
					s.Busy = append(s.Busy, b)
				}
			}
		}
	}
	return nil
}

// closeJoined closes what joins a resource that is closed.
func closeJoined(ctx context.Context, ground Ground, standings []*inventory.Standing) error {
	var leaves []uuid.UUID
	for _, s := range standings {
		for _, leaf := range s.Resource.Combines {
			leaves = include(leaves, leaf)
		}
	}
	if len(leaves) == 0 {
		return nil
	}
	closed, err := ground.Closed(ctx, leaves)
	if err != nil {
		return err
	}
	for _, s := range standings {
		if slices.ContainsFunc(s.Resource.Combines, func(leaf uuid.UUID) bool { return slices.Contains(closed, leaf) }) {
			s.Resource.Active = false
		}
	}
	return nil
}

// around is the shortest span that covers both; an empty one covers nothing.
func around(a, b policy.Span) policy.Span {
	if a == (policy.Span{}) {
		return b
	}
	if b.From.Before(a.From) {
		a.From = b.From
	}
	if b.Until.After(a.Until) {
		a.Until = b.Until
	}
	return a
}

func findPauses(ctx context.Context, ground Ground, standings []*inventory.Standing) error {
	var venues []uuid.UUID
	var reach policy.Span
	for _, s := range standings {
		if s.PausesUntil != nil && s.PausesUntil.After(s.Slot.StartsAt) {
			venues, reach = include(venues, s.Slot.VenueID), around(reach, policy.Span{From: s.Slot.StartsAt, Until: s.Slot.EndsAt})
		}
	}
	if len(venues) == 0 {
		return nil
	}
	pauses, err := ground.Pauses(ctx, venues, reach)
	if err != nil {
		return err
	}
	for _, s := range standings {
		s.Paused = slices.ContainsFunc(pauses, func(p inventory.Pause) bool {
			return p.VenueID == s.Slot.VenueID && p.Covers(s.Slot, s.Resource)
		})
	}
	return nil
}

func findArrivals(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) error {
	var venues []uuid.UUID
	var reach policy.Span
	for _, s := range standings {
		if s.Rules.Paced() {
			venues, reach = include(venues, s.Slot.VenueID), around(reach, policy.ArrivalWindow(s.Slot.StartsAt))
		}
	}
	if len(venues) == 0 {
		return nil
	}
	arrivals, err := ground.Arrivals(ctx, venues, reach, now)
	if err != nil {
		return err
	}
	for _, s := range standings {
		s.Arrivals = arrivals[Quarter{s.Slot.VenueID, policy.ArrivalWindow(s.Slot.StartsAt).From}]
	}
	return nil
}
