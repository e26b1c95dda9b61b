package transport

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"
)

// tokenBytes is what a parsed document takes in memory for each of its tokens, at most.
const tokenBytes = 400

// recent remembers what was used last under a text, as much as fits its bounds.
type recent[V any] struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[string, remembered[V]]
	bytes int
	limit int
}

type remembered[V any] struct {
	value V
	bytes int
}

func newRecent[V any](count, limit int) *recent[V] {
	r := &recent[V]{limit: limit}
	lru, err := simplelru.NewLRU(count, func(_ string, gone remembered[V]) { r.bytes -= gone.bytes })
	if err != nil {
		panic(err) // the count is not positive
	}
	r.lru = lru
	return r
}

func (r *recent[V]) get(text string) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, known := r.lru.Get(text)
	return found.value, known
}

// add remembers a value that takes so many bytes with its text.
func (r *recent[V]) add(text string, value V, bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lru.Contains(text) { // two requests brought it at once
		return
	}
	r.bytes += bytes
	r.lru.Add(text, remembered[V]{value, bytes})
	for r.bytes > r.limit {
		r.lru.RemoveOldest()
	}
}

// footprint is about what a parsed document takes in memory, its text included.
func footprint(text string) int {
	bytes := len(text)
	for l := lexer.New(&ast.Source{Input: text}); ; bytes += tokenBytes {
		if token, err := l.ReadToken(); err != nil || token.Kind == lexer.EOF {
			return bytes
		}
	}
}
