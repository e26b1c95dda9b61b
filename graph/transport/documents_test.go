package transport

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

const (
	listedHello = `{ hello }`
	listedTicks = `subscription { ticks }`
	listedBump  = `mutation { bump }`
)

// listOf is an operator's list of these documents.
func listOf(t *testing.T, texts ...string) *Listed {
	t.Helper()
	var entries []string
	for _, text := range texts {
		entries = append(entries, fmt.Sprintf("%q:%q", strings.TrimPrefix(idOf(text), idPrefix), text))
	}
	listed, err := ReadListed(testSchema, file(t, "{"+strings.Join(entries, ",")+"}"))
	require.NoError(t, err)
	return listed
}

// listing is a server with a list.
func listing(t *testing.T, only bool) *world {
	return newWorld(t, setup{documents: NewDocuments(listOf(t, listedHello, listedTicks, listedBump), only)})
}

func byID(id string) string { return fmt.Sprintf(`{"documentId":%q}`, id) }

func byHash(text string) string {
	return fmt.Sprintf(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}`, strings.TrimPrefix(idOf(text), idPrefix))
}

func both(query, id string) string { return fmt.Sprintf(`{"query":%q,"documentId":%q}`, query, id) }

func TestDocuments(t *testing.T) {
	const world = `{"data":{"hello":"world"}}`
	unlisted := `{ hello __typename }`
	w := listing(t, false)
	for _, e := range []exchange{
		{name: "by its id", body: byID(idOf(listedHello)), status: 200, answer: world},
		{name: "as Apollo's clients name it", body: byHash(listedHello), status: 200, answer: world},
		{name: "a mutation", body: byID(idOf(listedBump)), status: 200, answer: `{"data":{"bump":1}}`},
		{name: "by both names of one", body: `{"documentId":"` + idOf(listedHello) + `",` + byHash(listedHello)[1:], status: 200, answer: world},
		{name: "named and brought", body: both(listedHello, idOf(listedHello)), status: 200, answer: world},
		{name: "a document that is not listed, named and brought", body: both(unlisted, idOf(unlisted)), status: 200, answer: world},
		{name: "brought alone", body: `{"query":"{ hello }","documentId":null}`, status: 200, answer: world},
		{name: "an extension that is named as the id is nothing", body: `{"query":"{ hello }","extensions":{"documentId":"sha256:1"}}`, status: 200, answer: world},

		{name: "an id that is not listed", body: byID(idOf(unlisted)), status: 200, code: "PERSISTED_DOCUMENT_NOT_FOUND"},
		{name: "an id that is not listed, modern", body: byID(idOf(unlisted)), header: accepting(modern), media: modern, status: 400, code: "PERSISTED_DOCUMENT_NOT_FOUND"},
		{name: "an id of another kind", body: byID("get-hello"), status: 200, code: "PERSISTED_DOCUMENT_NOT_FOUND"},
		{name: "a hash in capital letters", body: byID(strings.ToUpper(idOf(listedHello))), status: 200, code: "PERSISTED_DOCUMENT_NOT_FOUND"},
		{name: "a hash that is not listed", body: byHash(unlisted), status: 200,
			answer: `{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND","correlationId":"c-1"}}]}`},
		{name: "a hash that is not listed, modern", body: byHash(unlisted), header: accepting(modern), media: modern, status: 400, code: "PERSISTED_QUERY_NOT_FOUND"},
		{name: "named as one and brought as another", body: both(listedBump, idOf(listedHello)), status: 200, code: "PAYLOAD_INVALID", field: "documentId"},
		{name: "brought under a name that can't be checked", body: both(listedHello, "get-hello"), status: 200, code: "PAYLOAD_INVALID", field: "documentId"},
		{name: "hashed as one and brought as another", body: `{"query":"{ boom }",` + byHash(listedHello)[1:], status: 200, code: "PAYLOAD_INVALID", field: "extensions.persistedQuery"},
		{name: "by the names of two", body: `{"documentId":"` + idOf(listedBump) + `",` + byHash(listedHello)[1:], status: 200, code: "PAYLOAD_INVALID", field: "documentId"},
		{name: "an id that is no string", body: `{"documentId":7}`, status: 400, code: "PAYLOAD_INVALID", field: "documentId"},
		{name: "an empty id", body: `{"documentId":""}`, status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "an extension alone", body: `{"extensions":{"documentId":"` + idOf(listedHello) + `"}}`, status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "a hash of another version", body: `{"extensions":{"persistedQuery":{"version":2,"sha256Hash":"a"}}}`, status: 200, code: "PAYLOAD_INVALID", field: "extensions.persistedQuery"},
		{name: "no hash", body: `{"extensions":{"persistedQuery":{"version":1}}}`, status: 200, code: "PAYLOAD_INVALID", field: "extensions.persistedQuery"},
		{name: "no object", body: `{"extensions":{"persistedQuery":"a"}}`, status: 200, code: "PAYLOAD_INVALID", field: "extensions.persistedQuery"},
	} {
		t.Run(e.name, func(t *testing.T) { e.check(t, w) })
	}

	t.Run("what a request brings is never listed by it", func(t *testing.T) {
		exchange{body: `{"query":"{ hello __typename }",` + byHash(unlisted)[1:], status: 200, answer: world}.check(t, w)
		exchange{body: byHash(unlisted), status: 200, code: "PERSISTED_QUERY_NOT_FOUND"}.check(t, w)
	})

	get := func(name, value string) url.Values { return url.Values{name: {value}} }
	for _, e := range []exchange{
		{name: "a GET by id", query: get("documentId", idOf(listedHello)), status: 200, answer: world},
		{name: "a GET by hash", query: get("extensions", `{"persistedQuery":{"version":1,"sha256Hash":"`+idOf(listedHello)[7:]+`"}}`), status: 200, answer: world},
		{name: "a GET of a mutation", query: get("documentId", idOf(listedBump)), status: 405, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "a GET of nothing", query: get("documentId", "x"), status: 200, code: "PERSISTED_DOCUMENT_NOT_FOUND"},
		{name: "a GET with the id twice", query: url.Values{"documentId": {"x", "y"}}, status: 400, code: "PAYLOAD_INVALID", field: "documentId"},
	} {
		e.method = http.MethodGet
		t.Run(e.name, func(t *testing.T) { e.check(t, w) })
	}

	t.Run("over a socket", func(t *testing.T) {
		c := connected(t, w)
		c.send(`{"id":"a","type":"subscribe","payload":` + byID(idOf(listedTicks)) + `}`)
		c.expect(`{"id":"a","type":"next","payload":{"data":{"ticks":1}}}`, `{"id":"a","type":"next","payload":{"data":{"ticks":2}}}`,
			`{"id":"a","type":"next","payload":{"data":{"ticks":3}}}`, `{"id":"a","type":"complete"}`)
		c.send(`{"id":"b","type":"subscribe","payload":` + byHash(listedHello) + `}`)
		c.expect(`{"id":"b","type":"next","payload":`+world+`}`, `{"id":"b","type":"complete"}`)
		for request, code := range map[string]string{byID("x"): "PERSISTED_DOCUMENT_NOT_FOUND", byHash(unlisted): "PERSISTED_QUERY_NOT_FOUND", both("{ boom }", "x"): "PAYLOAD_INVALID"} {
			c.send(`{"id":"c","type":"subscribe","payload":` + request + `}`)
			kind, id, payload := c.message()
			require.Equal(t, "error c", kind+" "+id)
			require.Contains(t, string(payload), `"code":"`+code+`"`)
			require.Contains(t, string(payload), `"correlationId":"c-1"`, "it was presented")
		}
	})
}

func TestListedOnly(t *testing.T) {
	w := listing(t, true)
	for _, e := range []exchange{
		{name: "a listed document by its id", body: byID(idOf(listedHello)), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "a listed document as text", body: `{"query":"{ hello }"}`, status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "another spelling of it", body: `{"query":"{hello}"}`, status: 200, code: "DOCUMENT_NOT_ALLOWED"},
		{name: "another spelling of it, modern", body: `{"query":"{hello}"}`, header: accepting(modern), media: modern, status: 400, code: "DOCUMENT_NOT_ALLOWED"},
		{name: "introspection", body: `{"query":"{ __schema { types { name } } }"}`, status: 200, code: "DOCUMENT_NOT_ALLOWED"},
		{name: "no document at all", body: `{"query":"{"}`, status: 200, code: "DOCUMENT_NOT_ALLOWED"},
		{name: "an id that is not listed", body: byID("x"), status: 200, code: "PERSISTED_DOCUMENT_NOT_FOUND"},
		{name: "a hash and its text", body: both("{boom}", idOf("{boom}")), status: 200, code: "DOCUMENT_NOT_ALLOWED"},
	} {
		t.Run(e.name, func(t *testing.T) { e.check(t, w) })
	}

	t.Run("a server that would answer nothing is not built", func(t *testing.T) {
		require.Error(t, NewDocuments(nil, true).Validate(nil))
		require.NoError(t, NewDocuments(nil, false).Validate(nil))
	})
}

// TestNewDocumentsAreChecked shows that a document passes the check once, and a listed one never: it did at the start.
func TestNewDocumentsAreChecked(t *testing.T) {
	long := "{" + strings.Repeat(" hello", 300) + "}"
	documents := NewDocuments(nil, false)
	check := func(query string) error {
		if err := documents.MutateOperationParameters(context.Background(), &graphql.RawParams{Query: query}); err != nil {
			return err
		}
		return nil
	}
	require.ErrorContains(t, check(long), "too long to check")
	require.ErrorContains(t, check(strings.Repeat("{ hello }", 1000)), "token limit of 1500")
	require.NoError(t, check("{ hello }"))

	documents.Add(context.Background(), long, &ast.QueryDocument{})
	require.NoError(t, check(long), "it is known, so it was checked")
}

func TestSeveralOperations(t *testing.T) {
	const two = `query A { hello } query B { root }`
	w := newWorld(t, setup{documents: NewDocuments(listOf(t, two), false)})
	for name, query := range map[string]string{"listed": two, "met for the first time": two + "#"} {
		t.Run("the request must name one, "+name, func(t *testing.T) {
			for range 2 {
				answer := exchange{body: fmt.Sprintf(`{"query":%q,"operationName":"B"}`, query), status: 200, answer: `{"data":{"root":"world"}}`}
				refusal := answer
				refusal.body, refusal.answer = fmt.Sprintf(`{"query":%q}`, query), `{"errors":[{"message":"the document has 2 operations, and operationName must say which one is asked",
					"extensions":{"code":"GRAPHQL_VALIDATION_FAILED","correlationId":"c-1"}}]}`
				refusal.check(t, w)
				answer.check(t, w)
			}
		})
	}
}

func TestRecent(t *testing.T) {
	newRecent := newRecent[int]
	has := func(r *recent[int], text string) bool { return r.lru.Contains(text) }

	t.Run("no more are kept than the count", func(t *testing.T) {
		r := newRecent(2, 1<<20)
		for i := range 3 {
			r.add(fmt.Sprint(i), i, 10)
		}
		require.False(t, has(r, "0"))
		require.True(t, has(r, "1") && has(r, "2"))
		require.Equal(t, 20, r.bytes)
	})

	t.Run("no more are kept than the bytes, and those used last stay", func(t *testing.T) {
		r := newRecent(100, 30)
		for i := range 3 {
			r.add(fmt.Sprint(i), i, 10)
		}
		value, known := r.get("1")
		require.True(t, known)
		require.Equal(t, 1, value)
		_, _ = r.get("0")
		r.add("3", 3, 15)
		require.True(t, has(r, "0") && has(r, "3"))
		require.False(t, has(r, "1") || has(r, "2"))
		require.Equal(t, 25, r.bytes)
	})

	t.Run("one that two requests brought counts once", func(t *testing.T) {
		r := newRecent(100, 1<<20)
		r.add("a", 0, 10)
		r.add("a", 0, 10)
		require.Equal(t, 10, r.bytes)
	})

	t.Run("one that is larger than all is not kept", func(t *testing.T) {
		r := newRecent(100, 30)
		r.add("a", 0, 31)
		require.False(t, has(r, "a"))
		require.Zero(t, r.bytes)
	})

	t.Run("a document counts by its tokens and its text", func(t *testing.T) {
		require.Equal(t, len("{ a }")+3*tokenBytes, footprint("{ a }"))
	})
}

// BenchmarkParse prints what a parsed document takes, by which tokenBytes goes.
func BenchmarkParse(b *testing.B) {
	text := "{ tree {" + strings.Repeat(" name", 1400) + "} }"
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parser.ParseQuery(&ast.Source{Input: text}); err != nil {
			b.Fatal(err)
		}
	}
}
