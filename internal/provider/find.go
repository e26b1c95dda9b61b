package provider

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/slotq/slotq/internal/intent"
)

const (
	findTries  = 3
	firstPause = 100 * time.Millisecond
)

// Find asks for the booking under a reference of ours. Absent is only what the provider itself says; a question that
// failed is asked again a few times within the deadline. Whether a booking that was Found is the one that was wanted, its
// target tells.
func (c *Client) Find(ctx context.Context, reference string) intent.Sighting {
	if !plain(reference) {
		return notVisible("The reference can't be sent. Nothing was sent.")
	}
	within, cancel := c.within(ctx)
	defer cancel()
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval = firstPause
	sighting, _ := backoff.Retry(within, func() (intent.Sighting, error) {
		seen, err := c.reads.Execute(func() (intent.Sighting, error) {
			seen, failed := c.look(within, reference)
			return seen, verdict(ctx, failed)
		})
		switch {
		case shut(err):
			return notVisible("The provider failed several times in a row and is given a rest. Nothing was sent."), backoff.Permanent(err)
		case errors.Is(err, errGone):
			return seen, backoff.Permanent(err)
		}
		return seen, err
	}, backoff.WithBackOff(pauses), backoff.WithMaxTries(findTries), backoff.WithMaxElapsedTime(c.provider.Contract.Deadline))
	c.log.DebugContext(ctx, "provider was asked", "method", http.MethodGet, "reference", reference, "answer", sighting.Kind, "detail", sighting.Detail)
	return sighting
}

// look asks once. Failed is whether the provider was in trouble, so that another try may help.
func (c *Client) look(ctx context.Context, reference string) (seen intent.Sighting, failed bool) {
	r, no := c.exchange(ctx, question{method: http.MethodGet, path: []string{"bookings", reference}})
	switch {
	case no != nil:
		return notVisible(no.detail), !no.unauthorized
	case r.unknown():
		return intent.Sighting{Kind: intent.Absent, Detail: "The provider has no such booking."}, false
	case r.status == http.StatusOK:
		b, doubt := r.booking(reference)
		if doubt != "" {
			return notVisible(doubt), true
		}
		return intent.Sighting{Kind: intent.Found, Booking: b, Detail: "The provider has the booking."}, false
	case r.status == http.StatusUnauthorized || r.status == http.StatusForbidden:
		return notVisible("The provider does not accept our credential."), false
	case r.status == http.StatusTooManyRequests:
		return notVisible("The provider takes no more for the moment."), false
	}
	return notVisible("The provider's answer doesn't say whether the booking exists."), r.status >= http.StatusInternalServerError
}

func notVisible(detail string) intent.Sighting {
	return intent.Sighting{Kind: intent.NotVisible, Detail: detail}
}
