package schema

import (
	"context"
	"errors"
	"fmt"

	"entgo.io/ent"
	"entgo.io/ent/dialect/sql"
)

// ErrIllegalTransition comes back when a mutation asks for a state that nothing leads to, or for a birth in another than
// the initial state. A state that the row's present state doesn't lead to changes no row instead.
var ErrIllegalTransition = errors.New("illegal state transition")

// ErrVersionSet comes back when a mutation sets a version by hand.
var ErrVersionSet = errors.New("version is not settable")

// filtered is the part of every generated mutation that narrows which rows it changes.
type filtered interface{ WhereP(...func(*sql.Selector)) }

// guardStatus puts the legal source states into the UPDATE itself, so that an illegal transition changes no row whatever
// ran in between. The tables are those of the pure rooms.
func guardStatus[S ~string](initial S, transitions map[S][]S) ent.Hook {
	sources := map[string][]any{}
	for from, targets := range transitions {
		for _, to := range targets {
			sources[string(to)] = append(sources[string(to)], string(from))
		}
	}
	return func(next ent.Mutator) ent.Mutator {
		return ent.MutateFunc(func(ctx context.Context, m ent.Mutation) (ent.Value, error) {
			value, set := m.Field("status")
			if !set {
				return next.Mutate(ctx, m)
			}
			to := fmt.Sprint(value)
			if m.Op().Is(ent.OpCreate) {
				if to != string(initial) {
					return nil, fmt.Errorf("%w: %s is born %s, not %s", ErrIllegalTransition, m.Type(), initial, to)
				}
				return next.Mutate(ctx, m)
			}
			if len(sources[to]) == 0 {
				return nil, fmt.Errorf("%w: nothing leads to %s %s", ErrIllegalTransition, m.Type(), to)
			}
			m.(filtered).WhereP(func(s *sql.Selector) { s.Where(sql.In(s.C("status"), sources[to]...)) })
			return next.Mutate(ctx, m)
		})
	}
}

// raiseVersion adds one to the version with every update of the row.
func raiseVersion(next ent.Mutator) ent.Mutator {
	return ent.MutateFunc(func(ctx context.Context, m ent.Mutation) (ent.Value, error) {
		if m.Op().Is(ent.OpUpdate | ent.OpUpdateOne) {
			if _, set := m.Field("version"); set {
				return nil, ErrVersionSet
			}
			if _, added := m.AddedField("version"); !added {
				if err := m.AddField("version", 1); err != nil {
					return nil, fmt.Errorf("raise version of %s: %w", m.Type(), err)
				}
			}
		}
		return next.Mutate(ctx, m)
	})
}
