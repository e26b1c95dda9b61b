package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// unfinished is everything that the program still has to do by itself, by name; nothing is left when each is 0.
const unfinished = `SELECT what, n FROM (
	SELECT 'holds' AS what, count(*) AS n FROM reservations WHERE status = 'HELD'
	UNION ALL SELECT 'offers', count(*) FROM offers WHERE status = 'OFFERED'
	UNION ALL SELECT 'vacancies', count(*) FROM vacancies
	UNION ALL SELECT 'intents', count(*) FROM intents WHERE next_at IS NOT NULL
	UNION ALL SELECT 'attempts', count(*) FROM attempts WHERE ended_at IS NULL OR compensation = 'DUE' OR ask_at <= clock_timestamp()
	UNION ALL SELECT 'events without a number', count(*) FROM events WHERE position IS NULL
	UNION ALL SELECT 'audit entries without a seal', count(*) FROM audit_entries WHERE sequence IS NULL
) AS all_of_it WHERE n > 0`

// quietPatience is how long a healed system may take to come to rest. A lease of a worker that died has to run out in it.
const quietPatience = lease + 60*time.Second

var errNotQuiet = errors.New("not everything is done")

// quiet waits until nothing is left to do, and tells what took longer than a moment, and how long.
func (r *rig) quiet(ctx context.Context) (slow string, err error) {
	began, last := time.Now(), map[string]time.Duration{}
	err = await(ctx, quietPatience, func(ctx context.Context) error {
		left, err := r.unfinished(ctx)
		for what := range left {
			last[what] = time.Since(began)
		}
		if err == nil && len(left) > 0 {
			err = fmt.Errorf("%w: %s", errNotQuiet, counted(left))
		}
		return err
	})
	var all []string
	for what, took := range last {
		if took > time.Second {
			all = append(all, fmt.Sprintf("%s %.0f s", what, took.Seconds()))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", "), err
}

func (r *rig) unfinished(ctx context.Context) (map[string]int, error) {
	rows, err := r.db.QueryContext(ctx, unfinished)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	left := map[string]int{}
	for rows.Next() {
		var what string
		n := 0
		if err := rows.Scan(&what, &n); err != nil {
			return nil, err
		}
		left[what] = n
	}
	return left, rows.Err()
}
