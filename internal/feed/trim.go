package feed

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Trim deletes the numbered events of all tenants that are older than keep, in small transactions, from the front of each
// venue's log, and returns how many. A cursor from before then gets a RESYNC. A tenant that fails is passed by and
// reported; what was deleted stays deleted.
func (h *Hub) Trim(ctx context.Context, keep time.Duration) (int64, error) {
	tenants, err := h.log.Tenants(ctx)
	if err != nil {
		return 0, fmt.Errorf("list tenants: %w", err)
	}
	var deleted int64
	var failed []error
	for _, tenant := range tenants {
		for {
			n, err := h.log.Trim(ctx, tenant, keep)
			deleted += n
			if err != nil {
				failed = append(failed, fmt.Errorf("trim the events of tenant %s: %w", tenant, err))
			}
			if err != nil || n == 0 {
				break
			}
		}
	}
	return deleted, errors.Join(failed...)
}
