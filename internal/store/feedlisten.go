package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/feed"
)

// pokeChannel is where nodes tell each other which tenants have new events: "<tenant> <node>".
const pokeChannel = "slotq_events"

// Poke notifies the other nodes, in a transaction that writes nothing.
func (l *FeedLog) Poke(ctx context.Context, node string, tenants []uuid.UUID) error {
	return translate(l.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `SELECT pg_notify($1, tenant || ' ' || $2) FROM unnest($3::text[]) AS tenant`, pokeChannel, node, array(tenants))
		return err
	}))
}

const (
	listenRetryMin = 100 * time.Millisecond
	listenRetryMax = time.Second // also how long the end may be waited for while the server is away
	listenPing     = time.Minute // finds a connection that died without a word
	pingPatience   = 10 * time.Second
)

// Listen hears pokes on one connection of its own, until ctx ends. The driver makes a new connection when it is lost; what
// was sent meanwhile is lost too.
func (l *FeedLog) Listen(ctx context.Context, ears feed.Ears) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dialer := &listenDialer{ctx: ctx}
	listener := pq.NewDialListener(dialer, l.db.Direct(), listenRetryMin, listenRetryMax, func(_ pq.ListenerEventType, err error) {
		if err != nil {
			ears.Deaf(err)
		}
	})
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		<-ctx.Done()
		// The connection goes first: the driver holds its lock while it waits for the server.
		dialer.hangUp()
		_ = listener.Close()
	}()
	defer func() {
		cancel()
		<-closed
		for range listener.Notify { // its goroutine ends once it is rid of what it has
		}
	}()
	if err := listener.Listen(pokeChannel); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("listen on %s: %w", pokeChannel, err)
	}
	ears.Listening()
	return hear(ctx, listener, dialer, ears)
}

func hear(ctx context.Context, listener *pq.Listener, dialer *listenDialer, ears feed.Ears) error {
	ping := time.NewTicker(listenPing)
	defer ping.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case n, open := <-listener.Notify:
			switch {
			case !open:
				return nil
			case n == nil: // a new connection
				ears.Listening()
			default:
				tenant, node, _ := strings.Cut(n.Extra, " ")
				if id, err := uuid.Parse(tenant); err == nil {
					ears.Heard(node, id)
				}
			}
		case <-ping.C:
			// A ping that is not answered would wait as long as the network does.
			giveUp := time.AfterFunc(pingPatience, dialer.hangUp)
			_ = listener.Ping()
			giveUp.Stop()
		}
	}
}

// listenDialer makes the listener's connections and can break the present one, which the driver has no way to do.
type listenDialer struct {
	ctx context.Context //nolint:containedctx // the driver's interface has no other way in

	mu   sync.Mutex
	conn net.Conn
}

// Dial connects; the end of the context stops it.
func (d *listenDialer) Dial(network, address string) (net.Conn, error) {
	return d.DialTimeout(network, address, 5*time.Second)
}

// DialTimeout connects within a time.
func (d *listenDialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	dialer := net.Dialer{Timeout: timeout}
	conn, err := dialer.DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ctx.Err() != nil {
		return nil, errors.Join(d.ctx.Err(), conn.Close())
	}
	d.conn = conn
	return conn, nil
}

// hangUp breaks the connection, if there is one.
func (d *listenDialer) hangUp() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conn != nil {
		_ = d.conn.Close()
	}
}
