package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/reading"
)

const actionColumns = `id, version, due, since, detail, words`

// What hurries comes first, then what has waited longest. That the moment is named here as well tells its type to the server,
// which some of the queries don't.
const actionOrder = `
	WHERE $2::timestamptz IS NOT NULL
	  AND ($4::timestamptz IS NULL OR (coalesce(due, 'infinity'), since, id, matter) > ($4::timestamptz, $5::timestamptz, $6::uuid, $7::int))
	ORDER BY coalesce(due, 'infinity'), since, id, matter
	LIMIT $8`

// Waiting lists what waits, most urgent first.
func (t *readTx) Waiting(ctx context.Context, venue uuid.UUID, w reading.ActionWant, now time.Time) ([]agenda.Fact, error) {
	if len(w.Matters) == 0 {
		return nil, nil
	}
	var due, since, id, matter any
	if k := w.After; k != nil {
		due, since, id, matter = endless(k.Due), k.Since, k.ID, int(k.Matter)
	}
	query := `SELECT matter, ` + actionColumns + ` FROM ` + actionUnion(actionsOf(w.Matters, w.Kinds)) + actionOrder
	rows, err := t.sql.QueryContext(ctx, query, t.tenant, now, venue, due, since, id, matter, w.Limit)
	if err != nil {
		return nil, err
	}
	return actionFacts(rows)
}

func actionFacts(rows *sql.Rows) (facts []agenda.Fact, err error) {
	err = readEach(rows, func(scan func(...any) error) error {
		var f agenda.Fact
		err := scan(&f.Matter, &f.ID, &f.Version, &f.Due, &f.Since, &f.Detail, &f.Words)
		f.Due, f.Since = utc(f.Due), f.Since.UTC()
		facts = append(facts, f)
		return err
	})
	return facts, err
}

// NextTurn is when time changes next what waits; nil when it won't.
func (t *readTx) NextTurn(ctx context.Context, venue uuid.UUID, matters []agenda.Matter, now time.Time) (at *time.Time, err error) {
	arms := actionArms(actionTurns, matters, "at")
	if len(arms) == 0 {
		return nil, nil
	}
	err = t.sql.QueryRowContext(ctx, `SELECT min(at) FROM `+actionUnion(arms), t.tenant, now, venue).Scan(&at)
	return utc(at), err
}

// An index has who held a slot; only one that is open again needs those who left it meanwhile.
const readTouched = `
	SELECT a.reservation_id, a.slot_id = ANY ($3::uuid[]) FROM allocations a
	WHERE a.tenant_id = $1 AND (a.slot_id = ANY ($2::uuid[]) AND a.released_at IS NULL OR a.slot_id = ANY ($3::uuid[]))
	UNION
	SELECT i.id, false FROM reservations r JOIN intents i ON i.tenant_id = r.tenant_id AND i.customer_id = r.customer_id AND i.reservation_id = r.id
	WHERE r.tenant_id = $1 AND r.id = ANY ($4::uuid[])
	ORDER BY 1`

// Touched finds the subjects behind slots and reservations; for the freed ones their place is open again.
func (t *readTx) Touched(ctx context.Context, touch agenda.Touch) (subjects, freed []uuid.UUID, err error) {
	rows, err := t.sql.QueryContext(ctx, readTouched, t.tenant, array(touch.Withdrawn), array(touch.Reopened), array(touch.Corrected))
	if err != nil {
		return nil, nil, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		var id uuid.UUID
		var open bool
		err := scan(&id, &open)
		if subjects = append(subjects, id); open {
			freed = append(freed, id)
		}
		return err
	})
	return subjects, freed, err
}

// The parameters are named here as well, for the same reason.
const actionSubjects = ` WHERE id = ANY ($4::uuid[]) AND $2::timestamptz IS NOT NULL AND $5::uuid[] IS NOT NULL`

// Look finds what waits about subjects, and what may have.
func (t *readTx) Look(ctx context.Context, venue uuid.UUID, matters []agenda.Matter, subjects, freed []uuid.UUID, now time.Time) (l agenda.Look, err error) {
	if len(matters) == 0 {
		return l, nil
	}
	query := `SELECT true, matter, ` + actionColumns + ` FROM ` + actionUnion(actionArms(actions, matters, actionColumns)) + actionSubjects + `
		UNION ALL SELECT false, matter, id, 0, NULL, NULL, '', '' FROM ` + actionUnion(actionArms(actionTraces, matters, "id"))
	rows, err := t.sql.QueryContext(ctx, query, t.tenant, now, venue, array(subjects), array(freed))
	if err != nil {
		return l, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		var waits bool
		var f agenda.Fact
		var since *time.Time
		if err := scan(&waits, &f.Matter, &f.ID, &f.Version, &f.Due, &since, &f.Detail, &f.Words); err != nil {
			return err
		}
		if !waits {
			l.May = append(l.May, agenda.Trace{Matter: f.Matter, ID: f.ID})
			return nil
		}
		f.Due, f.Since = utc(f.Due), since.UTC()
		l.Waits = append(l.Waits, f)
		return nil
	})
	return l, err
}

// endless writes a moment that may not come.
func endless(t *time.Time) any {
	if t == nil {
		return "infinity"
	}
	return *t
}
