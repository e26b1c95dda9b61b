package transport

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

// crowdSize is how many sockets the benchmarks open, each with one subscription.
const crowdSize = 2000

// crowdAddress makes this program the clients' side of the benchmarks, in a process of its own so
// that what the clients cost is not taken for the server's.
const crowdAddress = "SLOTQ_CROWD_ADDRESS"

// feed is one endless list of payloads, which every subscriber reads at its own place.
type feed struct {
	mu    sync.RWMutex
	said  [][]byte
	grown chan struct{}
	told  sync.WaitGroup // subscribers that have not written the last payload yet
}

// say returns when every subscriber has written the payload.
func (f *feed) say(payload []byte) {
	f.told.Add(crowdSize)
	f.mu.Lock()
	f.said = append(f.said, payload)
	close(f.grown)
	f.grown = make(chan struct{})
	f.mu.Unlock()
	f.told.Wait()
}

type listener struct {
	*feed
	at   int
	busy bool // writing what it got last
}

func (l *listener) Next(ctx context.Context) ([]byte, error) {
	for {
		l.mu.RLock()
		said, grown := l.said, l.grown
		l.mu.RUnlock()
		if l.busy {
			l.busy = false
			l.told.Done()
		}
		if l.at < len(said) {
			l.at, l.busy = l.at+1, true
			return said[l.at-1], nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (l *listener) Close() {}

// crowd is a server with crowdSize sockets that listen to one feed.
type crowd struct {
	*feed
	sockets *Websocket
}

func newCrowd(b *testing.B) *crowd {
	b.Helper()
	c := &crowd{feed: &feed{grown: make(chan struct{})}}
	c.sockets = NewWebsocket(Options{
		Open: func(context.Context, graphql.GraphExecutor, *graphql.OperationContext) (Stream, *graphql.Response) {
			return &listener{feed: c.feed}, nil
		},
	})
	h := handler.New(&graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return testSchema }})
	h.AddTransport(c.sockets)
	h.SetQueryCache(lru.New[*ast.QueryDocument](10))
	server := httptest.NewServer(h)
	b.Cleanup(server.Close)

	clients := exec.CommandContext(b.Context(), os.Args[0])
	clients.Env = append(os.Environ(), crowdAddress+"="+strings.TrimPrefix(server.URL, "http://"))
	clients.Stderr = os.Stderr
	bye, err := clients.StdinPipe()
	require.NoError(b, err)
	out, err := clients.StdoutPipe()
	require.NoError(b, err)
	require.NoError(b, clients.Start())
	b.Cleanup(func() {
		_ = bye.Close()
		_ = clients.Wait()
		require.NoError(b, c.sockets.Wait(context.Background()))
	})
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(b, err, "the clients are not there")
	return c
}

// beCrowd connects the clients and reads away what they are sent until nobody wants it any more.
func beCrowd(address string) int {
	dialer := websocket.Dialer{Subprotocols: []string{Subprotocol}, ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10}
	for range crowdSize {
		ws, _, err := dialer.Dial("ws://"+address, nil)
		if err == nil {
			err = ws.WriteMessage(websocket.TextMessage, []byte(initMessage))
		}
		if err == nil {
			_, _, err = ws.ReadMessage()
		}
		if err == nil {
			err = ws.WriteMessage(websocket.TextMessage, []byte(subscribeTo("4e0d6d5e-7a55-4b0f-9d8c-0c9b1f0f6f5a", "silent")))
		}
		if err == nil {
			err = ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"ping"}`)) // answered when the above has begun
		}
		if err == nil {
			_, _, err = ws.ReadMessage()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		go func() { _, _ = io.Copy(io.Discard, ws.NetConn()) }()
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// BenchmarkDelivery tells every subscriber one event an iteration: what a delivery costs the server
// in CPU, the kernel's part included, and how long the last one waits.
func BenchmarkDelivery(b *testing.B) {
	c := newCrowd(b)
	payload := []byte(`{"data":{"reservationChanged":{"note":"` + strings.Repeat("x", 500) + `"}}}`)
	spent, began := processorTime(), time.Now()
	for b.Loop() {
		c.say(payload)
	}
	deliveries := float64(b.N * crowdSize)
	after := processorTime()
	b.ReportMetric(float64((after.user-spent.user).Nanoseconds())/deliveries, "user-ns/delivery")
	b.ReportMetric(float64((after.kernel-spent.kernel).Nanoseconds())/deliveries, "kernel-ns/delivery")
	b.ReportMetric(float64(time.Since(began).Milliseconds())/float64(b.N), "ms/last")
}

// BenchmarkIdle says what a socket with one subscription holds while nothing happens.
func BenchmarkIdle(b *testing.B) {
	before := holdings()
	newCrowd(b)
	for b.Loop() { // stacks shrink by half at each collection
		runtime.GC()
	}
	after := holdings()
	for what, n := range after {
		b.ReportMetric((n-before[what])/crowdSize, what+"/socket")
	}
	b.ReportMetric(0, "ns/op")
}

// holdings are what this process has, in bytes but for the goroutines.
func holdings() map[string]float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return map[string]float64{
		"heap-B": float64(m.HeapAlloc), "stack-B": float64(m.StackInuse),
		"rss-B": resident(), "goroutines": float64(runtime.NumGoroutine()),
	}
}

func resident() float64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0 // not on this system
	}
	pages, _ := strconv.Atoi(strings.Fields(string(b))[1])
	return float64(pages * os.Getpagesize())
}

// processor is the time that this process has had of it.
type processor struct{ user, kernel time.Duration }

func processorTime() processor {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return processor{}
	}
	return processor{time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())}
}
