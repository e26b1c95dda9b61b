package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

// RevokeCalendarFeed shuts the address of a feed for good, from the very next time it is fetched. ILLEGAL_TRANSITION for
// one that is shut.
func (d *Desk) RevokeCalendarFeed(ctx context.Context, by actor.Actor, in RevokeCalendarFeed, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.FeedIssue, operation: "revokeCalendarFeed", key: in.Key, correlationID: correlationID,
		input: struct {
			FeedID          string
			ExpectedVersion int
		}{in.FeedID, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		before, err := lockFeed(ctx, tx, by, in.FeedID)
		if err != nil {
			return verdict{}, err
		}
		if before == nil {
			return unknownReference("calendar feed")
		}
		shown := about(before.VenueID, ref.Ref{Kind: ref.CalendarFeed, ID: before.ID})
		if p := before.revocable(in.ExpectedVersion); p != nil {
			return refused(p, shown)
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		s := newSheet(by.TenantID, now, nil)
		s.shut(*before)
		return verdict{changes: s.done(), answer: shown}, nil
	})
}

func (s *sheet) shut(before CalendarFeed) {
	after := before
	after.RevokedAt, after.Version = &s.now, before.Version+1
	s.changes.Feeds.Revoked = append(s.changes.Feeds.Revoked, Change[CalendarFeed]{Before: before, After: after})
	s.announce(after.VenueID, event.FeedRevoked, ref.CalendarFeed, after.ID, after.Version, after.CustomerID, after)
}

// lockFeed locks a feed that the actor may refer to; nil when it can't. What it is about never changes, so whether the actor
// may is known before the row is locked.
func lockFeed(ctx context.Context, tx Tx, by actor.Actor, text string) (*CalendarFeed, error) {
	id, ok := ref.Decode(ref.CalendarFeed, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.CalendarFeed(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find calendar feed %s: %w", id, err)
	}
	if found == nil || !found.seenBy(by) {
		return nil, nil
	}
	locked, err := tx.LockCalendarFeed(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("lock calendar feed %s: %w", id, err)
	}
	return locked, nil
}

// NoteFeedUse notes that a feed was fetched, at most once an hour: it tells which addresses somebody still reads. It is no
// change of the feed, and nobody is told.
func (d *Desk) NoteFeedUse(ctx context.Context, tenant, feed uuid.UUID) error {
	err := d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) error {
		return tx.Apply(ctx, &Changes{Feeds: FeedChanges{Used: []uuid.UUID{feed}}})
	})
	if err != nil {
		return fmt.Errorf("note the use of calendar feed %s: %w", feed, err)
	}
	return nil
}
