package graph

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/slotq/slotq/internal/reading"
)

// standing is how much an operation asks of how its slots stand among others. What that needs costs several statements more
// than the slots themselves, and an event that many hear is answered in a fraction of the time where nobody asks.
type standing int

const (
	plain   standing = iota // nothing but the slots' own rows
	counted                 // what remains, for which the time that others keep is read
	full                    // whether it can be booked and why not, for which everything is
)

// slotReaders read slots so far as an operation asks, by their ids and by the ids of reservations.
type slotReaders struct {
	byID reads[reading.Slot]
	held reads[[]reading.Slot]
}

func (s standing) readers() slotReaders {
	switch s {
	case plain:
		return slotReaders{Reader.PlainSlotsByID, Reader.PlainSlotsOfReservations}
	case counted:
		return slotReaders{Reader.CountedSlotsByID, Reader.CountedSlotsOfReservations}
	}
	return slotReaders{Reader.SlotsByID, Reader.SlotsOfReservations}
}

// standingAsked is the most that an operation may ask of any slot: it has a field of that name somewhere, whatever skips it.
func standingAsked(op *graphql.OperationContext) (most standing) {
	if op == nil || op.Doc == nil {
		return full
	}
	for _, o := range op.Doc.Operations {
		most = max(most, standingNamed(o.SelectionSet))
	}
	for _, f := range op.Doc.Fragments {
		most = max(most, standingNamed(f.SelectionSet))
	}
	return most
}

func standingNamed(selected ast.SelectionSet) (most standing) {
	for _, s := range selected {
		switch s := s.(type) {
		case *ast.Field:
			most = max(most, standingBy[s.Name], standingNamed(s.SelectionSet))
		case *ast.InlineFragment:
			most = max(most, standingNamed(s.SelectionSet))
		} // a spread's fragment is looked at by itself
	}
	return most
}

var standingBy = map[string]standing{"bookable": full, "blockers": full, "remaining": counted}
