package store

import (
	"context"
	"fmt"

	entcalendarfeed "github.com/slotq/slotq/ent/db/calendarfeed"
	"github.com/slotq/slotq/internal/booking"
)

// applyFeeds writes calendar feeds.
func (t *tx) applyFeeds(ctx context.Context, c *booking.Changes) error {
	for _, f := range c.Feeds.Issued {
		err := t.ent.CalendarFeed.Create().SetID(f.ID).SetTenantID(t.tenant).SetVenueID(f.VenueID).
			SetNillableResourceID(f.ResourceID).SetNillableCustomerID(f.CustomerID).SetPrivacy(string(f.Privacy)).
			SetSecretDigest(f.Digest[:]).SetCreatedAt(f.CreatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	for _, change := range c.Feeds.Revoked {
		err := changed(t.ent.CalendarFeed.Update().
			Where(entcalendarfeed.TenantID(t.tenant), entcalendarfeed.ID(change.After.ID), entcalendarfeed.Version(change.Before.Version)).
			SetNillableRevokedAt(change.After.RevokedAt).Save(ctx))
		if err != nil {
			return fmt.Errorf("%s: %w", change.After.ID, err)
		}
	}
	return t.applyFeedUses(ctx, c)
}

// noteFeedUse asks for the hour once more: another process may have noted the same use. The version stays: what a client has
// read of the feed is still true.
const noteFeedUse = `
UPDATE calendar_feeds SET last_used_at = clock_timestamp()
WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 hour')`

func (t *tx) applyFeedUses(ctx context.Context, c *booking.Changes) error {
	if len(c.Feeds.Used) == 0 {
		return nil
	}
	_, err := t.sql.ExecContext(ctx, noteFeedUse, t.tenant, array(c.Feeds.Used))
	return err
}
