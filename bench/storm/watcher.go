package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/tidwall/gjson"
)

// watcher is a live screen at one node: a socket with the reservations of a venue, opened again from the last cursor whenever it breaks.
type watcher struct {
	node  *node
	token string
	venue string

	mu       sync.Mutex
	seen     map[string]sight
	cursors  map[string]bool
	last     string
	heard    int // changes
	hearings []hearing
	opened   int // sockets
	missed   int // times it was told to read anew
	wrong    []string
	trouble  string    // what ended the last socket
	news     time.Time // when it last heard anything
}

// sight is a reservation as a watcher saw it last.
type sight struct {
	version int64
	status  string
}

func watch(n *node, token, venue string) *watcher {
	return &watcher{node: n, token: token, venue: venue, seen: map[string]sight{}, cursors: map[string]bool{}}
}

// follow watches until ctx ends.
func (w *watcher) follow(ctx context.Context) {
	for ctx.Err() == nil {
		err := w.once(ctx) // sockets break here all the time
		w.mu.Lock()
		w.trouble = fmt.Sprint(err)
		w.mu.Unlock()
		sleep(ctx, 200*time.Millisecond)
	}
}

const watched = `subscription($v: ID!, $a: EventCursor) { it: reservationChanged(venueId: $v, after: $a) { kind cursor occurredAt reservation { id version status } } }`

// socketPatience is how long a socket may be silent: the server pings more often.
const socketPatience = 40 * time.Second

// once opens a socket and reads it to its end.
func (w *watcher) once(ctx context.Context) error {
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, HandshakeTimeout: callPatience}
	socket, response, err := dialer.DialContext(ctx, "ws"+strings.TrimPrefix(w.node.url(), "http")+"/graphql", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	defer socket.Close()
	defer context.AfterFunc(ctx, func() { _ = socket.Close() })()
	_ = socket.SetReadDeadline(time.Now().Add(socketPatience))
	if err := socket.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]any{"authorization": "Bearer " + w.token}}); err != nil {
		return err
	}
	for {
		_, raw, err := socket.ReadMessage()
		if err != nil {
			return err
		}
		_ = socket.SetReadDeadline(time.Now().Add(socketPatience))
		message := gjson.ParseBytes(raw)
		switch message.Get("type").String() {
		case "connection_ack":
			err = socket.WriteJSON(w.subscription())
		case "ping":
			err = socket.WriteJSON(map[string]any{"type": "pong"})
		case "next":
			err = w.hear(message.Get("payload"))
		case "error", "complete":
			return errors.New("the stream is over")
		}
		if err != nil {
			return err
		}
	}
}

func (w *watcher) subscription() map[string]any {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.opened++
	from := map[string]any{"v": w.venue}
	if w.last != "" {
		from["a"] = w.last
	}
	return map[string]any{"id": "1", "type": "subscribe", "payload": map[string]any{"query": watched, "variables": from}}
}

// hear takes an event, and holds it against the promise: every change once, in order, and versions only rise.
func (w *watcher) hear(payload gjson.Result) error {
	if payload.Get("errors").Exists() {
		return errors.New(payload.Get("errors.0.message").String()) // what can't be read now is asked for again from the last cursor
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	event := payload.Get("data.it")
	cursor := event.Get("cursor").String()
	switch event.Get("kind").String() {
	case "CHANGE":
		if w.cursors[cursor] {
			w.wrong = append(w.wrong, fmt.Sprintf("the watcher at %s heard the event at %s twice", w.node.name, cursor))
		}
		w.heard++
		if at := event.Get("occurredAt").Time(); !at.IsZero() {
			w.hearings = append(w.hearings, hearing{at, time.Since(at)})
		}
		w.see(event.Get("reservation"))
	case "RESYNC":
		w.missed++
	}
	w.cursors[cursor], w.last, w.news = true, cursor, time.Now()
	return nil
}

func (w *watcher) see(r gjson.Result) {
	id, now := r.Get("id").String(), sight{r.Get("version").Int(), r.Get("status").String()}
	if before := w.seen[id]; now.version < before.version {
		w.wrong = append(w.wrong, fmt.Sprintf("the watcher at %s saw %s at version %d after %d", w.node.name, id, now.version, before.version))
	}
	w.seen[id] = now
}

// complaints returns what was wrong since the last call.
func (w *watcher) complaints() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	wrong := w.wrong
	w.wrong = nil
	return wrong
}

// upToDate demands that it has seen every reservation of its venue as it now stands.
func (w *watcher) upToDate(t *truth) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, f := range t.reservations {
		if f.venue != w.venue {
			continue
		}
		if s := w.seen[id]; s.version != f.version || s.status != f.status {
			return fmt.Errorf("the watcher at %s has last seen reservation %s at version %d, %q, and it is at %d, %q; %s",
				w.node.name, id, s.version, s.status, f.version, f.status, w.lately())
		}
	}
	return nil
}

// lately is how it goes, for people. The lock is held.
func (w *watcher) lately() string {
	return fmt.Sprintf("the last news came %.1f s ago at cursor %s, on socket %d, and the one before ended with: %s",
		time.Since(w.news).Seconds(), w.last, w.opened, w.trouble)
}

// allWatch waits until every watcher's stream has begun: what happened before is not on it.
func (s *storm) allWatch(ctx context.Context) error {
	for _, w := range s.watchers {
		err := await(ctx, startPatience, func(context.Context) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.last == "" {
				return fmt.Errorf("the watcher at %s has heard nothing yet: %s", w.node.name, w.trouble)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// watchPatience is how long news may take at rest: a socket that a silent network has cut is found out by its pings.
const watchPatience = socketPatience + 15*time.Second

// allSeen waits until every watcher is up to date.
func (s *storm) allSeen(ctx context.Context, t *truth) (wrong []string) {
	for _, w := range s.watchers {
		if err := await(ctx, watchPatience, func(context.Context) error { return w.upToDate(t) }); err != nil {
			wrong = append(wrong, err.Error())
		}
		wrong = append(wrong, w.complaints()...)
	}
	return wrong
}
