package e2e

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// notice is how long a node that was told to stop still serves; a balancer has long seen it by then.
const notice = time.Second

// api is one process that answers, at one address.
type api struct {
	*process
	base string
}

// fleet is a few processes that answer for one database, and a balancer's knowledge of them.
type fleet struct {
	t     testing.TB
	args  []string
	turns atomic.Int64

	mu    sync.Mutex
	nodes []*api
	away  map[*api]bool // the balancer sends nobody there
}

// startFleet starts two nodes.
func startFleet(t testing.TB, args ...string) *fleet {
	t.Helper()
	f := &fleet{t: t, args: args, away: map[*api]bool{}}
	f.nodes = []*api{f.start(), f.start()}
	return f
}

var readyAt = regexp.MustCompile(`slotq is ready"? graphql=(http://[^/]+)/graphql`)

// start starts a process and waits until it is ready.
func (f *fleet) start() *api {
	f.t.Helper()
	p := start(f.t, "", append([]string{"serve", "--role", "api", "--addr", "127.0.0.1:0", "--metrics-addr", ""}, f.args...)...)
	n := &api{process: p}
	require.Eventually(f.t, func() bool {
		if at := readyAt.FindStringSubmatch(p.log.String()); at != nil {
			n.base = at[1]
		}
		if n.base == "" {
			return false
		}
		status, _ := n.readyz()
		return status == http.StatusOK
	}, patience, pace, "%s", p.log)
	return n
}

// readyz is the status of /readyz and why; 0 when there is no answer.
func (n *api) readyz() (status int, why string) {
	response, err := http.Get(n.base + "/readyz")
	if err != nil {
		return 0, ""
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

// next is the node whose turn it is.
func (f *fleet) next() *api {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if n := f.nodes[int(f.turns.Add(1))%len(f.nodes)]; !f.away[n] {
			return n
		}
	}
}

// node is the one at a place.
func (f *fleet) node(place int) *api {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.nodes[place]
}

func (f *fleet) skip(n *api) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.away[n] = true
}

// replace starts a new process at a place.
func (f *fleet) replace(place int) {
	f.t.Helper()
	n := f.start()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes[place] = n
}

// retire tells the node at a place to stop, sees it say so, and waits for its end. A balancer that looks sends nobody there
// from then on; where none does, clients find out for themselves.
func (f *fleet) retire(place int, balancer bool) {
	f.t.Helper()
	n := f.node(place)
	require.NoError(f.t, n.cmd.Process.Signal(syscall.SIGTERM))
	require.Eventually(f.t, func() bool {
		status, why := n.readyz()
		return status == http.StatusServiceUnavailable && strings.Contains(why, "it was told to stop")
	}, patience, pace, "the node never said that it stops:\n%s", n.log)
	if balancer {
		f.skip(n)
	}
	select {
	case <-n.done:
	case <-time.After(patience):
		f.t.Fatalf("the node does not stop:\n%s", n.log)
	}
	require.Zero(f.t, n.cmd.ProcessState.ExitCode(), "%s", n.log)
}

// at is the client of a person, at one node.
func (c client) at(n *api) client {
	c.url, c.ws = n.base+"/graphql", "ws"+strings.TrimPrefix(n.base, "http")+"/graphql"
	return c
}
