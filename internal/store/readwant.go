package store

import (
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/reading"
)

// readTable names what a want is compared with in one table.
type readTable struct {
	venue   string // the column of the venue
	owner   string // the column of the customer; "" when rows belong to none
	sort    string // the column that orders the list, before the id; "" when there is no list
	numbers bool   // the list is ordered by a number, the largest first, and not by a time
}

// wanted is the want as a condition.
func (r readTable) wanted(tenant uuid.UUID, w reading.Want) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		s.Where(entsql.EQ(s.C("tenant_id"), tenant))
		if w.Venues != nil && r.venue != "" {
			s.Where(entsql.In(s.C(r.venue), readAny(w.Venues)...))
		}
		if w.Owner != nil && r.owner != "" {
			s.Where(entsql.EQ(s.C(r.owner), *w.Owner))
		}
		if w.IDs != nil {
			// One parameter, however many: the statement stays the same, and so does its plan.
			s.Where(entsql.P(func(b *entsql.Builder) {
				b.Ident(s.C("id")).WriteString(" = ANY (").Arg(array(w.IDs)).WriteString("::uuid[])")
			}))
		}
		if w.After != nil {
			s.Where(r.behind(s, *w.After))
		}
	}
}

// behind compares whole rows, (sort, id), which an index answers from the very place on.
func (r readTable) behind(s *entsql.Selector, k reading.Key) *entsql.Predicate {
	columns := []string{s.C(r.sort), s.C("id")}
	if r.numbers {
		return entsql.CompositeLT(columns, k.Sort, k.ID)
	}
	return entsql.CompositeGT(columns, k.Time(), k.ID)
}

// ordered is the order of the list.
func (r readTable) ordered(s *entsql.Selector) {
	switch {
	case r.sort == "":
	case r.numbers:
		s.OrderBy(entsql.Desc(s.C(r.sort)), entsql.Desc(s.C("id")))
	default:
		s.OrderBy(s.C(r.sort), s.C("id"))
	}
}

// readState compares a state as time has it, given as an expression with the moment in place of each question mark, with
// the states that are asked for.
func readState[S ~string](expression []string, now time.Time, states []S) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		if states == nil {
			return
		}
		texts := textOf(states)
		s.Where(entsql.P(func(b *entsql.Builder) {
			for i, part := range expression {
				if i > 0 {
					b.Arg(now)
				}
				b.WriteString(part)
			}
			b.WriteString(" = ANY (").Arg(pq.Array(texts)).WriteString("::text[])")
		}))
	}
}

func readAny(ids []uuid.UUID) []any {
	values := make([]any, len(ids))
	for i, id := range ids {
		values[i] = id
	}
	return values
}

// readIDs writes ids for a parameter that is cast to uuid[]; nil is NULL.
func readIDs(ids []uuid.UUID) any {
	if ids == nil {
		return nil
	}
	return array(ids)
}

// textOf are words as plain text; none is not nil.
func textOf[S ~string](words []S) []string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = string(word)
	}
	return texts
}
