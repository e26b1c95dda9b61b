package store

import (
	"context"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/slotq/slotq/ent/db"
	entauditentry "github.com/slotq/slotq/ent/db/auditentry"
	"github.com/slotq/slotq/ent/db/predicate"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// AuditEntries lists entries by number, the newest first.
func (t *readTx) AuditEntries(ctx context.Context, w reading.Want, f reading.AuditFilter) ([]reading.AuditEntry, error) {
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
	query.Where(auditSaid(f)...)
	rows, err := query.Order(entauditentry.ByID(entsql.OrderDesc())).Limit(w.Limit).All(ctx)
	return each(rows, auditOf), err
}

// auditSaid are the conditions of a filter.
func auditSaid(f reading.AuditFilter) (said []predicate.AuditEntry) {
	if f.Operations != nil {
		said = append(said, entauditentry.OperationIn(f.Operations...))
	}
	if f.Outcomes != nil {
		said = append(said, entauditentry.OutcomeIn(textOf(f.Outcomes)...))
	}
	if f.ProblemCodes != nil {
		said = append(said, entauditentry.ProblemCodeIn(textOf(f.ProblemCodes)...))
	}
	if f.Actor != nil {
		said = append(said, entauditentry.ActorContainsFold(*f.Actor))
	}
	if subjects := f.Subjects(); subjects != nil {
		said = append(said, entauditentry.SubjectIn(subjects...))
	}
	if f.CorrelationID != nil {
		said = append(said, entauditentry.CorrelationID(*f.CorrelationID))
	}
	if f.From != nil {
		said = append(said, entauditentry.AtGTE(*f.From))
	}
	if f.To != nil {
		said = append(said, entauditentry.AtLT(*f.To))
	}
	return said
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
