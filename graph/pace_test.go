package graph_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/throttle"
)

var _ graph.Pace = (*throttle.Throttle)(nil)

// pace remembers what it was asked, and refuses what it is told to.
type pace struct {
	mu           sync.Mutex
	asked        []string
	enter, admit error
}

func (p *pace) note(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, fmt.Sprintf(format, args...))
}

func (p *pace) Enter(a actor.Actor) error {
	p.note("enter %t", a.PrincipalID != uuid.Nil)
	return p.enter
}

func (p *pace) Admit(_ actor.Actor, class throttle.Class, cost int) error {
	p.note("admit %s %d", class, cost)
	return p.admit
}

func (p *pace) Refused(actor.Actor) { p.note("refused") }

var tooFast = &problem.RateLimited{Message: "You ask too much", RetryAfter: 1500 * time.Millisecond}

func TestPace(t *testing.T) {
	paced := func(t *testing.T) (*door, *pace) {
		d, p := newDoor(t), &pace{}
		d.options.Pace = p
		return d, p
	}
	for name, c := range map[string]struct {
		query string
		asked []string
	}{
		"a query, with its cost":     {`{ venues { nodes { name } } }`, []string{"enter true", "admit queries 51"}},
		"a mutation":                 {`mutation { holdSlot(input: {slotIds: ["x"], partySize: 2, idempotencyKey: ` + key + `}) { outcome } }`, []string{"enter true", "admit commands 11"}},
		"what can't be parsed":       {`{`, []string{"enter true", "refused"}},
		"what doesn't fit":           {`{ nothing }`, []string{"enter true", "refused"}},
		"what is too complex":        {`{` + strings.Repeat(" serverTime", 1490) + `}`, []string{"enter true", "refused"}},
		"a value that is none of it": {`query($v: Int!) { venues(first: $v) { nodes { id } } }`, []string{"enter true", "refused"}},
	} {
		t.Run("is asked about "+name, func(t *testing.T) {
			d, p := paced(t)
			d.ask(c.query)
			require.Equal(t, c.asked, p.asked)
		})
	}
	t.Run("isn't told of a document that only is not listed", func(t *testing.T) {
		d, p := paced(t)
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "00"}}}`))
		r.Header.Set("Content-Type", "application/json")
		require.Equal(t, "PERSISTED_QUERY_NOT_FOUND", d.do(r).Errors[0].Extensions.Code)
		require.Equal(t, []string{"enter true"}, p.asked)
	})
	t.Run("is asked about strangers", func(t *testing.T) {
		d, p := paced(t)
		d.actor = nil
		d.refuse("UNAUTHENTICATED", `{ viewer { id } }`)
		require.Equal(t, []string{"enter false", "admit queries 1"}, p.asked)
	})
	t.Run("who may not enter is refused before the document is looked at", func(t *testing.T) {
		d, p := paced(t)
		p.enter = tooFast
		got := d.refuse("RATE_LIMITED", `{ no document at all`)
		require.Equal(t, 1500, got.Errors[0].Extensions.RetryAfterMs)
		require.Equal(t, []string{"enter true"}, p.asked)
	})
	t.Run("sockets and streams enter by the same door", func(t *testing.T) {
		d, p := paced(t)
		p.enter = tooFast
		s := d.open()
		s.send(`{"id": "a", "type": "subscribe", "payload": {"query": "{"}}`)
		kind, raw := s.frame()
		require.Equal(t, "error", kind)
		require.Contains(t, string(raw), `"RATE_LIMITED"`)
		require.Equal(t, "RATE_LIMITED", d.listen(http.MethodPost, `{`).refused())
		require.Equal(t, []string{"enter true", "enter true"}, p.asked)
	})
	for media, status := range map[string]int{"application/json": http.StatusOK, "application/graphql-response+json": http.StatusTooManyRequests} {
		for name, p := range map[string]*pace{"as it enters": {enter: tooFast}, "as an operation": {admit: tooFast}} {
			t.Run("a refusal "+name+" says when to come again, in "+media, func(t *testing.T) {
				d := newDoor(t)
				d.options.Pace = p
				r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query": "{ serverTime }"}`))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept", media)
				got := d.do(r)
				require.Equal(t, status, got.status)
				require.Equal(t, "2", got.header.Get("Retry-After"))
				require.Equal(t, "RATE_LIMITED", got.Errors[0].Extensions.Code)
				require.Nil(t, got.Data)
			})
		}
	}
}

// waitingDesk keeps commands until it is let go.
type waitingDesk struct {
	*desk
	let chan struct{}
}

func (d waitingDesk) HoldSlot(context.Context, actor.Actor, booking.HoldSlot, string) (command.Result, error) {
	<-d.let
	return command.Result{}, nil
}

// codes is an observer of errors.
type codes struct{ seen *[]string }

func (codes) Operation(ctx context.Context, _, _ string) (context.Context, func()) {
	return ctx, func() {}
}

func (c codes) Error(code string) { *c.seen = append(*c.seen, code) }

func TestPlaces(t *testing.T) {
	hold := `mutation { holdSlot(input: {slotIds: ["slot_x"], partySize: 2, idempotencyKey: ` + key + `}) { outcome } }`
	synctest.Test(t, func(t *testing.T) {
		d, let := newDoor(t), make(chan struct{})
		d.options.Desk, d.options.Places = waitingDesk{d.desk, let}, throttle.NewPlaces(1)
		var errors []string
		d.options.Observer = codes{&errors}
		d.handler()
		over := make(chan answer)
		go func() { over <- d.ask(hold) }()
		synctest.Wait()

		for _, query := range []string{`{ serverTime }`, `{ __schema { queryType { name } } }`} {
			began := time.Now()
			got := d.refuse("UNAVAILABLE", query)
			require.Equal(t, http.StatusServiceUnavailable, got.status)
			require.Equal(t, "1", got.header.Get("Retry-After"))
			require.Equal(t, 1000, got.Errors[0].Extensions.RetryAfterMs)
			require.Equal(t, 5*time.Second, time.Since(began), "it has waited for its turn")
		}
		stream := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query": "subscription { offerChanged(venueId: \"x\") { cursor } }"}`))
		stream.Header.Set("Content-Type", "application/json")
		stream.Header.Set("Accept", "text/event-stream")
		told := httptest.NewRecorder()
		d.handler().ServeHTTP(told, stream)
		require.Contains(t, told.Body.String(), `"code":"UNAVAILABLE"`)
		require.Equal(t, []string{"UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE"}, errors, "the observer is told")

		close(let)
		require.Empty(t, (<-over).Errors)
		for range 3 {
			d.read(`{ serverTime }`)
		}
	})
}
