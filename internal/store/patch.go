package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/booking"
)

// patch is what a change sets of a row: only what is other than before. Rows with the same patch are changed by one statement,
// with all hooks.
type patch[Update any] struct {
	key  strings.Builder
	sets []func(Update)
}

// set notes a column. The value is only looked at to tell patches apart.
func (p *patch[Update]) set(changed bool, name string, value any, do func(Update)) {
	if changed {
		fmt.Fprintf(&p.key, "%s=%v;", name, value)
		p.sets = append(p.sets, do)
	}
}

// moment notes a column that may be empty.
func (p *patch[Update]) moment(before, after *time.Time, name string, set func(Update, time.Time), empty func(Update)) {
	if after == nil {
		p.set(before != nil, name, nil, empty)
		return
	}
	p.set(before == nil || !before.Equal(*after), name, after.UnixNano(), func(u Update) { set(u, *after) })
}

// noteMaybe notes a column that may be empty; empty is nil where what was set stays so.
func noteMaybe[Update any, T comparable](p *patch[Update], before, after *T, name string, set func(Update, T), empty func(Update)) {
	if after == nil {
		p.set(before != nil && empty != nil, name, nil, empty)
		return
	}
	p.set(before == nil || *before != *after, name, *after, func(u Update) { set(u, *after) })
}

// patched are rows that one statement changes.
type patched[Update any] struct {
	sets     []func(Update)
	ids      []uuid.UUID
	versions []int
}

// applyPatches changes rows, those with the same patch together. Each names the version it was read at; ErrMoved when one isn't
// at it. A row that changes twice does so in the order given.
func applyPatches[Row, Update any](ctx context.Context, changes []booking.Change[Row], row func(Row) (uuid.UUID, int),
	of func(booking.Change[Row]) *patch[Update], save func(ctx context.Context, at func(*entsql.Selector), sets []func(Update)) (int, error),
) error {
	var order []string
	groups := map[string]*patched[Update]{}
	flush := func() error {
		for _, key := range order {
			g := groups[key]
			if err := changedAll(len(g.ids))(save(ctx, atVersions(g.ids, g.versions), g.sets)); err != nil {
				return fmt.Errorf("%s and %d more: %w", g.ids[0], len(g.ids)-1, err)
			}
		}
		order, groups = nil, map[string]*patched[Update]{}
		return nil
	}
	seen := map[uuid.UUID]bool{}
	for _, change := range changes {
		id, version := row(change.Before)
		if seen[id] {
			if err := flush(); err != nil {
				return err
			}
			clear(seen)
		}
		seen[id] = true
		p := of(change)
		g := groups[p.key.String()]
		if g == nil {
			g = &patched[Update]{sets: p.sets}
			groups[p.key.String()], order = g, append(order, p.key.String())
		}
		g.ids, g.versions = append(g.ids, id), append(g.versions, version)
	}
	return flush()
}

// changedAll turns "some rows were not at those versions" into ErrMoved.
func changedAll(want int) func(int, error) error {
	return func(n int, err error) error {
		if err == nil && n != want {
			return booking.ErrMoved
		}
		return err
	}
}

// atVersions asks for rows at the versions they were read at.
func atVersions(ids []uuid.UUID, versions []int) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteByte('(').IdentComma(s.C("id"), s.C("version")).WriteString(") IN (SELECT * FROM unnest(")
			b.Arg(array(ids)).WriteString("::uuid[], ").Arg(pq.Array(versions)).WriteString("::bigint[]))")
		}))
	}
}
