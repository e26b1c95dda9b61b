package reading

import (
	"github.com/slotq/slotq/internal/problem"
)

// maxFirst is the largest page.
const maxFirst = 100

// Page asks for First rows (1 to 100) behind a cursor; an empty After asks for the first page.
type Page struct {
	First int
	After string
}

// Connection is one page: nodes in order and the cursor of each. HasPrevious says that the page was asked for behind a
// cursor, HasNext that more follows.
type Connection[T any] struct {
	Nodes                []T
	Cursors              []string
	HasNext, HasPrevious bool
}

// after checks a page against its list: *problem.Invalid for "first" out of bounds and for an "after" that the list did
// not give. nil means the start.
func (l list) after(page Page) (*Key, error) {
	if page.First < 1 || page.First > maxFirst {
		return nil, problem.NewInvalid("first", "must be from 1 to %d", maxFirst)
	}
	if page.After == "" {
		return nil, nil
	}
	key, ok := l.place(page.After)
	if !ok {
		return nil, notOfThisList()
	}
	return &key, nil
}

func notOfThisList() error { return problem.NewInvalid("after", "is not a cursor of this list") }

// connect makes a page of rows that were read with one more than the page holds.
func connect[T any](l list, page Page, rows []T, key func(T) Key) Connection[T] {
	c := Connection[T]{Nodes: []T{}, Cursors: []string{}, HasPrevious: page.After != "", HasNext: len(rows) > page.First}
	for _, row := range rows[:min(len(rows), page.First)] {
		c.Nodes = append(c.Nodes, row)
		c.Cursors = append(c.Cursors, l.cursor(key(row)))
	}
	return c
}
