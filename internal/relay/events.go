package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/slotq/slotq/internal/event"
)

// mostBytes keeps a message well under the server's usual megabyte.
const mostBytes = 256 << 10

// Send publishes numbered events of one venue, in order. A page that was published before, by another node that numbered at
// the same time or by a second try, is not published twice.
func (r *Relay) Send(ctx context.Context, tenant, venue uuid.UUID, page []event.Numbered) error {
	for len(page) > 0 {
		body, n, err := pack(page)
		if err != nil {
			return err
		}
		id := fmt.Sprintf("%s:%d-%d", venue, page[0].Position, page[n-1].Position)
		if err := r.publish(ctx, tenant, venue, id, body); err != nil {
			return fmt.Errorf("send events of venue %s: %w", venue, err)
		}
		page = page[n:]
	}
	return nil
}

// publish makes the stream when it finds none: the first node to send is the first to need it.
func (r *Relay) publish(ctx context.Context, tenant, venue uuid.UUID, id string, body []byte) error {
	if !r.conn.IsConnected() {
		return errAway
	}
	ctx, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	send := func() error {
		_, err := r.js.Publish(ctx, r.subject(tenant, venue), body, jetstream.WithMsgID(id), jetstream.WithExpectStream(r.stream()), jetstream.WithRetryAttempts(0))
		return err
	}
	err := send()
	if errors.Is(err, jetstream.ErrNoStreamResponse) {
		if err = r.ensure(ctx); err == nil {
			err = send()
		}
	}
	return err
}

// pack writes as many of the events as fit into one message, at least one.
func pack(page []event.Numbered) (body []byte, n int, err error) {
	for n = len(page); ; n = (n + 1) / 2 {
		if body, err = json.Marshal(page[:n]); err != nil {
			return nil, 0, fmt.Errorf("write events: %w", err)
		}
		if len(body) <= mostBytes || n == 1 {
			return body, n, nil
		}
	}
}

// Follow tells the pages of one venue as they are sent, in order, until ctx ends. It returns when it hears: what was sent
// before that is in the log. told must return at once. A gap, after NATS was away, is the follower's to notice.
func (r *Relay) Follow(ctx context.Context, tenant, venue uuid.UUID, told func(page []event.Numbered)) error {
	consumer, err := r.consumer(ctx, r.subject(tenant, venue))
	if err != nil {
		return fmt.Errorf("follow venue %s: %w", venue, err)
	}
	hearing, err := consumer.Consume(func(m jetstream.Msg) {
		var page []event.Numbered
		if err := json.Unmarshal(m.Data(), &page); err != nil {
			r.options.Log.Warn("a message of another release can't be read; the log is read instead", "error", err)
			page = nil
		}
		told(page)
	})
	if err != nil {
		return fmt.Errorf("hear venue %s: %w", venue, err)
	}
	context.AfterFunc(ctx, hearing.Stop)
	return nil
}

// consumer begins behind what was sent so far.
func (r *Relay) consumer(ctx context.Context, subject string) (jetstream.Consumer, error) {
	if !r.conn.IsConnected() {
		return nil, errAway
	}
	ctx, cancel := context.WithTimeout(ctx, 2*answerIn)
	defer cancel()
	begin := func() (jetstream.Consumer, error) {
		return r.js.OrderedConsumer(ctx, r.stream(), jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverNewPolicy,
		})
	}
	consumer, err := begin()
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = r.ensure(ctx); err == nil {
			consumer, err = begin()
		}
	}
	return consumer, err
}
