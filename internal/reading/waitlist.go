package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/waitlist"
)

// Entries lists a venue's waitlist in the order of joining. Statuses are those of now; nil is any, and an empty set is none.
// A customer, and an agent for its customer, sees only its own. problem.ErrNotFound for a venue that isn't the actor's to
// see.
func (r *Reader) Entries(ctx context.Context, a actor.Actor, venue uuid.UUID, statuses []waitlist.EntryStatus, page Page) (c Connection[waitlist.Entry], err error) {
	l := list{kind: entryList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		found, err := rows.Entries(ctx, seenBy(a).of(venue).part(after, page.First), statuses, g.Now)
		age(found, ageEntry, g.Now)
		c = connect(l, page, found, func(v waitlist.Entry) Key { return Key{Sort: v.JoinedAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[waitlist.Entry]{}, fmt.Errorf("list waitlist entries of venue %s: %w", venue, err)
	}
	return c, nil
}

// Offers lists a venue's offers, oldest first; otherwise as Entries.
func (r *Reader) Offers(ctx context.Context, a actor.Actor, venue uuid.UUID, statuses []waitlist.OfferStatus, page Page) (c Connection[waitlist.Offer], err error) {
	l := list{kind: offerList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		found, err := rows.Offers(ctx, seenBy(a).of(venue).part(after, page.First), statuses, g.Now)
		age(found, ageOffer, g.Now)
		c = connect(l, page, found, func(v waitlist.Offer) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[waitlist.Offer]{}, fmt.Errorf("list offers of venue %s: %w", venue, err)
	}
	return c, nil
}
