package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// mood says what the next writes meet at the outside booking system; zero times is until it is changed.
func (r *rig) mood(ctx context.Context, mode string, delay time.Duration, times int) error {
	body := fmt.Sprintf(`{"mode":%q,"delayMs":%d,"times":%d}`, mode, delay.Milliseconds(), times)
	return await(ctx, startPatience, func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.cityURL+"/mode", strings.NewReader(body))
		if err != nil {
			return err
		}
		response, err := pulse.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		said, _ := io.ReadAll(response.Body)
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("mode %s: %s: %s", mode, response.Status, said)
		}
		return nil
	})
}

// booking is one in the outside system's own books.
type booking struct{ Reference, Target, State string }

// books are all bookings of the outside system, those of its trial apart.
func (r *rig) books(ctx context.Context) (all []booking, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.cityURL+"/ledger", nil)
	if err != nil {
		return nil, err
	}
	response, err := pulse.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var lines []booking
	if err := json.NewDecoder(response.Body).Decode(&lines); err != nil {
		return nil, err
	}
	for _, b := range lines {
		if !strings.HasPrefix(b.Reference, "verify-") {
			all = append(all, b)
		}
	}
	return all, nil
}

// cityAgrees waits until the outside system has one booking for each reservation that stands for one, and no other: what came late is
// undone by and by.
func (r *rig) cityAgrees(ctx context.Context) error {
	return await(ctx, 2*citySettle+15*time.Second, func(ctx context.Context) error {
		rows, err := r.db.QueryContext(ctx, `SELECT a.reference FROM reservations r JOIN attempts a ON a.id = r.upstream_attempt_id WHERE r.status = 'CONFIRMED'`)
		if err != nil {
			return err
		}
		defer rows.Close()
		standing := map[string]int{}
		for rows.Next() {
			var reference string
			if err := rows.Scan(&reference); err != nil {
				return err
			}
			standing[reference]++
		}
		books, err := r.books(ctx)
		if err = errors.Join(err, rows.Err()); err != nil {
			return err
		}
		for _, b := range books {
			if b.State == "BOOKED" {
				if standing[b.Reference] != 1 {
					return fmt.Errorf("booking %s of %s stands outside, and for %d reservations", b.Reference, b.Target, standing[b.Reference])
				}
				delete(standing, b.Reference)
			}
		}
		for reference := range standing {
			return fmt.Errorf("a reservation is confirmed and booking %s doesn't stand outside", reference)
		}
		return nil
	})
}
