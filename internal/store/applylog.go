package store

import (
	"context"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/booking"
)

func (t *tx) applyEvents(ctx context.Context, c *booking.Changes) error {
	if len(c.Events) == 0 {
		return nil
	}
	return t.ent.Event.MapCreateBulk(c.Events, func(create *db.EventCreate, i int) {
		e := c.Events[i]
		create.SetTenantID(t.tenant).SetVenueID(e.VenueID).SetKind(e.Kind).SetEntity(e.Entity).SetEntityID(e.EntityID).
			SetEntityVersion(e.Version).SetNillableCustomerID(e.CustomerID).SetData(string(e.Data)).SetOccurredAt(e.OccurredAt)
	}).Exec(ctx)
}

func (t *tx) applyAudit(ctx context.Context, c *booking.Changes) error {
	if len(c.Audit) == 0 {
		return nil
	}
	return t.ent.AuditEntry.MapCreateBulk(c.Audit, func(create *db.AuditEntryCreate, i int) {
		a := c.Audit[i]
		create.SetTenantID(t.tenant).SetNillableVenueID(a.Venue).SetAt(a.At).SetNillablePrincipalID(a.Principal).SetActor(a.Actor).
			SetOperation(a.Operation).SetNillableSubject(a.Subject).SetOutcome(a.Outcome).SetNillableProblemCode(a.ProblemCode).
			SetNillableReason(a.Reason).SetCorrelationID(a.CorrelationID)
	}).Exec(ctx)
}
