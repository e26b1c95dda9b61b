package reading_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

// meter stands between a pool and the server and counts the statements on the wire, so that nothing can be sent past it.
type meter struct {
	listener   net.Listener
	server     string
	statements atomic.Int64
	open       sync.WaitGroup
}

// metered is a second pool on the database of db, through a meter.
func metered(t testing.TB, db *postgres.DB) (*postgres.DB, *meter) {
	t.Helper()
	dsn, err := url.Parse(db.DSN())
	require.NoError(t, err)
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	m := &meter{listener: listener, server: dsn.Host}
	m.open.Go(m.accept)
	dsn.Host = listener.Addr().String()
	through, err := postgres.Open(dsn.String(), postgres.PoolOptions{MaxOpen: 4})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, through.Close())
		require.NoError(t, listener.Close())
		m.open.Wait()
	})
	return through, m
}

func (m *meter) accept() {
	for {
		client, err := m.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", m.server) //nolint:noctx // it ends with the client
		if err != nil {
			_ = client.Close()
			continue
		}
		m.open.Go(func() {
			_, _ = io.Copy(client, server)
			_ = client.Close()
		})
		m.open.Go(func() {
			_ = m.forward(server, client)
			_ = server.Close()
		})
	}
}

// forward passes the client's messages on. The first has no type; of the others, Query and Parse each carry one statement.
func (m *meter) forward(server io.Writer, client io.Reader) error {
	for head := 4; ; head = 5 {
		message := make([]byte, head)
		if _, err := io.ReadFull(client, message); err != nil {
			return err
		}
		length := int(binary.BigEndian.Uint32(message[head-4:])) - 4
		if length < 0 || length > 1<<24 {
			return errors.New("not a message")
		}
		message = append(message, make([]byte, length)...)
		if _, err := io.ReadFull(client, message[head:]); err != nil {
			return err
		}
		if head == 5 && (message[0] == 'Q' || message[0] == 'P') {
			m.statements.Add(1)
		}
		if _, err := server.Write(message); err != nil {
			return err
		}
	}
}

// cost is how many statements a call sends, the opening and closing of its transaction included.
func (m *meter) cost(t testing.TB, call func(ctx context.Context) error) int {
	t.Helper()
	before := m.statements.Load()
	require.NoError(t, call(t.Context()))
	return int(m.statements.Load() - before)
}

func TestStatementsDoNotGrowWithTheRows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start := h.now.Add(24 * time.Hour)
	var made []things
	for i := range 60 {
		o := things{venue: h.venue("UTC"), customer: h.customer(), resource: h.table(venue)}
		o.slot = h.slot(o.resource, start.Add(time.Duration(i%3)*time.Hour))
		o.entry = h.join(venue, wish{customer: o.customer, from: start, to: start.Add(4 * time.Hour)})
		offer := h.offer(o.entry, o.slot, proposal{})
		o.offer, o.hold, o.selection = offer.offer, offer.hold, offer.selection
		h.errands(&o)
		o.policy = h.policy(venue, i+2, defaultRules(), false)
		o.adjustment = h.adjust(venue, o.customer)
		h.audit(&venue, "holdSlot")
		h.slot(o.resource, start.Add(time.Duration(4+i%3)*time.Hour)) // free, and nobody waits for it
		made = append(made, o)
	}
	// Some wait in vain, so that queues are read as well.
	for range 5 {
		h.join(venue, wish{party: 9, from: start, to: start.Add(99 * time.Hour)})
	}
	through, m := metered(t, h.db)
	h.reader = reading.New(store.NewReads(through))
	_, err := h.reader.Now(t.Context(), h.staff)
	require.NoError(t, err)

	const most = 8 // BEGIN with the scope, clock and venue, rows, rules, queues, COMMIT, and some to spare
	for _, of := range append(everyList(h), pages{"bookable", bookable(h, 2)}) {
		t.Run("a page of "+of.name, func(t *testing.T) {
			costs := map[int]int{}
			for _, first := range []int{1, 5, 50} {
				costs[first] = m.cost(t, func(ctx context.Context) error {
					page, err := of.list(ctx, h.staff, venue, reading.Page{First: first})
					require.Len(t, page.Nodes, first)
					return err
				})
			}
			require.Equal(t, costs[1], costs[50], "%v", costs)
			require.Equal(t, costs[5], costs[50], "%v", costs)
			require.LessOrEqual(t, costs[50], most)
			require.GreaterOrEqual(t, costs[50], 3, "the meter counts")
		})
	}
	for _, b := range everyBatch(h) {
		t.Run("a batch of "+b.name, func(t *testing.T) {
			var all []uuid.UUID
			for _, o := range made {
				all = append(all, b.id(o))
			}
			costs := map[int]int{}
			for _, n := range []int{1, 50} {
				costs[n] = m.cost(t, func(ctx context.Context) error {
					got, err := b.read(ctx, h.staff, all[:n])
					if b.name != "positions" { // all of these were offered something
						require.Len(t, got, n)
					}
					return err
				})
			}
			require.Equal(t, costs[1], costs[50], "%v", costs)
			require.LessOrEqual(t, costs[50], most)
			require.Zero(t, m.cost(t, func(ctx context.Context) error {
				_, err := b.read(ctx, h.staff, nil)
				return err
			}), "nothing asked, nothing sent")
		})
	}
	t.Run("what is refused for its form is not sent", func(t *testing.T) {
		require.Zero(t, m.cost(t, func(ctx context.Context) error {
			_, err := h.reader.Offers(ctx, h.staff, venue, nil, reading.Page{First: 1, After: "x"})
			requireInvalid(t, err, "after")
			_, err = h.reader.Offers(ctx, h.only(uuid.New()), venue, nil, whole)
			requireUnknown(t, err, "not granted")
			return nil
		}))
	})
	t.Run("a database that is away is unavailable", func(t *testing.T) {
		gone, _ := metered(t, h.db)
		require.NoError(t, gone.Close())
		away := *h
		away.reader = reading.New(store.NewReads(gone))
		for _, of := range everyList(&away) {
			_, err := of.list(t.Context(), h.staff, venue, whole)
			require.ErrorIs(t, err, problem.ErrUnavailable, of.name)
		}
		for _, b := range everyBatch(&away) {
			_, err := b.read(t.Context(), h.staff, []uuid.UUID{uuid.New()})
			require.ErrorIs(t, err, problem.ErrUnavailable, fmt.Sprint(b.name))
		}
	})
}
