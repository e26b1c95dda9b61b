package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/policy"
)

// ActivatePolicy puts a draft in force, now or at a time.
type ActivatePolicy struct {
	PolicyVersionID string
	At              *time.Time // nil, or not ahead: now
	ExpectedVersion int
	Key             string
}

// ActivatePolicy puts a draft in force and retires the version before it, in one step, or plans that for later. What exists
// keeps the deadlines of the version that it was made under. All free slots are looked at afterwards, because other rules
// may let somebody be next.
func (d *Desk) ActivatePolicy(ctx context.Context, by actor.Actor, in ActivatePolicy, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	in.At = inMicroseconds(in.At)
	c := call{actor: by, capability: actor.PolicyActivate, operation: "activatePolicy", key: in.Key, correlationID: correlationID,
		input: struct {
			PolicyVersionID string
			At              *time.Time
			ExpectedVersion int
		}{in.PolicyVersionID, in.At, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		found, err := findPolicy(ctx, tx, by, in.PolicyVersionID)
		if err != nil {
			return verdict{}, err
		}
		if found == nil {
			return unknownReference("policy version")
		}
		return activate(ctx, tx, by, in, *found)
	})
}

func activate(ctx context.Context, tx Tx, by actor.Actor, in ActivatePolicy, found policy.Version) (verdict, error) {
	book, err := lockRulebook(ctx, tx, found.VenueID)
	if err != nil || book == nil {
		return verdict{}, fmt.Errorf("lock the rules of venue %s: %w", found.VenueID, err)
	}
	version, err := tx.PolicyVersion(ctx, found.ID) // as it stands under the venue's lock
	if err != nil || version == nil {
		return verdict{}, fmt.Errorf("read policy version %s: %w", found.ID, err)
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	shown := policyAnswer(*version)
	if p := policy.DecideActivation(*version, in.ExpectedVersion, now); p != nil {
		return refused(p, shown)
	}
	s := newSheet(by.TenantID, now, nil)
	if in.At != nil && in.At.After(now) {
		planned := *version
		planned.ActivatesAt = in.At
		s.amendPolicy(*version, planned, event.PolicyPlanned)
		return verdict{changes: s.done(), answer: shown}, nil
	}
	s.enactDue(book, version.ID)
	s.enact(book, *version)
	s.lookAhead(version.VenueID, event.PolicyActivated)
	return verdict{changes: s.done(), answer: shown}, nil
}

// inMicroseconds is a moment as the database keeps it; nil stays nil.
func inMicroseconds(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	kept := at.UTC().Truncate(time.Microsecond)
	return &kept
}

// enactPlanned is what the program does by itself when a plan's time has come.
const enactPlanned = "enactPlannedPolicy"

// ActivateDue puts in force what was planned for a venue and is due. Nothing happens when nothing is; any number of workers
// may try at once.
func (d *Desk) ActivateDue(ctx context.Context, tenant, venue uuid.UUID) (did bool, err error) {
	return d.routine(ctx, tenant, enactPlanned, func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		book, err := lockRulebook(ctx, tx, venue)
		if err != nil || book == nil {
			return nil, nil, err
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return nil, nil, err
		}
		s := newSheet(tenant, now, nil)
		s.enactDue(book, uuid.Nil)
		if len(s.changes.Policies.Versions) == 0 {
			return nil, nil, nil
		}
		s.lookAhead(venue, event.PolicyActivated)
		return s.done(), nil, nil
	})
}
