package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
)

// errAlone says that a command has to run in a transaction of its own.
var errAlone = errors.New("to be decided alone")

// group is several commands of a tenant in one transaction. They are looked up together, what they ask for is read and locked
// together, they are decided one after another, each knowing what those before it have decided, and written together. What
// doesn't go well together runs alone afterwards; where anything fails, all go again in smaller groups.
type group struct {
	*known
	members []*member
	written written
	changes Changes
}

// member is one command of a group.
type member struct {
	*rider
	*inquiry
	result command.Result
	alone  bool
}

// together runs riders as a group, and tells each what became of it. It returns those that have to go again: alone where they
// don't go with others, in smaller groups where something failed.
func (d *Desk) together(riders []*rider) (back []*rider) {
	var g *group
	err := errAlone
	defer func() {
		if cause := recover(); cause != nil { // it comes again where the one who did it runs alone
			err = fmt.Errorf("%w: panic: %v", errAlone, cause)
		}
		back = d.tell(riders, g, err)
	}()
	locks := make([]int64, len(riders))
	for i, r := range riders {
		locks[i] = r.entry.lock
	}
	tenant := riders[0].entry.actor.TenantID
	err = d.database.Group(context.WithoutCancel(riders[0].ctx), tenant, locks, func(ctx context.Context, tx GroupTx, locked []bool) error {
		g = newGroup(tx, riders)
		return g.run(ctx, locked)
	})
	return nil
}

// tell gives each rider its outcome, and returns those that have none yet.
func (d *Desk) tell(riders []*rider, g *group, err error) (back []*rider) {
	d.observer.Group(len(riders), err)
	unknown := errors.Is(err, ErrCommitUnknown)
	if err != nil && !unknown {
		d.log.Info("a group of commands is run again in parts", "commands", len(riders), "error", err)
		for _, r := range riders {
			r.most = max(1, len(riders)/4)
		}
		return riders
	}
	if err == nil && len(g.changes.Records) > 0 {
		d.wake(riders[0].entry.actor.TenantID)
	}
	for i, r := range riders {
		if g.members[i].alone {
			r.most = 1
			back = append(back, r)
			continue
		}
		o := outcome{result: g.members[i].result}
		if unknown {
			o.err = err
		}
		r.done <- o
	}
	return back
}

func newGroup(tx GroupTx, riders []*rider) *group {
	g := &group{known: newKnown(tx), written: written{soft: map[fact]bool{}, hard: map[fact]bool{}}}
	for _, r := range riders {
		g.members = append(g.members, &member{rider: r, inquiry: &inquiry{known: g.known}})
	}
	return g
}

// run is the body of the transaction.
func (g *group) run(ctx context.Context, locked []bool) error {
	live, err := g.lookUp(ctx, locked)
	if err != nil {
		return err
	}
	if err := gather(ctx, live); err != nil {
		return err
	}
	for _, m := range live {
		if err := g.conclude(ctx, m); err != nil {
			return err
		}
	}
	if len(g.changes.Records) == 0 {
		return nil
	}
	return g.tx.Apply(ctx, &g.changes)
}

// lookUp finds who is to be decided: those whose key is taken wait alone, and those whose key is known have their answer.
func (g *group) lookUp(ctx context.Context, locked []bool) (live []*member, err error) {
	owners, keys := make([]uuid.UUID, len(g.members)), make([]command.Digest, len(g.members))
	for i, m := range g.members {
		owners[i], keys[i] = m.entry.actor.PrincipalID, m.entry.key
	}
	rows, err := g.tx.Records(ctx, owners, keys)
	if err != nil {
		return nil, fmt.Errorf("look the keys up: %w", err)
	}
	for i, m := range g.members {
		record := recordFor(rows, m.entry)
		switch {
		case !locked[i]:
			m.alone = true
		case record != nil:
			m.result = m.entry.replay(*record)
		default:
			live = append(live, m)
		}
	}
	return live, nil
}

func recordFor(rows []LedgerRow, e ledgerEntry) *command.Record {
	for i, row := range rows {
		if row.Owner == e.actor.PrincipalID && row.Key == e.key {
			return &rows[i].Record
		}
	}
	return nil
}

// conclude takes a member's verdict, if what it was made of still stands; else it is made again, or alone.
func (g *group) conclude(ctx context.Context, m *member) error {
	if m.err == nil && g.written.touches(m.read) {
		m.decideAgain(ctx, m.decide)
	}
	if m.err != nil || g.written.contradicts(m.inquiry) {
		m.alone = true
		return nil
	}
	result, writes := m.entry.resultOf(&m.verdict)
	m.result = result
	if !writes {
		return nil
	}
	now := m.verdict.changes.Now
	if now.IsZero() {
		var err error
		if now, err = g.clock(ctx); err != nil {
			return err
		}
	}
	m.entry.enter(result, &m.verdict, now)
	if !joins(m.verdict.changes) {
		m.alone = true
		return nil
	}
	m.result.Rows = rowsNamed(m.verdict.answer, m.verdict.changes)
	g.changes.add(m.verdict.changes)
	g.written.note(m.verdict.changes, g.known)
	g.take(m.verdict.changes)
	return nil
}

// clock is what the database's clock said when the group asked last.
func (g *group) clock(ctx context.Context) (time.Time, error) {
	if g.now.IsZero() {
		now, err := g.tx.Now(ctx)
		if err != nil {
			return now, fmt.Errorf("read the clock: %w", err)
		}
		g.now = now
	}
	return g.now, nil
}
