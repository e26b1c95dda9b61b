package provider

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/slotq/slotq/internal/intent"
)

// verification is one run over all checks.
type verification struct {
	provider intent.Provider
	options  Options
	mu       sync.Mutex
	open     map[string]bool // references that may be booked there
}

// trial is what one check has in its hands.
type trial struct {
	*verification
	ctx    context.Context //nolint:containedctx // lives as long as one check
	record *recorder
}

// skipped is why something wasn't tried.
type skipped string

func (s skipped) Error() string { return string(s) }

// complaint is what a provider doesn't keep, in a sentence.
type complaint string

func (c complaint) Error() string { return string(c) }

func complain(format string, args ...any) error { return complaint(fmt.Sprintf(format, args...)) }

func notPromised(err error) bool { return errors.As(err, new(skipped)) }

func (t *trial) client(w wire) *Client {
	o := t.options
	o.Transport = t.over(w)
	return New(t.provider, o)
}

// stranger is a client with a credential that nobody has given out.
func (t *trial) stranger() *Client {
	o := t.options
	o.Transport = t.over(nil)
	o.Token = func(string) string { return "verify-" + rand.Text() }
	return New(t.provider, o)
}

// order makes an order that nobody else has made.
func order() intent.Order {
	tomorrow := time.Now().UTC().Truncate(time.Hour).Add(24 * time.Hour)
	return intent.Order{
		Reference: unheard(), Target: unheard(), PartySize: 1,
		Places: []intent.Place{{Resource: "verify", StartsAt: tomorrow, EndsAt: tomorrow.Add(time.Hour), Units: 1}},
	}
}

func unheard() string { return "verify-" + strings.ToLower(rand.Text()) }

// patience is how often, and for how long at once, a check waits for a provider that takes no more for the moment.
const (
	patientTries = 20
	patientPause = 5 * time.Second
)

// book asks for a booking and remembers to cancel it. A provider that takes no more for the moment is asked again: it has
// done nothing.
func (t *trial) book(c *Client, o intent.Order) intent.Answer {
	t.mu.Lock()
	t.open[o.Reference] = true
	t.mu.Unlock()
	return t.patiently(func() intent.Answer { return c.Book(t.ctx, o) })
}

func (t *trial) cancel(c *Client, reference string) intent.Answer {
	answer := t.patiently(func() intent.Answer { return c.Cancel(t.ctx, reference) })
	if answer.Kind == intent.Done {
		t.mu.Lock()
		delete(t.open, reference)
		t.mu.Unlock()
	}
	return answer
}

func (t *trial) patiently(ask func() intent.Answer) intent.Answer {
	answer := ask()
	for range patientTries {
		if answer.Kind != intent.RateLimited || !t.wait(min(answer.RetryAfter, patientPause)) {
			return answer
		}
		answer = ask()
	}
	return answer
}

// wait is false when the run was broken off meanwhile.
func (t *trial) wait(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-t.ctx.Done():
		return false
	}
}

// booked makes a booking that has to succeed.
func (t *trial) booked(c *Client) (intent.Order, intent.Booking, error) {
	o := order()
	answer := t.book(c, o)
	return o, answer.Booking, wants(answer, intent.Done)
}

// wants is an error unless the answer is of the kind.
func wants(answer intent.Answer, kind intent.AnswerKind) error {
	if answer.Kind != kind {
		return complain("The answer is %s instead of %s. %s", answer.Kind, kind, answer.Detail)
	}
	return nil
}

// finds is an error unless the booking is seen as it was ordered.
func finds(seen intent.Sighting, o intent.Order) error {
	switch {
	case seen.Kind != intent.Found:
		return complain("The lookup says %s instead of FOUND. %s", seen.Kind, seen.Detail)
	case seen.Booking.Cancelled:
		return complain("The lookup shows the booking as cancelled.")
	case seen.Booking.Target != o.Target:
		return complain("The lookup shows another target than the one that was booked.")
	}
	return nil
}
