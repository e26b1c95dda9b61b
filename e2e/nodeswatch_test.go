package e2e

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// sight is one change as a subscriber saw it.
type sight struct {
	id      string
	version int64
}

// screen follows a venue's reservations through whichever node is there, from where it was cut off.
type screen struct {
	fleet *fleet
	staff client
	venue string
	place int           // of the node that it tries next
	done  chan struct{} // closed when it has left, or found something wrong

	mu            sync.Mutex
	start, cursor string
	seen          []sight
	on            *api
	ends          []int // with which code each socket ended
	socket        *websocket.Conn
	left          bool
}

// openScreen begins to follow at a place of the fleet.
func openScreen(t testing.TB, f *fleet, staff client, venue string, place int) *screen {
	t.Helper()
	s := &screen{fleet: f, staff: staff, venue: venue, place: place, done: make(chan struct{})}
	go s.watch(t)
	t.Cleanup(s.leave)
	s.waits(t, func() bool { return s.start != "" })
	return s
}

// watch comes back whenever it is cut off.
func (s *screen) watch(t testing.TB) {
	defer close(s.done)
	for deadline := time.Now().Add(2 * patience); time.Now().Before(deadline); s.place = 1 - s.place {
		err := s.follow(s.fleet.node(s.place))
		var wrong *unlike
		if errors.As(err, &wrong) {
			t.Error(err)
			return
		}
		if s.parts(err) {
			return
		}
		<-time.After(pace)
	}
	t.Errorf("a subscriber is still cut off; it saw %d changes", len(s.seen))
}

// parts notes how a socket ended on which something was heard, and tells whether that was all.
func (s *screen) parts(err error) (left bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.on != nil && !s.left {
		var end *websocket.CloseError
		code := 0
		if errors.As(err, &end) {
			code = end.Code
		}
		s.ends = append(s.ends, code)
	}
	s.on, s.socket = nil, nil
	return s.left
}

// unlike is an answer that no subscriber may get.
type unlike struct{ message string }

func (u *unlike) Error() string { return "the stream says " + u.message }

// follow listens on one socket until it ends.
func (s *screen) follow(n *api) error {
	socket, err := s.ask(n)
	if err != nil {
		return err
	}
	defer socket.Close()
	for {
		_ = socket.SetReadDeadline(time.Now().Add(patience))
		_, raw, err := socket.ReadMessage()
		if err != nil {
			return err
		}
		m := gjson.ParseBytes(raw)
		switch kind := m.Get("type").String(); {
		case kind == "ping":
			_ = socket.WriteJSON(map[string]any{"type": "pong"})
		case kind == "next" && !m.Get("payload.errors").Exists():
			if err := s.handle(n, m.Get("payload.data.reservationChanged")); err != nil {
				return err
			}
		default: // it is told to come again
			return fmt.Errorf("the stream ended: %s", m.Raw)
		}
	}
}

// ask opens a socket and subscribes from where the last one ended.
func (s *screen) ask(n *api) (*websocket.Conn, error) {
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, HandshakeTimeout: patience}
	socket, _, err := dialer.Dial(s.staff.at(n).ws, nil)
	if err != nil {
		return nil, err
	}
	from := vars{"v": s.venue}
	if s.cursor != "" {
		from["a"] = s.cursor
	}
	s.mu.Lock()
	s.socket = socket
	s.mu.Unlock()
	var ack map[string]any
	err = socket.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]any{"authorization": "Bearer " + s.staff.token}})
	if err == nil {
		err = socket.ReadJSON(&ack)
	}
	if err == nil {
		err = socket.WriteJSON(map[string]any{"id": "1", "type": "subscribe", "payload": map[string]any{"query": bookings, "variables": from}})
	}
	if err != nil {
		_ = socket.Close()
	}
	return socket, err
}

func (s *screen) handle(n *api, event gjson.Result) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = n
	switch kind := event.Get("kind").String(); {
	case kind == "SNAPSHOT" && s.cursor == "":
		s.start = event.Get("cursor").String()
	case kind == "CHANGE" && s.cursor != "":
		s.seen = append(s.seen, sight{id(event.Get("reservation")), event.Get("reservation.version").Int()})
	default:
		return &unlike{event.Raw}
	}
	s.cursor = event.Get("cursor").String()
	return nil
}

// sits waits until the subscriber hears from the node.
func (s *screen) sits(t testing.TB, n *api) {
	t.Helper()
	s.waits(t, func() bool { return s.on == n })
}

// waits waits until something holds of the subscriber, unless it has given up.
func (s *screen) waits(t testing.TB, holds func() bool) {
	t.Helper()
	held := false
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		held = holds()
		return held || s.gone()
	}, patience, pace)
	require.True(t, held, "the subscriber has given up")
}

func (s *screen) gone() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// reaches waits until the subscriber has seen a reservation, and returns all that it saw.
func (s *screen) reaches(t testing.TB, reservation string) (seen []sight) {
	t.Helper()
	s.waits(t, func() bool {
		seen = slices.Clone(s.seen)
		return len(seen) > 0 && seen[len(seen)-1].id == reservation
	})
	return seen
}

// leave closes the socket for good.
func (s *screen) leave() {
	s.mu.Lock()
	s.left = true
	if s.socket != nil {
		_ = s.socket.Close()
	}
	s.mu.Unlock()
	<-s.done
}

// anew is what a subscriber sees that comes to a node only now and asks for everything since a cursor.
func anew(c client, venue, start string, n int) (seen []sight) {
	c.t.Helper()
	s := c.subscribe(bookings, vars{"v": venue, "a": start})
	defer s.close()
	for range n {
		event := s.next("reservationChanged")
		require.Equal(c.t, "CHANGE", event.Get("kind").String())
		seen = append(seen, sight{id(event.Get("reservation")), event.Get("reservation.version").Int()})
	}
	return seen
}
