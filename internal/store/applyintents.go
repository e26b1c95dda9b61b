package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/slotq/slotq/ent/db"
	entattempt "github.com/slotq/slotq/ent/db/attempt"
	entintent "github.com/slotq/slotq/ent/db/intent"
	"github.com/slotq/slotq/internal/booking"
)

func (t *tx) applyRequested(ctx context.Context, c *booking.Changes) error {
	for _, i := range c.Requested {
		decision, err := json.Marshal(i.Decision)
		if err != nil {
			return err
		}
		err = t.ent.Intent.Create().SetID(i.ID).SetTenantID(t.tenant).SetVenueID(i.VenueID).SetCustomerID(i.CustomerID).SetKind(i.Kind).
			SetStatus(i.Status).SetVersion(i.Version).SetPartySize(i.PartySize).SetWaitForSeat(i.WaitForSeat).
			SetNillableReservationID(i.ReservationID).SetNillableHoldID(i.HoldID).SetNillableOfferID(i.OfferID).SetNillableApprovalID(i.ApprovalID).
			SetExpiresAt(i.ExpiresAt).SetEpoch(i.Epoch).SetNillableNextAt(i.NextAt).SetNillableHoldUntil(i.HoldUntil).
			SetDecision(string(decision)).SetCreatedAt(i.CreatedAt).SetUpdatedAt(i.UpdatedAt).Exec(ctx)
		if err != nil {
			return err
		}
		err = t.ent.IntentSlot.MapCreateBulk(i.Slots, func(create *db.IntentSlotCreate, k int) {
			create.SetTenantID(t.tenant).SetIntentID(i.ID).SetSlotID(i.Slots[k]).SetPlace(k)
		}).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// applyIntents writes each change at the version and under the epoch at which the row was locked, and only while nobody has
// completed it: what a worker that was taken for dead writes finds no row.
func (t *tx) applyIntents(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Intents {
		before, i := change.Before, change.After
		update := t.ent.Intent.Update().
			Where(entintent.TenantID(t.tenant), entintent.ID(i.ID), entintent.Version(before.Version), entintent.Epoch(before.Epoch), entintent.CompletedByIsNil()).
			SetNillableReservationID(i.ReservationID).SetNillableFailure(i.Failure).SetNillableCompletedBy(i.CompletedBy).
			SetEpoch(i.Epoch).SetNillableNextAt(i.NextAt).SetNillableNotBefore(i.NotBefore).SetUpdatedAt(i.UpdatedAt)
		if i.Status != before.Status {
			update.SetStatus(i.Status)
		}
		if i.NextAt == nil {
			update.ClearNextAt()
		}
		if i.Failure == nil && before.Failure != nil {
			update.ClearFailure()
		}
		if i.ReservationID == nil && before.ReservationID != nil {
			update.ClearReservationID()
		}
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("%s: %w", i.ID, err)
		}
	}
	return nil
}

func (t *tx) applyAttempted(ctx context.Context, c *booking.Changes) error {
	for _, a := range c.Attempted {
		err := t.ent.Attempt.Create().SetID(a.ID).SetTenantID(t.tenant).SetVenueID(a.VenueID).SetCustomerID(a.CustomerID).SetIntentID(a.IntentID).
			SetNumber(a.Number).SetNillableProviderID(a.ProviderID).SetProvider(a.Provider).SetAction(a.Action).SetReference(a.Reference).
			SetTarget(a.Target).SetStatus(a.Status).SetVersion(a.Version).SetStartedAt(a.StartedAt).SetEpoch(a.Epoch).SetUpdatedAt(a.UpdatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) applyAttempts(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Attempts {
		before, a := change.Before, change.After
		update := t.ent.Attempt.Update().
			Where(entattempt.TenantID(t.tenant), entattempt.ID(a.ID), entattempt.Version(before.Version), entattempt.Epoch(before.Epoch)).
			SetNillableUpstreamRef(a.UpstreamRef).SetFailureKind(a.FailureKind).SetNillableFailure(a.Failure).SetNillableEndedAt(a.EndedAt).
			SetNillableResolvedBy(a.ResolvedBy).SetNillableResolution(a.Resolution).SetCompensation(a.Compensation).SetEpoch(a.Epoch).
			SetNillableAskAt(a.AskAt).SetAsked(a.Asked).SetNillableDoubtAt(a.DoubtAt).SetNillableWatchUntil(a.WatchUntil).SetUpdatedAt(a.UpdatedAt)
		if a.Status != before.Status {
			update.SetStatus(a.Status)
		}
		if a.AskAt == nil {
			update.ClearAskAt()
		}
		if a.Failure == nil {
			update.ClearFailure()
		}
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("%s: %w", a.ID, err)
		}
	}
	return nil
}

// applyLooked notes that a provider was asked about attempts, likewise.
func (t *tx) applyLooked(ctx context.Context, c *booking.Changes) error {
	for _, a := range c.Looked {
		done, err := t.sql.ExecContext(ctx, `UPDATE attempts SET ask_at = $4, asked = $5, failure = $6 WHERE tenant_id = $1 AND id = $2 AND version = $3`,
			t.tenant, a.ID, a.Version, a.AskAt, a.Asked, a.Failure)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		if err := changed(int(n), err); err != nil {
			return err
		}
	}
	return nil
}

// applyRescheduled moves the next look without raising versions: it isn't news to anybody.
func (t *tx) applyRescheduled(ctx context.Context, c *booking.Changes) error {
	for _, r := range c.Rescheduled {
		if _, err := t.sql.ExecContext(ctx, `UPDATE intents SET next_at = $3 WHERE tenant_id = $1 AND id = $2 AND next_at IS NOT NULL`, t.tenant, r.IntentID, r.At); err != nil {
			return err
		}
	}
	return nil
}
