package transport

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"
)

// tokenBytes is what a parsed document takes in memory for each of its tokens, at most.
const tokenBytes = 400

// recent remembers the parsed documents that were used last, as many as fit its bounds.
type recent struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[string, remembered]
	bytes int
	limit int
}

type remembered struct {
	doc   *ast.QueryDocument
	bytes int
}

func newRecent(count, limit int) *recent {
	r := &recent{limit: limit}
	lru, err := simplelru.NewLRU(count, func(_ string, gone remembered) { r.bytes -= gone.bytes })
	if err != nil {
		panic(err) // the count is not positive
	}
	r.lru = lru
	return r
}

func (r *recent) has(text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lru.Contains(text)
}

func (r *recent) get(text string) (*ast.QueryDocument, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, known := r.lru.Get(text)
	return found.doc, known
}

func (r *recent) add(text string, doc *ast.QueryDocument) {
	it := remembered{doc: doc, bytes: footprint(text)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lru.Contains(text) { // two requests brought it at once
		return
	}
	r.bytes += it.bytes
	r.lru.Add(text, it)
	for r.bytes > r.limit {
		r.lru.RemoveOldest()
	}
}

// footprint is about what a document takes in memory, its text included.
func footprint(text string) int {
	bytes := len(text)
	for l := lexer.New(&ast.Source{Input: text}); ; bytes += tokenBytes {
		if token, err := l.ReadToken(); err != nil || token.Kind == lexer.EOF {
			return bytes
		}
	}
}
