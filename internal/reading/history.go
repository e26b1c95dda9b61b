package reading

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// historyList is numbered by itself, so that nobody else's list gets its number.
const historyList listKind = 71

// histories are the things that have a history of their own, with the capability that reading them needs.
var histories = map[ref.Kind]actor.Capability{
	ref.Reservation: actor.ReservationRead, ref.Entry: actor.WaitlistRead, ref.Offer: actor.OfferRead,
	ref.Intent: actor.IntentRead, ref.Approval: actor.ApprovalRead,
}

// History lists what happened to one thing, newest first, and to what stands behind it: to a reservation's offer and intents,
// to an entry's offers, to an offer's entry; as far as the actor may read these. problem.ErrNotFound for a thing that has no
// history or isn't the actor's to see.
func (r *Reader) History(ctx context.Context, a actor.Actor, of ref.Ref, page Page) (c Connection[AuditEntry], err error) {
	l := list{kind: historyList, tenant: a.TenantID, venue: of.ID}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	if needs, told := histories[of.Kind]; !told || !a.Can(needs) {
		return c, problem.ErrNotFound
	}
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		subjects, err := rows.Related(ctx, seenBy(a).only([]uuid.UUID{of.ID}), of.Kind)
		if err != nil {
			return err
		}
		if len(subjects) == 0 {
			return problem.ErrNotFound
		}
		subjects = slices.DeleteFunc(subjects, func(id string) bool {
			it, ok := ref.Parse(id)
			return !ok || !a.Can(histories[it.Kind])
		})
		want := seenBy(a).part(after, page.First)
		found, err := rows.AuditEntries(ctx, want, AuditFilter{subjects: subjects})
		c = connect(l, page, found, func(e AuditEntry) Key { return Key{Sort: e.ID, ID: e.PublicID()} })
		return err
	})
	if err != nil {
		return Connection[AuditEntry]{}, fmt.Errorf("list the history of %s: %w", of, err)
	}
	return c, nil
}
