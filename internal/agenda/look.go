package agenda

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// Look is what a look at touched rows found: what waits, and of which matters something may have waited before.
type Look struct {
	Waits []Fact
	May   []Trace
}

// Trace is a matter that may have waited before about a subject.
type Trace struct {
	Matter Matter
	ID     uuid.UUID
}

// News is one thing to tell a watcher: an item as it stands, or that there is none.
type News struct {
	ID   string
	Item *Item // nil: it is gone
}

// News is what there is to tell at a moment, each item once, in an order that depends on nothing but what was found. What
// waits is told; what surely never waited isn't called gone.
func (l Look) News(now time.Time) []News {
	told := map[string]bool{}
	var all []News
	for _, f := range l.Waits {
		item := f.Item(now)
		if !told[item.ID] {
			told[item.ID] = true
			all = append(all, News{ID: item.ID, Item: &item})
		}
	}
	for _, t := range l.May {
		if id := t.Matter.ID(ref.Ref{Kind: t.Matter.Subject(), ID: t.ID}); !told[id] {
			told[id] = true
			all = append(all, News{ID: id})
		}
	}
	slices.SortFunc(all, func(a, b News) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
