package graph

import (
	"context"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// maxNodes is how many things may be asked for by id at once.
const maxNodes = 100

// nodeKinds are the kinds that can be read by id alone, each with the capability that reading it needs elsewhere too.
var nodeKinds = map[ref.Kind]actor.Capability{
	ref.Tenant: actor.SessionRead, ref.Venue: actor.InventoryRead, ref.Resource: actor.InventoryRead, ref.Slot: actor.InventoryRead,
	ref.Reservation: actor.ReservationRead, ref.Entry: actor.WaitlistRead, ref.Offer: actor.OfferRead, ref.PolicyVersion: actor.PolicyRead,
	ref.Intent: actor.IntentRead, ref.Attempt: actor.IntentRead, ref.Approval: actor.ApprovalRead, ref.CalendarFeed: actor.FeedRead,
	ref.Area: actor.InventoryRead, ref.Pause: actor.InventoryRead, ref.Adjustment: actor.AdjustmentRead, ref.AuditEntry: actor.AuditRead,
	ref.Series: actor.ReservationRead, ref.APIKey: actor.AccessManage, ref.Membership: actor.AccessManage,
}

// nodeByID asks for a thing by its public id without waiting for it; nothing comes for an unusable one.
func (r *Resolver) nodeByID(ctx context.Context, id string) func() (model.Node, error) {
	known, ok := ref.Parse(id)
	if !ok {
		return noNode
	}
	return r.node(ctx, known)
}

// node asks for a thing of any kind without waiting for it; nothing comes for what the actor may not see.
func (r *Resolver) node(ctx context.Context, it ref.Ref) func() (model.Node, error) {
	if needs, readable := nodeKinds[it.Kind]; !readable || !actorOf(ctx).Can(needs) {
		return noNode
	}
	l := load(ctx)
	switch it.Kind {
	case ref.Tenant:
		return asNode(func() (*inventory.Tenant, error) { return r.ownTenant(ctx, it) })
	case ref.Venue:
		return asNode(later(ctx, l.venues, it.ID))
	case ref.Resource:
		return asNode(later(ctx, l.resources, it.ID))
	case ref.Slot:
		return asNode(later(ctx, l.slots, it.ID))
	case ref.Reservation:
		return asNode(later(ctx, l.reservations, it.ID))
	case ref.Entry:
		return asNode(later(ctx, l.entries, it.ID))
	case ref.Offer:
		return asNode(later(ctx, l.offers, it.ID))
	case ref.Intent:
		return asNode(later(ctx, l.intents, it.ID))
	case ref.Attempt:
		return asNode(later(ctx, l.attempts, it.ID))
	case ref.Approval:
		return asNode(later(ctx, l.approvals, it.ID))
	case ref.Area:
		return asNode(later(ctx, l.areas, it.ID))
	case ref.Pause:
		return asNode(later(ctx, l.pauses, it.ID))
	case ref.Adjustment:
		return asNode(later(ctx, l.adjustments, it.ID))
	case ref.AuditEntry:
		return asNode(later(ctx, l.audit, it.ID))
	case ref.Series:
		return asNode(later(ctx, l.series, it.ID))
	case ref.APIKey:
		return asNode(later(ctx, l.keys, it.ID))
	case ref.Membership:
		return asNode(later(ctx, l.members, it.ID))
	case ref.CalendarFeed:
		return asNode(later(ctx, l.feeds, it.ID))
	default:
		return asNode(later(ctx, l.policies, it.ID))
	}
}

// ownTenant is the actor's tenant if it is the one asked for; there is no other for it.
func (r *Resolver) ownTenant(ctx context.Context, asked ref.Ref) (*inventory.Tenant, error) {
	if a := actorOf(ctx); a.TenantID == asked.ID {
		return r.reader.Tenant(ctx, a)
	}
	return nil, nil
}

func noNode() (model.Node, error) { return nil, nil }

// asNode turns nothing of a type into nothing at all.
func asNode[T any](wait func() (*T, error)) func() (model.Node, error) {
	return func() (model.Node, error) {
		found, err := wait()
		if err != nil || found == nil {
			return nil, err
		}
		return found, nil
	}
}
