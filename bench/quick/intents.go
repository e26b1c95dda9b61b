package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/internal/loadtest"
)

// library is the demo's tenant whose seats an outside booking system has a say in.
const library = "hudson-library"

// acceptedIntents requests seats at a constant rate, while the outside booking system answers at once and while it takes its time.
func acceptedIntents(ctx context.Context, b *bench) error {
	db, err := b.house.Open(demo.Database)
	if err != nil {
		return err
	}
	defer db.Close()
	seats, token, err := b.seats(ctx, db)
	if err != nil {
		return err
	}
	client, err := loadtest.NewClient(b.house.At.GraphQL, token, 512)
	if err != nil {
		return err
	}
	defer client.Close()
	load := loadtest.Arrivals{Rate: b.intentRate, For: b.intentTime, Most: 512, Grace: 10 * time.Second, Clock: loadtest.Wall}
	instant, slow := loadtest.NewTally(), loadtest.NewTally()
	taken := 0
	for range max(1, b.rounds-1) {
		for _, turn := range []struct {
			delay time.Duration
			tally *loadtest.Tally
		}{{time.Millisecond, instant}, {b.slow, slow}} {
			if len(seats)-taken < load.Total() {
				return fmt.Errorf("the library has no more seats")
			}
			if err := b.delayProvider(ctx, turn.delay); err != nil {
				return err
			}
			if err := b.calm(ctx, db); err != nil {
				return err
			}
			from := taken
			taken += load.Total()
			err := load.Run(ctx, func(ctx context.Context, nth int) loadtest.Answer {
				return client.Command(ctx, "requestReservation", "RequestReservationInput", "intent { id status version }", loadtest.Vars{"slotIds": []string{seats[from+nth]}, "partySize": 1})
			}, turn.tally)
			if err != nil {
				return err
			}
		}
	}
	for _, t := range []*loadtest.Tally{instant, slow} {
		if c := t.Counts(); c.Done != c.Asked || c.Unsent > 0 {
			return fmt.Errorf("not all were accepted: %+v, %s", c, t.Summary("", 0).Failure)
		}
	}
	note := fmt.Sprintf("%d each, %g a second; provider %s", slow.Counts().Done, b.intentRate, b.slow)
	b.tell(figure.Beside("accepted_p50_slow_vs_instant_provider", ms(slow.Quantile(0.5)), "an instant provider", ms(instant.Quantile(0.5)), "ms", note))
	b.tell(figure.Beside("accepted_p99_slow_vs_instant_provider", ms(slow.Quantile(0.99)), "an instant provider", ms(instant.Quantile(0.99)), "ms", note))
	return nil
}

// calm waits, not for ever, until nothing is left to do of the turn before, lest one side's work shows in the other's figures. What the
// provider is being asked takes no part in it.
func (b *bench) calm(ctx context.Context, db *sql.DB) error {
	const most = 2 * time.Second
	for end := time.Now().Add(most); time.Now().Before(end); {
		left := 0
		err := db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM intents WHERE status = 'REQUESTED') + (SELECT count(*) FROM attempts WHERE status = 'STARTING')`).Scan(&left)
		if err != nil || left == 0 {
			return err
		}
		if err := loadtest.Wall.WaitUntil(ctx, time.Now().Add(50*time.Millisecond)); err != nil {
			return err
		}
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// delayProvider tells the outside booking system how long to take.
func (b *bench) delayProvider(ctx context.Context, d time.Duration) error {
	body := fmt.Sprintf(`{"mode":"delay","delayMs":%d}`, d.Milliseconds())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.house.At.Provider.Control+"/mode", strings.NewReader(body))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the provider's mode: %s", response.Status)
	}
	return nil
}

// seats are the library's free seats, and the token of somebody who may book them.
func (b *bench) seats(ctx context.Context, db *sql.DB) (seats []string, token string, err error) {
	for _, t := range b.house.At.Tenants {
		if t.Code == library {
			token = t.Tokens["staff"]
		}
	}
	rows, err := db.QueryContext(ctx, `SELECT s.id FROM slots s JOIN tenants t ON t.id = s.tenant_id JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
		WHERE t.code = $1 AND s.kind = 'EXCLUSIVE' AND s.state = 'OPEN' AND s.taken = 0 AND s.awaited = 0 AND NOT s.walk_in_only AND r.tied AND r.min_party = 1
		AND s.starts_at BETWEEN now() + interval '1 day' AND now() + interval '12 days' ORDER BY s.starts_at, s.id`, library)
	if err != nil {
		return nil, "", err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, "", err
		}
		seats = append(seats, slotRef(id))
	}
	return seats, token, rows.Err()
}
