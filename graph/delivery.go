package graph

import (
	"context"
	"errors"

	"github.com/slotq/slotq/internal/feed"
)

// A subscription's resolver is called with one of these in its context, by whoever opens or reads a stream; see watch.
type (
	// beginning is the call that begins a stream. What the resolver finds out is left in it.
	beginning struct {
		messages Messages
		rising   bool // it tells of one thing, whose versions only rise
	}
	// delivery is the call that makes the responses to one message.
	delivery struct {
		message feed.Message
		shown   int  // the version of the one thing that the response shows; 0 when it shows none
		silent  bool // the message tells this stream nothing
		failed  bool // the message could not be made an event: the stream can't go on
	}
)

type (
	beginningKey struct{}
	deliveryKey  struct{}
)

func beginningOf(ctx context.Context) *beginning {
	b, _ := ctx.Value(beginningKey{}).(*beginning)
	return b
}

func deliveryOf(ctx context.Context) *delivery {
	d, _ := ctx.Value(deliveryKey{}).(*delivery)
	return d
}

// errNoStream means that a subscription was executed by something that reads no streams: a fault of this program.
var errNoStream = errors.New("a subscription was executed without a stream")
