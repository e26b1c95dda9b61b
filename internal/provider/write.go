package provider

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/slotq/slotq/internal/intent"
)

// Book asks the provider for a booking, once. Whatever it doesn't clearly say is Unclear: then only Find tells.
func (c *Client) Book(ctx context.Context, o intent.Order) intent.Answer {
	body, err := json.Marshal(o)
	if err != nil || !plain(o.Reference) {
		return intent.Answer{Kind: intent.Refused, Detail: "The order can't be sent. Nothing was sent."}
	}
	q := question{method: http.MethodPost, path: []string{"bookings"}, key: o.Reference, body: body}
	return c.write(ctx, q, o.Reference, func(r reply) intent.Answer {
		if r.status != http.StatusOK && r.status != http.StatusCreated {
			return refusal(r)
		}
		b, doubt := r.booking(o.Reference)
		switch {
		case doubt != "":
			return unclear(doubt)
		case b.Target != o.Target:
			return unclear("The provider's answer is about another place or time.")
		case b.Cancelled:
			return unclear("The provider's answer is about a booking that was cancelled.")
		}
		return intent.Answer{Kind: intent.Done, Booking: b, Detail: "The provider has booked it."}
	})
}

// Cancel asks the provider to undo the booking under a reference of ours, once. It is Done as well when the provider has
// no such booking.
func (c *Client) Cancel(ctx context.Context, reference string) intent.Answer {
	if !plain(reference) {
		return intent.Answer{Kind: intent.Refused, Detail: "The reference can't be sent. Nothing was sent."}
	}
	// No idempotency key: with one, net/http would send the bodiless request again by itself.
	q := question{method: http.MethodDelete, path: []string{"bookings", reference}}
	return c.write(ctx, q, reference, func(r reply) intent.Answer {
		gone := intent.Answer{Kind: intent.Done, Booking: intent.Booking{Reference: reference, Cancelled: true}, Detail: "The provider has cancelled it."}
		switch {
		case r.status == http.StatusNoContent:
			return gone
		case r.unknown():
			gone.Detail = "The provider has no such booking."
			return gone
		case r.status != http.StatusOK:
			return refusal(r)
		}
		b, doubt := r.booking(reference)
		switch {
		case doubt != "":
			return unclear(doubt)
		case !b.Cancelled:
			return unclear("The provider's answer shows the booking as it was.")
		}
		gone.Booking = b
		return gone
	})
}

// write asks through the breaker. Nothing that writes is ever sent twice.
func (c *Client) write(ctx context.Context, q question, reference string, understand func(reply) intent.Answer) intent.Answer {
	answer, err := c.writes.Execute(func() (intent.Answer, error) {
		within, cancel := c.within(ctx)
		defer cancel()
		var answer intent.Answer
		if r, no := c.exchange(within, q); no != nil {
			answer = no.answer()
		} else {
			answer = understand(r)
		}
		return answer, verdict(ctx, answer.Kind == intent.Unclear || answer.Kind == intent.Unavailable)
	})
	if shut(err) {
		answer = intent.Answer{Kind: intent.Unavailable, Detail: "The provider failed several times in a row and is given a rest. Nothing was sent."}
	}
	c.log.DebugContext(ctx, "provider was asked", "method", q.method, "reference", reference, "answer", answer.Kind, "detail", answer.Detail)
	return answer
}

func (t *trouble) answer() intent.Answer {
	switch {
	case t.unauthorized:
		return intent.Answer{Kind: intent.Unauthorized, Detail: t.detail}
	case t.nothingSent:
		return intent.Answer{Kind: intent.Unavailable, Detail: t.detail}
	}
	return unclear(t.detail)
}

func unclear(detail string) intent.Answer {
	return intent.Answer{Kind: intent.Unclear, Detail: detail}
}

// refusal is what an answer means that is no success.
func refusal(r reply) intent.Answer {
	switch r.status {
	case http.StatusConflict:
		return intent.Answer{Kind: intent.Race, Detail: "The provider says that somebody else has the place."}
	case http.StatusUnauthorized, http.StatusForbidden:
		return intent.Answer{Kind: intent.Unauthorized, Detail: "The provider does not accept our credential."}
	case http.StatusTooManyRequests:
		return intent.Answer{Kind: intent.RateLimited, RetryAfter: r.retryAfter(time.Now()), Detail: "The provider takes no more for the moment."}
	case http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity:
		return intent.Answer{Kind: intent.Refused, Detail: "The provider refuses what was asked."}
	}
	if r.nothingDone() {
		return intent.Answer{Kind: intent.Unavailable, Detail: "The provider is out of order and has done nothing."}
	}
	return unclear("The provider's answer doesn't say whether anything was done.")
}

var (
	errSick = errors.New("the provider is in trouble")
	errGone = errors.New("the caller didn't wait")
)

// verdict is what the breaker counts. Lost races and refusals are healthy answers; a caller who went away proves nothing.
func verdict(caller context.Context, sick bool) error {
	switch {
	case !sick:
		return nil
	case caller.Err() != nil:
		return errGone
	}
	return errSick
}
