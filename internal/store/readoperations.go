package store

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entreservation "github.com/slotq/slotq/ent/db/reservation"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
)

var readSeries = readTable{venue: "venue_id", owner: "customer_id", sort: "created_at"}

// SeriesRows lists series by age.
func (t *readTx) SeriesRows(ctx context.Context, w reading.Want) ([]reservation.Series, error) {
	rows, err := t.ent.Series.Query().Where(readSeries.wanted(t.tenant, w)).Order(readSeries.ordered).Limit(w.Limit).All(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]reservation.Series, len(rows))
	for i, row := range rows {
		if all[i], err = seriesOf(row); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// ReservationsOfSeries lists the reservations of series by start.
func (t *readTx) ReservationsOfSeries(ctx context.Context, w reading.Want) ([]reservation.Reservation, error) {
	of := w.IDs
	w.IDs = nil
	rows, err := t.ent.Reservation.Query().Where(readReservations.wanted(t.tenant, w), entreservation.SeriesIDIn(of...)).Order(readReservations.ordered).All(ctx)
	return each(rows, reservationOf), err
}

const recurring = `
SELECT EXISTS (SELECT FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id WHERE s.tenant_id = $1 AND s.id = ANY ($4::uuid[]) AND r.tied),
       CASE WHEN $2::uuid IS NULL THEN 0 ELSE (` + activeReservations + `) END`

// Recurring reads what else decides about a series.
func (t *readTx) Recurring(ctx context.Context, slots []uuid.UUID, owner *uuid.UUID, now time.Time) (r reading.Recurring, err error) {
	err = t.sql.QueryRowContext(ctx, recurring, t.tenant, owner, now, array(slots)).Scan(&r.Tied, &r.Active)
	return r, err
}

// Who arrives is counted as the evaluator counts it. Where arrivals are limited, a quarter in which nobody arrives yet is one
// in which somebody may, if any slot starts in it.
const arrivalsByQuarter = `
SELECT quarter, sum(parties)::bigint, sum(covers)::bigint, sum(over_parties)::bigint, sum(over_covers)::bigint
FROM (
  SELECT date_bin('15 minutes', starts_at, 'epoch') AS quarter, 1 AS parties, party_size AS covers,
         CASE WHEN override_reason IS NULL THEN 0 ELSE 1 END AS over_parties, CASE WHEN override_reason IS NULL THEN 0 ELSE party_size END AS over_covers
  FROM reservations
  WHERE tenant_id = $1 AND venue_id = $2 AND starts_at >= $3 AND starts_at < $4
    AND (status IN ('CONFIRMED', 'CHECKED_IN') OR (status = 'HELD' AND (expires_at IS NULL OR expires_at > $5)))
  UNION ALL
  SELECT DISTINCT date_bin('15 minutes', starts_at, 'epoch'), 0, 0, 0, 0
  FROM slots WHERE $6 AND tenant_id = $1 AND venue_id = $2 AND starts_at >= $3 AND starts_at < $4 AND state = 'OPEN'
) AS arriving
GROUP BY quarter
ORDER BY quarter`

// ArrivalsByQuarter counts who arrives within a span.
func (t *readTx) ArrivalsByQuarter(ctx context.Context, venue uuid.UUID, from, until, now time.Time, limited bool) ([]reading.ArrivalWindow, error) {
	rows, err := t.sql.QueryContext(ctx, arrivalsByQuarter, t.tenant, venue, from, until, now, limited)
	if err != nil {
		return nil, err
	}
	all := []reading.ArrivalWindow{}
	err = readEach(rows, func(scan func(...any) error) error {
		var w reading.ArrivalWindow
		err := scan(&w.From, &w.Parties, &w.Covers, &w.OverriddenParties, &w.OverriddenCovers)
		w.From = w.From.UTC()
		all = append(all, w)
		return err
	})
	return all, err
}

// readLate and readRequested are Reservation.Late and Reservation.Requested in SQL; a test holds them together.
func readLate(late bool, now time.Time) func(*entsql.Selector) {
	return readWhether(late, func(b *entsql.Builder) {
		b.WriteString(`status = 'CONFIRMED' AND starts_at <= `).Arg(now)
	})
}

func readRequested(requested bool, now time.Time) func(*entsql.Selector) {
	return readWhether(requested, func(b *entsql.Builder) {
		b.WriteString(`status = 'HELD' AND requested_at IS NOT NULL AND intent_id IS NULL AND expires_at > `).Arg(now)
	})
}

// readWhether keeps rows for which a condition is true, or those for which it isn't.
func readWhether(want bool, condition func(*entsql.Builder)) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString(`(`)
			condition(b)
			b.WriteString(`) IS `)
			if want {
				b.WriteString(`TRUE`)
			} else {
				b.WriteString(`NOT TRUE`)
			}
		}))
	}
}
