package layout

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

// insertVacancy speaks of all that a part put on offer, at once. It is written whether anybody waits or not: somebody may be
// joining in a transaction that isn't visible yet, and the look at a vacancy that nobody waits for costs one read.
const insertVacancy = `
INSERT INTO vacancies (id, tenant_id, venue_id, from_at, to_at, cause, freed_at, created_at)
SELECT gen_random_uuid(), $1, $2, $3, $4, 'slot.added', now, now FROM clock_timestamp() AS now`

func (g *ground) noteVacancy(ctx context.Context, tx *sql.Tx, p plan) error {
	var from, to time.Time
	note := func(starts, ends time.Time) {
		if from.IsZero() || starts.Before(from) {
			from = starts
		}
		to = later(to, ends)
	}
	for _, w := range p.add {
		note(w.startsAt(), w.endsAt())
	}
	for _, c := range p.open {
		note(c.after.StartsAt, c.after.EndsAt)
	}
	if from.IsZero() {
		return nil
	}
	_, err := tx.ExecContext(ctx, insertVacancy, g.tenant, g.venue, from, to)
	return err
}

const insertEvents = `
INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
SELECT $1, $2, e.kind, e.entity, e.id, e.version, e.data::jsonb, $8
FROM unnest($3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::text[]) AS e (kind, entity, id, version, data)`

// announce writes events of one moment.
func (g *ground) announce(ctx context.Context, tx *sql.Tx, events []event.Event) error {
	var kinds, entities, data []string
	var ids []uuid.UUID
	var versions []int64
	for _, e := range events {
		kinds, entities, data = append(kinds, string(e.Kind)), append(entities, string(e.Entity)), append(data, string(e.Data))
		ids, versions = append(ids, e.EntityID), append(versions, int64(e.Version))
	}
	_, err := tx.ExecContext(ctx, insertEvents, g.tenant, g.venue, pq.Array(kinds), pq.Array(entities), array(ids), pq.Array(versions), pq.Array(data), events[0].OccurredAt)
	return err
}

// laidOut is what an event tells of a venue whose slots follow its rules.
type laidOut struct {
	VenueID       uuid.UUID `json:"venueId"`
	LaidOutNumber int       `json:"laidOutNumber"`
	Tzdata        string    `json:"tzdata"`
}

const lockVenue = `SELECT opening_number, laid_out_number, tzdata, clock_timestamp() FROM venues WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`

// finish marks the venue as laid out by the rules that were read. It leaves the venue's version alone: whoever has just set
// rules shall find the venue as it was answered to them. That the slots follow is told of the number, once.
func (g *ground) finish(ctx context.Context, tx *sql.Tx, changed bool) (wrote bool, err error) {
	var number, laidOutNumber int
	var tzdata string
	var now time.Time
	if err := tx.QueryRowContext(ctx, lockVenue, g.tenant, g.venue).Scan(&number, &laidOutNumber, &tzdata, &now); err != nil {
		return false, err
	}
	if number != g.number {
		return false, errMoved
	}
	if !changed && laidOutNumber == number && tzdata == calendar.TzdataVersion() {
		return false, nil
	}
	fact := laidOut{VenueID: g.venue, LaidOutNumber: number, Tzdata: calendar.TzdataVersion()}
	_, err = tx.ExecContext(ctx, `UPDATE venues SET laid_out_number = $3, tzdata = $4 WHERE tenant_id = $1 AND id = $2`, g.tenant, g.venue, fact.LaidOutNumber, fact.Tzdata)
	if err != nil || laidOutNumber == number {
		return true, err
	}
	id := uuid.NewSHA1(g.venue, []byte(fmt.Sprint("opening rules ", number)))
	told := event.New(g.venue, event.SlotsLaidOut, ref.Opening, id, 1, nil, fact, now.UTC())
	return true, g.announce(ctx, tx, []event.Event{told})
}

// array writes ids for a parameter that is cast to uuid[].
func array(ids []uuid.UUID) any {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return pq.Array(texts)
}
