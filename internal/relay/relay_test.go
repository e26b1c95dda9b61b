package relay_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/relay"
)

// patience is how long a message may take on a busy machine before the test gives up.
const patience = 30 * time.Second

func embedded(t *testing.T) *relay.Embedded {
	t.Helper()
	server, err := relay.StartEmbedded(t.TempDir(), -1)
	require.NoError(t, err)
	t.Cleanup(server.Close)
	return server
}

func connect(t *testing.T, url string) *relay.Relay {
	t.Helper()
	r, err := relay.Connect(url, relay.Options{Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(r.Close)
	return r
}

// place is one venue of one tenant.
type place struct{ tenant, venue uuid.UUID }

func somewhere() place { return place{uuid.New(), uuid.New()} }

// page makes the events of positions first to last, each with so many bytes of data.
func (p place) page(first, last int64, bytes int) (page []event.Numbered) {
	data, _ := json.Marshal(strings.Repeat("x", bytes))
	for at := first; at <= last; at++ {
		page = append(page, event.Numbered{TenantID: p.tenant, Position: at, Event: event.Event{
			VenueID: p.venue, Kind: "slot.changed", Entity: ref.Slot, EntityID: uuid.New(), Version: int(at), Data: data, OccurredAt: time.Now().UTC(),
		}})
	}
	return page
}

// follow collects the events that a relay tells of a place.
func follow(t *testing.T, r *relay.Relay, p place) <-chan event.Numbered {
	t.Helper()
	heard := make(chan event.Numbered, 10_000)
	require.NoError(t, r.Follow(t.Context(), p.tenant, p.venue, func(page []event.Numbered) {
		for _, e := range page {
			heard <- e
		}
	}))
	return heard
}

// soon is what the channel tells.
func soon[T any](t *testing.T, told <-chan T) T {
	t.Helper()
	select {
	case what := <-told:
		return what
	case <-time.After(patience):
		t.Fatal("nothing is told")
		panic("unreachable")
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	server := embedded(t)
	here, there := connect(t, server.URL()), connect(t, server.URL())

	t.Run("what one node sends another hears, in order and whole", func(t *testing.T) {
		t.Parallel()
		p := somewhere()
		heard := follow(t, there, p)
		sent := append(p.page(1, 40, 100), p.page(41, 90, 20_000)...) // a megabyte, in several messages
		require.NoError(t, here.Send(t.Context(), p.tenant, p.venue, sent))
		for _, want := range sent {
			require.Equal(t, want, soon(t, heard))
		}
	})
	t.Run("a page that two nodes send is told once", func(t *testing.T) {
		t.Parallel()
		p := somewhere()
		heard := follow(t, there, p)
		require.NoError(t, here.Send(t.Context(), p.tenant, p.venue, p.page(1, 3, 10)))
		require.NoError(t, there.Send(t.Context(), p.tenant, p.venue, p.page(1, 3, 10)))
		require.NoError(t, here.Send(t.Context(), p.tenant, p.venue, p.page(4, 4, 10)))
		for want := int64(1); want <= 4; want++ {
			require.Equal(t, want, soon(t, heard).Position)
		}
	})
	t.Run("one venue's events are not told to who follows another's, nor those of before", func(t *testing.T) {
		t.Parallel()
		p, other := somewhere(), somewhere()
		require.NoError(t, here.Send(t.Context(), p.tenant, p.venue, p.page(1, 1, 10)))
		heard := follow(t, there, p)
		require.NoError(t, here.Send(t.Context(), other.tenant, other.venue, other.page(1, 5, 10)))
		require.NoError(t, here.Send(t.Context(), p.tenant, p.venue, p.page(2, 2, 10)))
		require.EqualValues(t, 2, soon(t, heard).Position)
	})
	t.Run("a follower that has ended hears nothing", func(t *testing.T) {
		t.Parallel()
		p := somewhere()
		ctx, end := context.WithCancel(t.Context())
		first := make(chan struct{}, 10)
		require.NoError(t, there.Follow(ctx, p.tenant, p.venue, func([]event.Numbered) { first <- struct{}{} }))
		heard := follow(t, there, p)
		require.NoError(t, here.Send(t.Context(), p.tenant, p.venue, p.page(1, 1, 10)))
		soon(t, heard)
		soon(t, first)
		end()
	})
	t.Run("a message that can't be read makes the follower look into the log", func(t *testing.T) {
		t.Parallel()
		p := somewhere()
		pages := make(chan []event.Numbered, 1)
		require.NoError(t, there.Follow(t.Context(), p.tenant, p.venue, func(page []event.Numbered) { pages <- page }))
		raw, err := nats.Connect(server.URL())
		require.NoError(t, err)
		t.Cleanup(raw.Close)
		require.NoError(t, raw.Publish("slotq.events."+p.tenant.String()+"."+p.venue.String(), []byte("{")))
		require.Empty(t, soon(t, pages))
	})
}

func TestPokes(t *testing.T) {
	t.Parallel()
	server := embedded(t)
	here, there := connect(t, server.URL()), connect(t, server.URL())
	listening, heard := make(chan struct{}, 10), make(chan string, 10)
	tenant := uuid.New()
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- there.Listen(ctx, feed.Ears{
			Heard:     func(node string, of uuid.UUID) { heard <- node + of.String() },
			Listening: func() { listening <- struct{}{} },
			Deaf:      func(error) {},
		})
	}()
	soon(t, listening)
	require.NoError(t, here.Poke(t.Context(), "a", []uuid.UUID{tenant}))
	require.Equal(t, "a"+tenant.String(), soon(t, heard))
	end()
	require.NoError(t, soon(t, ended))
}

func TestNATSGoesAndComesBack(t *testing.T) {
	t.Parallel()
	dir, port := t.TempDir(), freePort(t)
	at := "nats://127.0.0.1:" + strconv.Itoa(port)
	early := connect(t, at) // nobody is there yet
	p := somewhere()
	require.False(t, early.Connected())
	require.Error(t, early.Send(t.Context(), p.tenant, p.venue, p.page(1, 1, 10)))
	require.Error(t, early.Follow(t.Context(), p.tenant, p.venue, func([]event.Numbered) {}))
	require.Error(t, early.Poke(t.Context(), "a", nil))

	states := make(chan bool, 100)
	go func() {
		_ = early.Listen(t.Context(), feed.Ears{
			Heard: func(string, uuid.UUID) {}, Listening: func() { states <- true }, Deaf: func(error) { states <- false },
		})
	}()
	server, err := relay.StartEmbedded(dir, port)
	require.NoError(t, err)
	await(t, states, true)
	heard := follow(t, early, p)
	require.NoError(t, early.Send(t.Context(), p.tenant, p.venue, p.page(1, 1, 10)))
	require.EqualValues(t, 1, soon(t, heard).Position)

	server.Close()
	await(t, states, false)
	require.Error(t, early.Send(t.Context(), p.tenant, p.venue, p.page(2, 2, 10)))
	server, err = relay.StartEmbedded(dir, port)
	require.NoError(t, err)
	t.Cleanup(server.Close)
	await(t, states, true)
	require.NoError(t, early.Send(t.Context(), p.tenant, p.venue, p.page(2, 2, 10)))
	require.EqualValues(t, 2, soon(t, heard).Position, "whoever followed goes on hearing")
}

func TestAddressThatCantWork(t *testing.T) {
	t.Parallel()
	_, err := relay.Connect("nats://["+url.PathEscape(" ")+"]:x", relay.Options{})
	require.Error(t, err)
}

func await(t *testing.T, states <-chan bool, want bool) {
	t.Helper()
	for {
		select {
		case state := <-states:
			if state == want {
				return
			}
		case <-time.After(patience):
			t.Fatal("the connection does not change")
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
