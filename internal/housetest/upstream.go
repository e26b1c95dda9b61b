package housetest

import (
	"context"
	"database/sql"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
)

// Upstream is an outside booking system in memory, that answers as it is told and otherwise does what it is asked. Tests of
// whole processes use the real simulator.
type Upstream struct {
	mu       sync.Mutex
	bookings map[string]*intent.Booking
	order    []string
	script   []Mood
	Writes   int
	Last     intent.Order // the last that was asked for
}

// Mood is how the next write is answered.
type Mood struct {
	Does    bool          // whether the work is done
	Answers intent.Answer // with an empty Kind: truthfully
	Before  func()        // what happens in the world meanwhile
}

// The usual moods.
var (
	Drops       = Mood{Does: true, Answers: intent.Answer{Kind: intent.Unclear, Detail: "No answer came."}}
	Loses       = Mood{Answers: intent.Answer{Kind: intent.Unclear, Detail: "No answer came."}}
	Taken       = Mood{Answers: intent.Answer{Kind: intent.Race, Detail: "Taken."}}
	Locked      = Mood{Answers: intent.Answer{Kind: intent.Unauthorized, Detail: "Not us."}}
	Down        = Mood{Answers: intent.Answer{Kind: intent.Unavailable, Detail: "Down."}}
	Honest      = Mood{Does: true}
	RateLimited = Mood{Answers: intent.Answer{Kind: intent.RateLimited, RetryAfter: time.Second, Detail: "Slowly."}}
)

// NewUpstream opens one that is honest until told otherwise.
func NewUpstream() *Upstream { return &Upstream{bookings: map[string]*intent.Booking{}} }

// Next tells how the next writes are answered, one mood each.
func (u *Upstream) Next(moods ...Mood) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.script = append(u.script, moods...)
}

// Forgive forgets how it was told to answer: from now on it is honest.
func (u *Upstream) Forgive() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.script = nil
}

func (u *Upstream) mood() Mood {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.Writes++
	if len(u.script) == 0 {
		return Honest
	}
	m := u.script[0]
	u.script = u.script[1:]
	return m
}

// Land makes a booking without anybody's asking: late work.
func (u *Upstream) Land(reference, target string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, known := u.bookings[reference]; !known {
		u.bookings[reference] = &intent.Booking{Reference: reference, Target: target, UpstreamRef: "up-" + reference}
		u.order = append(u.order, reference)
	}
}

// Book books, as far as the mood goes.
func (u *Upstream) Book(_ context.Context, o intent.Order) intent.Answer {
	m := u.mood()
	if m.Before != nil {
		m.Before()
	}
	u.mu.Lock()
	u.Last = o
	u.mu.Unlock()
	if m.Does {
		u.Land(o.Reference, o.Target)
	}
	if m.Answers.Kind != "" {
		return m.Answers
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return intent.Answer{Kind: intent.Done, Booking: *u.bookings[o.Reference]}
}

// Cancel cancels, as far as the mood goes.
func (u *Upstream) Cancel(_ context.Context, reference string) intent.Answer {
	m := u.mood()
	if m.Before != nil {
		m.Before()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if b := u.bookings[reference]; m.Does && b != nil {
		b.Cancelled = true
	}
	if m.Answers.Kind != "" {
		return m.Answers
	}
	return intent.Answer{Kind: intent.Done, Booking: intent.Booking{Reference: reference, Cancelled: true}}
}

// Find tells the truth.
func (u *Upstream) Find(_ context.Context, reference string) intent.Sighting {
	u.mu.Lock()
	defer u.mu.Unlock()
	if b := u.bookings[reference]; b != nil {
		return intent.Sighting{Kind: intent.Found, Booking: *b}
	}
	return intent.Sighting{Kind: intent.Absent}
}

// Standing are the targets that are booked there now, each as often as it is.
func (u *Upstream) Standing() (targets []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, reference := range u.order {
		if b := u.bookings[reference]; !b.Cancelled {
			targets = append(targets, b.Target)
		}
	}
	return targets
}

// Usual is the contract of a provider that can do everything and settles at once.
func Usual() intent.Contract {
	return intent.Contract{IdempotentByKey: true, Lookup: true, Cancel: true, Deadline: time.Second, Settle: 0}
}

// Tie ties all of the venue to a new provider that has passed its checks, behind those it is tied to already.
func (h *House) Tie(code string, c intent.Contract) uuid.UUID {
	h.t.Helper()
	raw, err := json.Marshal(c)
	require.NoError(h.t, err)
	id := uuid.New()
	h.exec(`INSERT INTO providers (id, tenant_id, code, endpoint, contract, verified_at, verified_until, created_at, updated_at)
	        VALUES ($1, $2, $3, 'http://127.0.0.1:1', $4, clock_timestamp(), clock_timestamp() + interval '90 days', clock_timestamp(), clock_timestamp())`, id, h.Tenant, code, string(raw))
	h.exec(`INSERT INTO venue_providers (id, tenant_id, venue_id, provider_id, rank, created_at)
	        SELECT $1, $2, $3, $4, count(*) + 1, clock_timestamp() FROM venue_providers WHERE venue_id = $3`, uuid.New(), h.Tenant, h.Venue, id)
	return id
}

// Hurry lets everything that intents wait for be due now.
func (h *House) Hurry() {
	h.t.Helper()
	h.exec(`UPDATE intents SET next_at = clock_timestamp() WHERE next_at > clock_timestamp()`)
	h.exec(`UPDATE intents SET not_before = clock_timestamp() WHERE not_before > clock_timestamp()`)
	h.exec(`UPDATE attempts SET ask_at = clock_timestamp() WHERE ask_at > clock_timestamp()`)
}

// Due are the intents that have to be looked at now.
func (h *House) Due() (due []uuid.UUID) {
	h.t.Helper()
	err := h.DB.ReadTenant(context.Background(), h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		due = nil
		rows, err := tx.QueryContext(ctx, `SELECT id FROM intents WHERE next_at <= clock_timestamp() UNION SELECT intent_id FROM attempts WHERE ask_at <= clock_timestamp()`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			due = append(due, id)
		}
		return rows.Err()
	})
	require.NoError(h.t, err)
	return due
}

// Errand does one step of an intent as a worker would; false when there is nothing to ask.
func Errand(ctx context.Context, desk *booking.Desk, u *Upstream, tenant, id uuid.UUID) (bool, error) {
	e, err := desk.Advance(ctx, tenant, id)
	if err != nil || e == nil {
		return false, err
	}
	return true, Report(ctx, desk, u, *e)
}

// Report asks what an errand has to ask, and reports it.
func Report(ctx context.Context, desk *booking.Desk, u *Upstream, e booking.Errand) error {
	switch {
	case e.Kind == intent.Ask, e.Kind == intent.Watch:
		return desk.Sighted(ctx, e, u.Find(ctx, e.Subject))
	case e.Kind == intent.Run && e.Attempt.Action == intent.Book:
		return desk.Answered(ctx, e, u.Book(ctx, e.Order))
	default:
		return desk.Answered(ctx, e, u.Cancel(ctx, e.Subject))
	}
}

// Work does what is due, and what that makes due, once each.
func (h *House) Work(t testing.TB, u *Upstream) {
	t.Helper()
	for _, id := range h.Due() {
		for range 20 {
			more, err := Errand(context.Background(), h.Desk, u, h.Tenant, id)
			require.NoError(t, err)
			if !more {
				break
			}
		}
	}
}
