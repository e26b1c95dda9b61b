package booking

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// rehearse decides the deed as if it were done now, and throws away what it would write.
func rehearse(ctx context.Context, tx Tx, x deed, h hand, at *scene, more []uuid.UUID) (verdict, error) {
	v, err := x.do(ctx, tx, h, more)
	var line *problem.RateLimited
	switch {
	case errors.As(err, &line): // a line that is full now may be short when the yes comes
	case err != nil || v.problem != nil:
		return v, err
	case at.version != x.expects: // what was looked at isn't what was decided on
		return verdict{}, ErrMoved
	}
	if !x.atOnce {
		return v, nil
	}
	return vacant(ctx, tx, h.as, at)
}

// vacant refuses when the places aren't free. A request is stored before its places are looked for; here a person is asked,
// who deserves to know that there are none.
func vacant(ctx context.Context, tx Tx, as actor.Actor, at *scene) (verdict, error) {
	g, err := stand(ctx, tx, as.TenantID, at.slots)
	if err != nil {
		return verdict{}, err
	}
	places, missing, err := g.asked(as, at.slots)
	if err != nil {
		return verdict{}, err
	}
	if missing {
		return unknownReference("slot")
	}
	if err := g.settle(ctx, tx, at.slots); err != nil {
		return verdict{}, err
	}
	return refused(g.refusal(places, asking(as, at.party)), answer{venue: places[0].Slot.VenueID, refs: slotRefs(at.slots)})
}
