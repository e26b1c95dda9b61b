package main

import (
	"context"
	"crypto/md5" //nolint:gosec // ids, not secrets
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/slotq/slotq/bench/peers"
)

// postgraphile is PostGraphile 5 over a database of its own in the house's cluster.
type postgraphile struct {
	*peers.Peer
	next atomic.Int64
}

const (
	postgraphileDatabase = "postgraphile"
	postgraphileWorkers  = 2      // one a core, which is what Node's cluster is for
	postgraphileSlots    = 60_000 // as tables.sql lays out
)

// openPostGraphile makes its tables and starts it.
func (b *bench) openPostGraphile(ctx context.Context, folder string) error {
	statements, err := os.ReadFile(filepath.Join(folder, peers.PostGraphile, "tables.sql"))
	if err != nil {
		return err
	}
	if err := b.house.Make(ctx, postgraphileDatabase, string(statements)); err != nil {
		return err
	}
	p, err := peers.Start(ctx, folder, peers.PostGraphile, "DATABASE_URL="+b.house.URL(postgraphileDatabase),
		fmt.Sprintf("WORKERS=%d", postgraphileWorkers), fmt.Sprintf("CONNECTIONS=%d", b.connections))
	if err != nil {
		return err
	}
	b.postgraphile = &postgraphile{Peer: p}
	return nil
}

func (p *postgraphile) gather(ctx context.Context, n int) (crowd, error) {
	return gather(ctx, "http://"+p.Address+"/graphql", "none", n)
}

// spread is a slot that nobody has had.
func (p *postgraphile) spread() (string, error) {
	nth := p.next.Add(1)
	if nth > postgraphileSlots {
		return "", errNothingLeft
	}
	return theirID(3, int(nth)), nil
}

// hot is the slot of many units.
func (p *postgraphile) hot() (string, error) { return theirID(3, 0), nil }

// fill makes sure that there is a page to read.
func (p *postgraphile) fill(ctx context.Context, all crowd) error {
	_, _, err := all.work(ctx, patience, first(listRows, func(w *wire, _ int) error {
		slot, err := p.spread()
		if err != nil {
			return err
		}
		return w.demand(theirHoldBody(slot), theirHeld)
	}))
	return err
}

// theirID is the id of the nth thing of a kind in tables.sql.
func theirID(kind, n int) string {
	return uuid.UUID(md5.Sum(fmt.Appendf(nil, "%d:%d", kind, n))).String() //nolint:gosec // the same
}

var theirHeld = []byte(`"status":"HELD"`)

func theirHoldBody(slot string) []byte {
	return fmt.Appendf(nil, `{"query":"mutation($input: HoldSlotInput!) { holdSlot(input: $input) { result { rowId version status expiresAt } } }",`+
		`"variables":{"input":{"slotId":%q,"partySize":1,"idempotencyKey":%q}}}`, slot, uuid.NewString())
}

// theirListBody asks for what loadtest.ReservationsDocument asks for, by the names that PostGraphile gives.
func theirListBody() ([]byte, error) {
	const document = `query($v: UUID!) { allReservations(condition: {venueId: $v}, first: 50, orderBy: [STARTS_AT_ASC, ROW_ID_ASC]) {
		nodes { rowId status version partySize expiresAt viewerCommands customerByCustomerId { rowId name phone } policyVersionByPolicyVersionId { rowId number }
			allocationsByReservationId { nodes { slotBySlotId { rowId startsAt endsAt taken capacity resourceByResourceId { rowId name kind } } } } }
		pageInfo { hasNextPage endCursor } } }`
	return json.Marshal(map[string]any{"query": document, "variables": map[string]any{"v": theirID(0, 1)}})
}
