package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/slotq/slotq/internal/intent"
)

// declaration is a contract as a provider writes it.
type declaration struct {
	IdempotentByKey bool    `json:"idempotentByKey"`
	Lookup          bool    `json:"lookup"`
	Cancel          bool    `json:"cancel"`
	ReleaseFirst    bool    `json:"releaseFirst"`
	DeadlineMs      int64   `json:"deadlineMs"`
	SettleMs        int64   `json:"settleMs"`
	WritesPerSecond float64 `json:"writesPerSecond"`
	QueueLimit      int     `json:"queueLimit"`
}

// What a provider may declare.
const (
	longestDeadline = time.Minute // whoever waits for an answer holds its work for so long
	longestSettle   = 24 * time.Hour
	mostWrites      = 10_000 // per second
	longestQueue    = 100_000
)

// Declared reads what the provider itself promises. The error says in words what is wrong with the answer.
func (c *Client) Declared(ctx context.Context) (intent.Contract, error) {
	within, cancel := c.within(ctx)
	defer cancel()
	r, no := c.exchange(within, question{method: http.MethodGet, path: []string{"contract"}})
	var d declaration
	switch {
	case no != nil:
		return intent.Contract{}, fmt.Errorf("provider %s declares nothing: %s", c.provider.Code, no.detail)
	case r.status != http.StatusOK:
		return intent.Contract{}, fmt.Errorf("provider %s declares nothing: it answers %d", c.provider.Code, r.status)
	case !r.read(&d):
		return intent.Contract{}, fmt.Errorf("provider %s: its declaration can't be read", c.provider.Code)
	}
	contract, err := d.contract()
	if err != nil {
		return intent.Contract{}, fmt.Errorf("provider %s: %w", c.provider.Code, err)
	}
	return contract, nil
}

func (d declaration) contract() (intent.Contract, error) {
	outside := func(n, most int64) bool { return n < 0 || n > most }
	switch {
	case outside(d.DeadlineMs, longestDeadline.Milliseconds()):
		return intent.Contract{}, errors.New("it declares a deadline (deadlineMs) outside of 0 to 60000")
	case outside(d.SettleMs, longestSettle.Milliseconds()):
		return intent.Contract{}, errors.New("it declares a settle time (settleMs) outside of 0 to 86400000")
	case d.WritesPerSecond < 0 || d.WritesPerSecond > mostWrites:
		return intent.Contract{}, errors.New("it declares a write limit (writesPerSecond) outside of 0 to 10000")
	case outside(int64(d.QueueLimit), longestQueue):
		return intent.Contract{}, errors.New("it declares a queue (queueLimit) outside of 0 to 100000")
	}
	return intent.Contract{
		IdempotentByKey: d.IdempotentByKey, Lookup: d.Lookup, Cancel: d.Cancel, ReleaseFirst: d.ReleaseFirst,
		Deadline: time.Duration(d.DeadlineMs) * time.Millisecond, Settle: time.Duration(d.SettleMs) * time.Millisecond,
		WritesPerSecond: d.WritesPerSecond, QueueLimit: d.QueueLimit,
	}, nil
}
