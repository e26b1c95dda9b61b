package invariant

import (
	"context"
	"database/sql"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/store"
)

// chainPage is how many audit entries are recomputed in one transaction.
const chainPage = 5000

// brokenChain recomputes a tenant's chain and returns the first place where it does not hold. Entries are only added, so
// it may be read in pages. That the newest entries were cut off can't be told from inside; keep a digest elsewhere for
// that.
func brokenChain(ctx context.Context, tenant uuid.UUID, in scope) ([]string, error) {
	var chain feed.Chain
	for {
		var page []feed.AuditRow
		err := in(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			page, err = store.SealedEntries(ctx, tx, tenant, chain.Sequence, chainPage)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, row := range page {
			if broken := chain.Check(row); broken != nil {
				return []string{broken.Error()}, nil
			}
		}
		if len(page) < chainPage {
			return nil, nil
		}
	}
}
