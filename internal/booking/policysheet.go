package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// findPolicy looks a version up without locking. nil means that the actor can't refer to it.
func findPolicy(ctx context.Context, tx Tx, by actor.Actor, text string) (*policy.Version, error) {
	id, ok := ref.Decode(ref.PolicyVersion, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.PolicyVersion(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find policy version %s: %w", id, err)
	}
	if found == nil || !by.SeesVenue(found.VenueID) {
		return nil, nil
	}
	return found, nil
}

// lockRulebook locks a venue and reads its rules; nil when there is no such venue.
func lockRulebook(ctx context.Context, tx Tx, venue uuid.UUID) (*Rulebook, error) {
	locked, err := tx.LockVenue(ctx, venue)
	if err != nil || locked == nil {
		return nil, err
	}
	return tx.Rulebook(ctx, venue)
}

// policyAnswer shows a version.
func policyAnswer(v policy.Version) answer {
	return about(v.VenueID, ref.Ref{Kind: ref.PolicyVersion, ID: v.ID})
}

// enact puts a version in force and retires the one before it. Two of a venue are never in force at once, so the old one
// goes first.
func (s *sheet) enact(book *Rulebook, v policy.Version) {
	if book.Active != nil {
		retired := *book.Active
		retired.Status = policy.Retired
		s.amendPolicy(*book.Active, retired, event.PolicyRetired)
	}
	active, now := v, s.now
	active.Status, active.ActivatedAt, active.ActivatesAt = policy.Active, &now, nil
	active = s.amendPolicy(v, active, event.PolicyActivated)
	book.Active = &active
}

// enactDue puts in force, one after the other, what was planned for a time that has come. Plans are carried out in the order
// of their time, however late they are, so a later decision is never undone by an earlier one.
func (s *sheet) enactDue(book *Rulebook, besides uuid.UUID) {
	for _, planned := range book.Planned {
		if planned.ID == besides || !planned.Due(s.now) {
			continue
		}
		s.enact(book, planned)
		s.changes.Audit = append(s.changes.Audit, programAudit(enactPlanned, policyAnswer(planned), &s.changes))
	}
}

// amendPolicy writes one change of a version's row.
func (s *sheet) amendPolicy(before, after policy.Version, kind event.Kind) policy.Version {
	after.Version = before.Version + 1
	s.changes.Policies.Versions = append(s.changes.Policies.Versions, Change[policy.Version]{Before: before, After: after})
	s.announcePolicy(after, kind)
	return after
}

// policyFact is a version as events carry it. Its rules never change, so the digest stands for them.
type policyFact struct {
	ID          uuid.UUID     `json:"id"`
	VenueID     uuid.UUID     `json:"venueId"`
	Number      int           `json:"number"`
	Status      policy.Status `json:"status"`
	Version     int           `json:"version"`
	Digest      string        `json:"digest"`
	ActivatesAt *time.Time    `json:"activatesAt,omitempty"`
	ActivatedAt *time.Time    `json:"activatedAt,omitempty"`
}

func (s *sheet) announcePolicy(v policy.Version, kind event.Kind) {
	s.announce(v.VenueID, kind, ref.PolicyVersion, v.ID, v.Version, nil, policyFact{
		ID: v.ID, VenueID: v.VenueID, Number: v.Number, Status: v.Status, Version: v.Version, Digest: v.Digest,
		ActivatesAt: v.ActivatesAt, ActivatedAt: v.ActivatedAt,
	})
}
