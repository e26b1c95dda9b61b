package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/slotq/slotq/internal/postgres"
)

const (
	lookPatience = 2 * time.Second
	// lookEvery is how long an answer is good: whoever asks more often, asked or not, costs the database nothing.
	lookEvery = time.Second
	// stuckAfter is how long a round of a loop may take before somebody should look at it.
	stuckAfter = time.Minute
)

// finding is what one check came to.
type finding struct {
	Check  string `json:"check"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"`
	// Advisory: it is worth a look, and no reason to send requests elsewhere.
	Advisory bool `json:"advisory,omitempty"`
}

// readiness tells whether a process should be given requests, and why not.
type readiness struct {
	db       *postgres.DB
	loops    map[string]interface{ Idle() time.Duration }
	answers  bool // the process answers requests, so a loop that is stuck is no reason to turn them away
	draining atomic.Bool

	mu     sync.Mutex
	looked time.Time
	last   []finding
}

// ServeHTTP answers 200 or 503, as text or, to who accepts it, as JSON.
func (h *readiness) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	findings := append([]finding{h.serving()}, h.look(r.Context())...)
	status, word := http.StatusOK, "ready"
	if slices.ContainsFunc(findings, func(f finding) bool { return !f.OK && !f.Advisory }) {
		status, word = http.StatusServiceUnavailable, "not ready"
	}
	lines := []string{word}
	for _, f := range findings {
		if f.Detail != "" {
			lines = append(lines, f.Check+": "+f.Detail)
		}
	}
	answer(w, r, status, strings.Join(lines, "\n"), map[string]any{"status": word, "checks": findings})
}

// giveNotice lets a balancer see that the process is about to stop, and move on before it does.
func (a *App) giveNotice() {
	a.readiness.draining.Store(true)
	<-time.NewTimer(a.serve.DrainNotice).C
}

func (h *readiness) serving() finding {
	if h.draining.Load() {
		return finding{Check: "serving", Detail: "it was told to stop; requests under way are finished"}
	}
	return finding{Check: "serving", OK: true}
}

// look checks what others have to answer for, at most once a second for all who ask.
func (h *readiness) look(ctx context.Context) []finding {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.last == nil || time.Since(h.looked) >= lookEvery {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookPatience)
		defer cancel()
		h.last = append(h.database(ctx), h.working()...)
		h.looked = time.Now()
	}
	return h.last
}

func (h *readiness) database(ctx context.Context) []finding {
	if err := h.db.Ping(ctx); err != nil {
		return []finding{{Check: "database", Detail: "it does not answer"}, {Check: "tables", Detail: "unknown while the database does not answer"}}
	}
	reached := finding{Check: "database", OK: true}
	agreement, err := h.db.Agrees(ctx)
	switch {
	case err != nil:
		return []finding{reached, {Check: "tables", Detail: "the migrations can't be read"}}
	case agreement.Missing > 0:
		return []finding{reached, {Check: "tables", Detail: fmt.Sprintf("this program is newer than the database: it lacks %d migrations", agreement.Missing)}}
	case agreement.Unknown > 0: // migrations are made so that the program before can go on
		return []finding{reached, {Check: "tables", OK: true, Detail: fmt.Sprintf("this program is older than the database, by %d migrations; it goes on, and should be replaced", agreement.Unknown)}}
	}
	return []finding{reached, {Check: "tables", OK: true}}
}

func (h *readiness) working() (all []finding) {
	for name, loop := range h.loops {
		f := finding{Check: "loop " + name, OK: true}
		if idle := loop.Idle(); idle > stuckAfter {
			f = finding{Check: f.Check, Advisory: h.answers, Detail: fmt.Sprintf("it is in the same round for %s", idle.Round(time.Second))}
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b finding) int { return strings.Compare(a.Check, b.Check) })
	return all
}

// healthy tells that the process is alive, and which program it is.
func (*App) healthy(w http.ResponseWriter, r *http.Request) {
	answer(w, r, http.StatusOK, fmt.Sprintf("alive\nversion %s, commit %s", release(), commit()),
		map[string]any{"status": "alive", "version": release(), "commit": commit()})
}

// answer writes a text, or the same as JSON to who accepts it.
func answer(w http.ResponseWriter, r *http.Request, status int, text string, same any) {
	kind, body := "text/plain", []byte(text)
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		kind = "application/json"
		body, _ = json.Marshal(same) // plain values always marshal
	}
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}
