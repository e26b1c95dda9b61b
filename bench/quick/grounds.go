package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/internal/loadtest"
	"github.com/slotq/slotq/internal/ref"
)

// Grounds are venues made for the load, by what they are for.
const (
	tables  = "tables"  // slots to hold, each once; several measures share them
	hotSlot = "hot"     // one slot of many units
	waiting = "waiting" // slots to offer to those who wait
	quiet   = "quiet"   // slots of another tenant
)

const hotCapacity = 100_000

// grounds are those that have been laid out.
type grounds struct {
	mu  sync.Mutex
	all map[string]*ground
}

// ground is a venue whose slots are taken one after another.
type ground struct {
	*loadtest.Ground
	next atomic.Int64
}

// take is a slot that nobody has had.
func (g *ground) take() (slot string, err error) {
	nth := int(g.next.Add(1)) - 1
	if nth >= len(g.Slots) {
		return "", errNothingLeft
	}
	return g.Slots[nth], nil
}

// left is how many nobody has had.
func (g *ground) left() int { return max(0, len(g.Slots)-int(g.next.Load())) }

// layOut lays out what is needed and isn't there, all at once.
func (b *bench) layOut(ctx context.Context, needed []string) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, name := range needed {
		if b.grounds.all[name] != nil {
			continue
		}
		group.Go(func() error {
			tenant, plan := b.plan(name)
			g, err := b.open(ctx, tenant, plan)
			if err != nil {
				return fmt.Errorf("lay out %s: %w", name, err)
			}
			b.grounds.mu.Lock()
			defer b.grounds.mu.Unlock()
			b.grounds.all[name] = g
			return nil
		})
	}
	return group.Wait()
}

// quietTenant is the demo's tenant that keeps quiet while the first is loud.
const quietTenant = 1

func (b *bench) plan(name string) (tenant int, p loadtest.Plan) {
	switch name {
	case hotSlot:
		return 0, loadtest.Plan{Places: 1, Capacity: hotCapacity, Days: 1}
	case waiting:
		return 0, loadtest.Plan{Places: 1, Capacity: 1, Days: 7, Waiting: true}
	case quiet:
		return quietTenant, loadtest.Plan{Places: 1, Capacity: 1, Days: 3}
	default:
		return 0, loadtest.Plan{Places: b.places, Capacity: 1, Days: b.days}
	}
}

// open opens a ground. Its slots are read beneath the API, which shows a hundred of a page.
func (b *bench) open(ctx context.Context, tenant int, p loadtest.Plan) (*ground, error) {
	client, err := b.house.Client(tenant, 1)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	opened, err := loadtest.OpenGround(ctx, client, p)
	if err != nil {
		return nil, err
	}
	db, err := b.house.Open(demo.Database)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	g := &ground{Ground: opened}
	return g, b.house.Await(ctx, func() error {
		g.Slots = g.Slots[:0]
		rows, err := db.QueryContext(ctx, `SELECT s.id FROM slots s JOIN venues v ON v.id = s.venue_id
			WHERE v.code = $1 AND s.state = 'OPEN' AND s.starts_at > now() + interval '1 hour' ORDER BY s.starts_at, s.id`, g.Code)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			g.Slots = append(g.Slots, slotRef(id))
		}
		if len(g.Slots) < p.Slots() {
			return errors.Join(rows.Err(), fmt.Errorf("%d of %d slots", len(g.Slots), p.Slots()))
		}
		return rows.Err()
	})
}

func slotRef(id uuid.UUID) string { return ref.Encode(ref.Slot, id) }
