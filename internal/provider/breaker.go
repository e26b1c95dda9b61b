package provider

import (
	"context"
	"errors"

	"github.com/sony/gobreaker/v2"
)

// breaker gives a provider that fails a rest, and lets one question through afterwards to see whether it works again.
func (c *Client) breaker(direction string, o Options) gobreaker.Settings {
	return gobreaker.Settings{
		Name:        direction,
		MaxRequests: 1,
		Timeout:     o.OpenFor,
		ReadyToTrip: func(counts gobreaker.Counts) bool { return int64(counts.ConsecutiveFailures) >= int64(o.TripAfter) },
		IsExcluded:  func(err error) bool { return errors.Is(err, errGone) },
		OnStateChange: func(direction string, from, to gobreaker.State) {
			switch {
			case from == gobreaker.StateClosed && to == gobreaker.StateOpen:
				c.log.WarnContext(context.Background(), "provider is in trouble", "direction", direction, "rest", o.OpenFor)
			case to == gobreaker.StateClosed:
				c.log.InfoContext(context.Background(), "provider works again", "direction", direction)
			}
		},
	}
}

// shut reports whether the breaker let nothing through.
func shut(err error) bool {
	return errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests)
}
