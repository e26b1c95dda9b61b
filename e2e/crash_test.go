package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const bookable = `query($v: ID!, $d: Date!) { availability(venueId: $v, from: $d, to: $d, partySize: 1, first: 100) { nodes { id bookable version resource { name } } } }`

// library is the tenant with many seats, and some bookable seats of a day ahead.
func library(t *testing.T, m manifest, days int) (c client, venue string, slots []string) {
	for _, tenant := range m.Tenants {
		if tenant.Code == "hudson-library" {
			venue = tenant.Venues[0].ID
		}
	}
	c = m.client(t, "hudson-library", "staff")
	day := time.Now().Add(time.Duration(days) * 24 * time.Hour).Format(time.DateOnly)
	for _, node := range c.do(bookable, vars{"v": venue, "d": day}).Get("availability.nodes").Array() {
		slots = append(slots, node.Get("id").String())
	}
	require.NotEmpty(t, slots)
	return c, venue, slots
}

// sendOnly sends a request and doesn't wait for the answer. The connection is closed by the caller.
func (c client) sendOnly(query string, v vars) net.Conn {
	body, err := json.Marshal(map[string]any{"query": query, "variables": v})
	require.NoError(c.t, err)
	at, err := url.Parse(c.url)
	require.NoError(c.t, err)
	conn, err := net.Dial("tcp", at.Host)
	require.NoError(c.t, err)
	_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", at.Host, c.token, len(body), body)
	require.NoError(c.t, err)
	return conn
}

// TestKilledBeforeTheAnswer kills the program once a command is committed and before anybody has read its answer. The same
// key then answers as if nothing had happened, and there is one reservation.
func TestKilledBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	p, m := demo(t, data)
	for round := range 3 {
		c, venue, slots := library(t, m, 3+round)
		ask := vars{"i": vars{"slotIds": []string{slots[0]}, "partySize": 1, "note": "round", "idempotencyKey": key()}}
		committed := c.subscribe(bookings, vars{"v": venue})
		require.Equal(t, "SNAPSHOT", committed.next("reservationChanged").Get("kind").String())
		conn := c.sendOnly(holdSlot, ask)
		made := change(committed, "reservationChanged", func(e gjson.Result) bool { return e.Get("reservation.status").String() == "HELD" })
		p.kill()
		_ = conn.Close()

		p, m = demo(t, data)
		c = m.client(t, "hudson-library", "staff")
		again := c.do(holdSlot, ask).Get("holdSlot")
		require.Equal(t, "COMMITTED", again.Get("outcome").String(), "%s", again.Raw)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, made.Get("reservation.id").String(), again.Get("reservation.id").String())
	}
	require.Contains(t, run(t, "verify", "--data", data), "every invariant holds")
}

// TestPostgreSQLDiesUnderLoad kills the database under the program's feet while guests book. The program recovers by
// itself, every acknowledged hold is there exactly once, and no seat is held twice.
func TestPostgreSQLDiesUnderLoad(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	c, _, slots := library(t, m, 4)
	var done, wrong atomic.Int64
	var mu sync.Mutex
	held := map[string]string{} // slot -> reservation
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < len(slots); i += 8 {
				answer := persist(c, vars{"i": vars{"slotIds": []string{slots[i]}, "partySize": 1, "idempotencyKey": key()}})
				if answer.Get("outcome").String() != "COMMITTED" {
					wrong.Add(1)
					t.Errorf("slot %s: %s", slots[i], answer.Raw)
					continue
				}
				mu.Lock()
				held[slots[i]] = answer.Get("reservation.id").String()
				mu.Unlock()
				done.Add(1)
			}
		})
	}
	for kills := range 2 {
		at := int64(len(slots) * (kills + 1) / 4)
		require.Eventually(t, func() bool { return done.Load() >= at || wrong.Load() > 0 }, 60*time.Second, time.Millisecond)
		require.NoError(t, syscall.Kill(postmaster(t, data), syscall.SIGKILL))
	}
	all.Wait()
	require.Len(t, held, len(slots))
	different := map[string]bool{}
	for _, reservation := range held {
		different[reservation] = true
	}
	require.Len(t, different, len(slots), "two slots share a reservation")
	require.Contains(t, run(t, "verify", "--data", data), "every invariant holds")
}

// persist repeats one command with its key until it is answered, as a client should.
func persist(c client, v vars) gjson.Result {
	deadline := time.Now().Add(60 * time.Second)
	for time.Now().Before(deadline) {
		answer, err := c.try(holdSlot, v)
		outcome := answer.Get("data.holdSlot.outcome").String()
		code := answer.Get("errors.0.extensions.code").String() // also when it is done but can't be read back yet
		if err == nil && code == "" && outcome != "IN_PROGRESS" {
			return answer.Get("data.holdSlot")
		}
		if err == nil && code != "" && code != "UNAVAILABLE" {
			return answer
		}
		<-time.After(50 * time.Millisecond) // the pause that retryAfterMs asks for, shortened
	}
	return gjson.Parse(`{"gave":"up"}`)
}

// TestOneFolderOneProgram: a second start on the same folder is refused and says why; a database of one's own works too.
func TestOneFolderOneProgram(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	second := start(t, data, "serve", "--addr", "127.0.0.1:0", "--data", data)
	select {
	case <-second.done:
	case <-time.After(30 * time.Second):
		t.Fatal("the second start goes on")
	}
	require.Equal(t, 1, second.cmd.ProcessState.ExitCode())
	require.Contains(t, second.log.String(), data)

	elsewhere := folder(t)
	third := start(t, elsewhere, "serve", "--addr", "127.0.0.1:0", "--data", elsewhere, "--role", "api", "--database-url", databaseURL(t, data))
	require.Eventually(t, func() bool { return strings.Contains(third.log.String(), "slotq is ready") }, 30*time.Second, 20*time.Millisecond, "%s", third.log)
	require.Equal(t, "CUSTOMER", m.client(t, "hanok", "customerA").do(`{ viewer { role } }`, nil).Get("viewer.role").String())
	_, err := os.Stat(elsewhere + "/pg")
	require.ErrorIs(t, err, os.ErrNotExist)
}
