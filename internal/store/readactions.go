package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/reading"
)

const actionColumns = `id, version, due, since, detail, words`

// What hurries comes first, then what has waited longest.
var readActions = `
	SELECT matter, ` + actionColumns + ` FROM ` + actionUnion(actions, actionColumns) + `
	WHERE $6::timestamptz IS NULL OR (coalesce(due, 'infinity'), since, id, matter) > ($6::timestamptz, $7::timestamptz, $8::uuid, $9::int)
	ORDER BY coalesce(due, 'infinity'), since, id, matter
	LIMIT $10`

// Waiting lists what waits, most urgent first.
func (t *readTx) Waiting(ctx context.Context, venue uuid.UUID, w reading.ActionWant, now time.Time) ([]agenda.Fact, error) {
	var due, since, id, matter any
	if k := w.After; k != nil {
		due, since, id, matter = endless(k.Due), k.Since, k.ID, int(k.Matter)
	}
	rows, err := t.sql.QueryContext(ctx, readActions, t.tenant, now, venue, numbersOf(w.Matters), pq.Array(textOf(w.Kinds)), due, since, id, matter, w.Limit)
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

var readActionTurn = `SELECT min(at) FROM ` + actionUnion(actionTurns, "at")

// NextTurn is when time changes next what waits; nil when it won't.
func (t *readTx) NextTurn(ctx context.Context, venue uuid.UUID, matters []agenda.Matter, now time.Time) (at *time.Time, err error) {
	err = t.sql.QueryRowContext(ctx, readActionTurn, t.tenant, now, venue, numbersOf(matters)).Scan(&at)
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

var readLook = `
	SELECT true, matter, ` + actionColumns + ` FROM ` + actionUnion(actions, actionColumns) + ` WHERE id = ANY ($6::uuid[])
	UNION ALL
	SELECT false, matter, id, 0, NULL, NULL, '', '' FROM ` + actionUnion(actionTraces, "id")

// Look finds what waits about subjects, and what may have.
func (t *readTx) Look(ctx context.Context, venue uuid.UUID, matters []agenda.Matter, subjects, freed []uuid.UUID, now time.Time) (l agenda.Look, err error) {
	rows, err := t.sql.QueryContext(ctx, readLook, t.tenant, now, venue, numbersOf(matters), pq.Array(textOf(agenda.KindValues())), array(subjects), array(freed))
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

func numbersOf(matters []agenda.Matter) any {
	numbers := make([]int64, len(matters))
	for i, m := range matters {
		numbers[i] = int64(m)
	}
	return pq.Array(numbers)
}
