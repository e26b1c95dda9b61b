package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/reading"
)

// unitTimes adds up unit-time by parts ($5, where each begins; they meet, and the last ends at $4).
//
// An exclusive resource is one unit, however many overlapping slots sell its time and whatever joined resources take it with
// others, so its slots are made into one set of times, by the resources that are really there (leaves). It is booked while
// somebody keeps it, turn and buffers included, as far as it stood open, and for the slots themselves in any case. A pooled
// resource has as many units as each of its slots, which don't overlap.
//
// What the rules no longer have, or a pause covers, stood open only where it was booked nevertheless.
//
// The sums are made by one walk over all moments at which anything changes: a change of the number of units, or the next part.
const unitTimes = `
WITH here AS MATERIALIZED (
  SELECT id, kind, coalesce(combines, ARRAY[id]) AS leaves FROM resources WHERE tenant_id = $1 AND venue_id = $2
), paused AS MATERIALIZED (
  SELECT r.id, range_agg(tstzrange(p.from_at, least(p.until_at, p.ended_at))) AS span
  FROM here r
  JOIN pauses p ON p.tenant_id = $1 AND p.venue_id = $2 AND (p.resource_id IS NULL OR p.resource_id = r.id OR p.resource_id = ANY (r.leaves))
  WHERE p.until_at > $3 AND p.from_at < $4 AND (p.ended_at IS NULL OR p.ended_at > p.from_at)
  GROUP BY r.id
), booked AS MATERIALIZED (
  SELECT s.id, s.resource_id, s.kind, s.starts_at, s.ends_at, s.capacity, a.units,
         coalesce(a.occupies_from, s.starts_at) AS kept_from, coalesce(a.occupies_until, s.ends_at) AS kept_until
  FROM slots s
  JOIN allocations a ON a.tenant_id = $1 AND a.slot_id = s.id AND NOT a.superseded
  JOIN reservations b ON b.tenant_id = $1 AND b.id = a.reservation_id AND b.status IN ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')
  WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at > $3::timestamptz - interval '2 days' AND s.starts_at < $4::timestamptz + interval '2 days'
    AND NOT EXISTS (SELECT FROM reservations c WHERE c.tenant_id = $1 AND c.corrects_id = b.id)
), exclusive_open AS (
  SELECT leaf, range_agg(piece) AS span
  FROM (
    SELECT s.resource_id AS id, range_agg(tstzrange(s.starts_at, s.ends_at)) AS span FROM slots s
    WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at > $3::timestamptz - interval '2 days' AND s.starts_at < $4 AND s.ends_at > $3
      AND s.kind = 'EXCLUSIVE' AND s.state = 'OPEN'
    GROUP BY s.resource_id
  ) o
  JOIN here r ON r.id = o.id
  LEFT JOIN paused p ON p.id = o.id
  CROSS JOIN LATERAL unnest(o.span - coalesce(p.span, '{}')) AS piece
  CROSS JOIN LATERAL unnest(r.leaves) AS leaf
  GROUP BY leaf
), exclusive_booked AS (
  SELECT leaf, range_agg(tstzrange(b.kept_from, b.kept_until)) AS kept, range_agg(tstzrange(b.starts_at, b.ends_at)) AS own
  FROM booked b
  JOIN here r ON r.id = b.resource_id
  CROSS JOIN LATERAL unnest(r.leaves) AS leaf
  WHERE b.kind = 'EXCLUSIVE'
  GROUP BY leaf
), exclusive AS (
  SELECT coalesce(o.span, '{}') AS open, coalesce(coalesce(o.span, '{}') * b.kept + b.own, '{}') AS booked
  FROM exclusive_open o FULL JOIN exclusive_booked b ON b.leaf = o.leaf
), pooled AS (
  SELECT tstzrange(s.starts_at, s.ends_at) AS span, s.capacity, coalesce(b.units, 0) AS units,
         CASE WHEN s.state = 'OPEN' THEN tstzmultirange(tstzrange(s.starts_at, s.ends_at)) - coalesce(p.span, '{}') ELSE '{}' END AS open
  FROM slots s
  LEFT JOIN (SELECT id, least(sum(units), max(capacity)) AS units FROM booked WHERE kind = 'POOLED' GROUP BY id) b ON b.id = s.id
  LEFT JOIN paused p ON p.id = s.resource_id
  WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at > $3::timestamptz - interval '2 days' AND s.starts_at < $4 AND s.ends_at > $3
    AND s.kind = 'POOLED'
), pieces AS (
  SELECT unnest(open + booked) AS span, 1 AS open, 0 AS booked FROM exclusive
  UNION ALL SELECT unnest(booked), 0, 1 FROM exclusive
  UNION ALL SELECT unnest(open), capacity, 0 FROM pooled
  UNION ALL SELECT unnest(tstzmultirange(span) - open), units, 0 FROM pooled WHERE units > 0
  UNION ALL SELECT span, 0, units FROM pooled WHERE units > 0
), changes AS (
  SELECT greatest(lower(span), $3) AS at, open, booked, NULL::bigint AS part FROM pieces WHERE upper(span) > $3 AND lower(span) < $4
  UNION ALL SELECT least(upper(span), $4), -open, -booked, NULL FROM pieces WHERE upper(span) > $3 AND lower(span) < $4
  UNION ALL SELECT part.begins, 0, 0, part.nth FROM unnest($5::timestamptz[]) WITH ORDINALITY AS part (begins, nth)
  UNION ALL SELECT $4, 0, 0, NULL
), moments AS (
  SELECT at, sum(open) AS open, sum(booked) AS booked, max(part) AS part FROM changes GROUP BY at
), levels AS (
  SELECT lead(at) OVER walk - at AS lasts, sum(open) OVER walk AS open, sum(booked) OVER walk AS booked, max(part) OVER walk AS part
  FROM moments WINDOW walk AS (ORDER BY at)
)
SELECT part - 1, (sum(open * extract(epoch FROM lasts)) * 1000000)::bigint,
       (sum(booked * extract(epoch FROM lasts)) * 1000000)::bigint
FROM levels WHERE open > 0 AND lasts IS NOT NULL
GROUP BY part`

// UnitTimes adds up unit-time by part.
func (t *readTx) UnitTimes(ctx context.Context, venue uuid.UUID, parts []calendar.Hour) (map[int]reading.UnitTime, error) {
	times := map[int]reading.UnitTime{}
	if len(parts) == 0 { // the zone left these dates out
		return times, nil
	}
	begins := make([]string, len(parts))
	for i, part := range parts {
		begins[i] = part.From.Format(time.RFC3339Nano)
	}
	rows, err := t.sql.QueryContext(ctx, unitTimes, t.tenant, venue, parts[0].From, parts[len(parts)-1].Until, pq.Array(begins))
	if err != nil {
		return nil, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		var part int
		var open, booked int64
		err := scan(&part, &open, &booked)
		times[part] = reading.UnitTime{Open: time.Duration(open) * time.Microsecond, Booked: time.Duration(booked) * time.Microsecond}
		return err
	})
	return times, err
}

const reservationsByDay = `
SELECT width_bucket(r.starts_at, $3::timestamptz[]) - 1, count(*), sum(r.party_size)::bigint,
       count(*) FILTER (WHERE r.walk_in), count(*) FILTER (WHERE r.status = 'CANCELLED'), count(*) FILTER (WHERE r.status = 'NO_SHOW')
FROM reservations r
WHERE r.tenant_id = $1 AND r.venue_id = $2 AND r.starts_at >= $4 AND r.starts_at < $5 AND r.confirmed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM reservations c WHERE c.tenant_id = $1 AND c.corrects_id = r.id)
GROUP BY 1`

// ReservationsByDay counts what was confirmed for each day.
func (t *readTx) ReservationsByDay(ctx context.Context, venue uuid.UUID, bounds []time.Time) (map[int]reading.DayCounts, error) {
	texts := make([]string, len(bounds))
	for i, bound := range bounds {
		texts[i] = bound.Format(time.RFC3339Nano)
	}
	rows, err := t.sql.QueryContext(ctx, reservationsByDay, t.tenant, venue, pq.Array(texts), bounds[0], bounds[len(bounds)-1])
	if err != nil {
		return nil, err
	}
	days := map[int]reading.DayCounts{}
	err = readEach(rows, func(scan func(...any) error) error {
		var day int
		var c reading.DayCounts
		err := scan(&day, &c.Reservations, &c.Covers, &c.WalkIns, &c.Cancelled, &c.NoShows)
		days[day] = c
		return err
	})
	return days, err
}
