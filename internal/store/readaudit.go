package store

import (
	"context"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/slotq/slotq/ent/db"
	entauditentry "github.com/slotq/slotq/ent/db/auditentry"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// AuditEntries lists entries by number, the newest first.
func (t *readTx) AuditEntries(ctx context.Context, w reading.Want) ([]reading.AuditEntry, error) {
	if w.Owner != nil {
		return nil, nil
	}
	query := t.ent.AuditEntry.Query().Where(entauditentry.TenantID(t.tenant), entauditentry.VenueIDNotNil())
	if w.Venues != nil {
		query.Where(entauditentry.VenueIDIn(w.Venues...))
	}
	if w.IDs != nil {
		query.Where(entauditentry.IDIn(reading.AuditNumbers(w.IDs)...))
	}
	if w.After != nil {
		query.Where(entauditentry.IDLT(w.After.Sort))
	}
	rows, err := query.Order(entauditentry.ByID(entsql.OrderDesc())).Limit(w.Limit).All(ctx)
	return each(rows, auditOf), err
}

func auditOf(row *db.AuditEntry) reading.AuditEntry {
	e := reading.AuditEntry{
		ID: row.ID, VenueID: *row.VenueID, At: row.At.UTC(), Actor: row.Actor, Operation: row.Operation, SubjectID: row.Subject,
		Outcome: command.Outcome(row.Outcome), Reason: row.Reason, CorrelationID: row.CorrelationID,
	}
	if row.ProblemCode != nil {
		code := problem.Code(*row.ProblemCode)
		e.ProblemCode = &code
	}
	return e
}
