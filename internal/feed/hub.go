package feed

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Options size a hub; zero values take the defaults named beside them.
type Options struct {
	MaxSubscribers int           // at once, of all tenants; 20,000
	Ring           int           // events of a live venue kept in memory; 1,024
	Poll           time.Duration // how often lost wakes and pokes are looked for; 1 second
	Log            *slog.Logger  // slog.Default
	Wire           Wire          // carries events to the other nodes; nil: each reads them in the log
	// OnPoke is told when another node says that a tenant has something new; nil tells nobody. It must return at once.
	OnPoke func(tenant uuid.UUID)
}

func (o Options) withDefaults() Options {
	o.MaxSubscribers = cmp.Or(o.MaxSubscribers, 20_000)
	o.Ring = cmp.Or(o.Ring, 1024)
	o.Poll = cmp.Or(o.Poll, time.Second)
	o.Log = cmp.Or(o.Log, slog.Default())
	return o
}

// Hub numbers events and streams them. One stands in each process; any number may work on one database.
type Hub struct {
	log     Log
	options Options
	node    string // marks this hub's own pokes
	trouble *trouble

	numbers *rounds // tenants whose events are to be numbered
	seals   *rounds // tenants whose audit entries are to be sealed
	checks  *rounds // tenants whose tails may be behind
	pokes   *rounds // tenants of which the other nodes are to hear
	outbox  *outbox // what is to be sent over the wire; nil without one

	life context.Context //nolint:containedctx // ends every goroutine of the hub when Run ends
	end  context.CancelFunc

	mu          sync.Mutex
	closed      bool
	all         sync.WaitGroup // every goroutine of the hub; only added to while not closed
	tails       map[place]*tail
	subscribers int
}

// place is one venue of one tenant.
type place struct{ tenant, venue uuid.UUID }

// NewHub makes a hub over a log; Run runs it.
func NewHub(log Log, o Options) *Hub {
	life, end := context.WithCancel(context.Background())
	o = o.withDefaults()
	h := &Hub{
		log: log, options: o, node: uuid.NewString(), trouble: newTrouble(o.Log),
		numbers: newRounds(), seals: newRounds(), checks: newRounds(), pokes: newRounds(),
		life: life, end: end, tails: map[place]*tail{},
	}
	if o.Wire != nil {
		h.outbox = newOutbox()
	}
	return h
}

// hints is how nodes tell each other that there is something new.
func (h *Hub) hints() interface {
	Poke(ctx context.Context, node string, tenants []uuid.UUID) error
	Listen(ctx context.Context, ears Ears) error
} {
	if h.options.Wire != nil {
		return h.options.Wire
	}
	return h.log
}

// Wake says that a tenant's transaction has committed: what it left is numbered and sealed soon. It returns at once, and
// wakes that come together are one. A wake that is never made costs a second, not an event.
func (h *Hub) Wake(tenant uuid.UUID) {
	h.numbers.ask(tenant)
	h.seals.ask(tenant)
}

// numberers is how many tenants are numbered at once.
const numberers = 4

// Run numbers, seals, follows and listens until ctx ends. Then it ends every stream, waits for every goroutine of the hub,
// and returns nil. A hub runs once.
func (h *Hub) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, h.end)
	defer stop()
	for range numberers {
		h.spawn(h.number)
	}
	for _, job := range []func(context.Context){h.seal, h.check, h.poke, h.poll, h.listen} {
		h.spawn(job)
	}
	if h.options.Wire != nil {
		h.spawn(h.send)
	}
	<-h.life.Done()
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.all.Wait()
	return nil
}

// spawn starts a goroutine that Run waits for; false when the hub has ended.
func (h *Hub) spawn(job func(ctx context.Context)) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.all.Go(func() { job(h.life) })
	return true
}
