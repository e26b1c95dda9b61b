package worker_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/worker"
)

// office is a desk with chores and providers behind it, all made up: what each errand of an intent is, how long a call
// takes, what goes wrong. It watches that the loop keeps its promises.
type office struct {
	t testing.TB

	mu       sync.Mutex
	due      []*job
	steps    int // in the database now
	calls    int // out now
	mostCall int
	listed   int
	asked    map[uuid.UUID]int // by intent

	advance func(j *job) error                                             // before an errand is given out
	call    func(ctx context.Context, j *job) intent.Answer                // a provider at work
	report  func(ctx context.Context, e booking.Errand, kind string) error // before a report counts
	reports []string
	log     bytes.Buffer
}

// job is one intent with the errands that are left.
type job struct {
	tenant, id uuid.UUID
	from       time.Time // due from then on
	errands    []booking.Errand
	out        bool // an errand of it is out, and not reported
	inStep     bool
	ended      time.Time
}

func newOffice(t testing.TB) *office {
	return &office{t: t, asked: map[uuid.UUID]int{}}
}

// add makes an intent with so many bookings to be made, one after the other.
func (o *office) add(tenant uuid.UUID, bookings int) *job {
	j := &job{tenant: tenant, id: uuid.New(), from: time.Now()}
	for n := range bookings {
		j.errands = append(j.errands, booking.Errand{
			Tenant: tenant, IntentID: j.id, Kind: intent.Run,
			Attempt: intent.Attempt{ID: uuid.New(), Action: intent.Book, Number: n + 1}, Order: intent.Order{Reference: j.id.String()},
		})
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.due = append(o.due, j)
	return j
}

// run works until stop, which returns when the loop has.
func (o *office) run(callers int) (loop *worker.Errands, stop func()) {
	loop = worker.NewErrands(o, o, o, callers, slog.New(slog.NewTextHandler(lockedWriter{o}, nil)))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- loop.Run(ctx) }()
	return loop, func() {
		o.t.Helper()
		cancel()
		require.NoError(o.t, <-done)
	}
}

type lockedWriter struct{ o *office }

func (w lockedWriter) Write(line []byte) (int, error) {
	w.o.mu.Lock()
	defer w.o.mu.Unlock()
	return w.o.log.Write(line)
}

// Chores lists as the store does: the tenants take turns.
func (o *office) Chores(_ context.Context, within time.Duration) (chores []worker.Chore, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.listed++
	place := map[uuid.UUID]int{}
	var places []int
	for _, j := range o.due {
		in := time.Until(j.from)
		if j.out || len(j.errands) == 0 || in > within {
			continue
		}
		at, _ := slices.BinarySearch(places, place[j.tenant]+1)
		places = slices.Insert(places, at, place[j.tenant])
		chores = slices.Insert(chores, at, worker.Chore{Tenant: j.tenant, Intent: j.id, In: in})
		place[j.tenant]++
	}
	return chores[:min(len(chores), 1000)], nil
}

func (o *office) find(id uuid.UUID) *job {
	return o.due[slices.IndexFunc(o.due, func(j *job) bool { return j.id == id })]
}

// step is a transaction: it takes a millisecond, and no more than four may be open.
func (o *office) step(id uuid.UUID, do func(j *job) error) error {
	o.mu.Lock()
	j := o.find(id)
	if j.inStep {
		o.t.Errorf("intent %s is worked on twice", id)
	}
	j.inStep = true
	if o.steps++; o.steps > 4 {
		o.t.Errorf("%d steps at once", o.steps)
	}
	o.mu.Unlock()
	<-time.After(time.Millisecond)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.steps--
	j.inStep = false
	return do(j)
}

// Advance gives the next errand out.
func (o *office) Advance(_ context.Context, tenant, id uuid.UUID) (e *booking.Errand, err error) {
	err = o.step(id, func(j *job) error {
		require.Equal(o.t, j.tenant, tenant)
		if j.out {
			o.t.Errorf("intent %s is advanced while its call is out", id)
		}
		if o.advance != nil {
			if err := o.advance(j); err != nil {
				return err
			}
		}
		if len(j.errands) == 0 {
			return nil
		}
		e, j.out = &j.errands[0], true
		return nil
	})
	return e, err
}

// Answered takes a report.
func (o *office) Answered(ctx context.Context, e booking.Errand, a intent.Answer) error {
	return o.reported(ctx, e, string(a.Kind))
}

// Sighted takes a report.
func (o *office) Sighted(ctx context.Context, e booking.Errand, s intent.Sighting) error {
	return o.reported(ctx, e, string(s.Kind))
}

func (o *office) reported(ctx context.Context, e booking.Errand, kind string) error {
	return o.step(e.IntentID, func(j *job) error {
		if o.report != nil {
			if err := o.report(ctx, e, kind); err != nil {
				return err
			}
		}
		o.reports = append(o.reports, fmt.Sprintf("%s %s %s", e.Kind, e.Attempt.Action, kind))
		j.out, j.errands = false, j.errands[1:]
		if len(j.errands) == 0 {
			j.ended = time.Now()
		}
		return nil
	})
}

// Of is the one provider that there is.
func (o *office) Of(intent.Provider) worker.Provider { return o }

// Book books.
func (o *office) Book(ctx context.Context, order intent.Order) intent.Answer {
	return o.out(ctx, "book", uuid.MustParse(order.Reference))
}

// Cancel cancels.
func (o *office) Cancel(ctx context.Context, reference string) intent.Answer {
	return o.out(ctx, "cancel", uuid.MustParse(reference))
}

// Find finds.
func (o *office) Find(ctx context.Context, reference string) intent.Sighting {
	o.out(ctx, "find", uuid.MustParse(reference))
	return intent.Sighting{Kind: intent.Found}
}

func (o *office) out(ctx context.Context, verb string, id uuid.UUID) intent.Answer {
	o.mu.Lock()
	j := o.find(id)
	o.calls++
	o.mostCall = max(o.mostCall, o.calls)
	o.asked[id]++
	o.reports = append(o.reports, verb)
	o.mu.Unlock()
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.calls--
	}()
	if o.call == nil {
		return intent.Answer{Kind: intent.Done}
	}
	return o.call(ctx, j)
}

// slow is a provider that answers after a while, unless nobody listens any more.
func slow(d time.Duration) func(context.Context, *job) intent.Answer {
	return func(ctx context.Context, _ *job) intent.Answer {
		select {
		case <-time.After(d):
			return intent.Answer{Kind: intent.Done}
		case <-ctx.Done():
			return intent.Answer{Kind: intent.Unclear}
		}
	}
}

// see looks while nothing moves.
func (o *office) see(look func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	look()
}

// left is how many intents aren't done.
func (o *office) left() (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, j := range o.due {
		if len(j.errands) > 0 {
			n++
		}
	}
	return n
}

func (o *office) said() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.reports)
}

func (o *office) logged() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.log.String()
}
