package feed

import (
	"context"
	"log/slog"
	"sync"

	"github.com/google/uuid"
)

// trouble logs when something stops working and when it works again, and nothing in between: what is tried every second
// would fill the log.
type trouble struct {
	log *slog.Logger
	mu  sync.Mutex
	bad map[string]bool
}

func newTrouble(log *slog.Logger) *trouble { return &trouble{log: log, bad: map[string]bool{}} }

// report takes the outcome of one try. What fails because ctx has ended is no trouble.
func (t *trouble) report(ctx context.Context, what string, tenant uuid.UUID, err error) {
	if ctx.Err() != nil {
		return
	}
	key := what
	args := []any{"what", what}
	if tenant != uuid.Nil {
		key += " " + tenant.String()
		args = append(args, "tenant", tenant)
	}
	t.mu.Lock()
	was := t.bad[key]
	if err != nil {
		t.bad[key] = true
	} else {
		delete(t.bad, key)
	}
	t.mu.Unlock()
	switch {
	case err != nil && !was:
		t.log.WarnContext(ctx, "feed is in trouble", append(args, "error", err)...)
	case err == nil && was:
		t.log.InfoContext(ctx, "feed works again", args...)
	}
}
