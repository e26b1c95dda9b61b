package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph/transport"
)

// hostile is a request made to cost much: its document, its variables, and the code of its refusal.
type hostile struct {
	query     string
	variables map[string]any
	code      string
}

// corpus are attacks by one request, each of which once took seconds, or takes them elsewhere. All fit the limit of a body.
func corpus() map[string]hostile {
	const (
		tooComplex = "QUERY_TOO_COMPLEX"
		unparsed   = "GRAPHQL_PARSE_FAILED"
		invalid    = "GRAPHQL_VALIDATION_FAILED"
		misvalued  = "PAYLOAD_INVALID"
	)
	again := strings.Repeat
	ids := make([]string, 10_000)
	for i := range ids {
		ids[i] = "x"
	}
	return map[string]hostile{
		"10,000 fields of one alias":         {query: "{" + again(" a:id", 10_000) + "}", code: unparsed},
		"as many aliases as are parsed":      {query: "{" + numbered(" a%d:serverTime", 490) + "}", code: tooComplex},
		"aliases below a root":               {query: "{ viewer {" + numbered(" a%d:role", 490) + "} }"},
		"10,000 duplicate fields":            {query: "{" + again(" id", 10_000) + "}", code: unparsed},
		"as many duplicates as are parsed":   {query: "{" + again(" serverTime", 1490) + "}", code: tooComplex},
		"duplicates that are let through":    {query: "{ viewer {" + again(" role", 240) + "} }"},
		"duplicates with what is below":      {query: "{" + again(" viewer{role}", 370) + "}", code: tooComplex},
		"duplicates in arguments":            {query: "{" + again(` node(id:"x"){id}`, 160) + "}", code: tooComplex},
		"duplicates in nested fragments":     {query: again("{...", 240) + "{" + again(" serverTime", 700) + "}" + again("}", 240), code: tooComplex},
		"duplicates at the end of a chain":   {query: "{...F0}" + chain(85, "...{"+again(" serverTime", 700)+"}"), code: tooComplex},
		"duplicates in many operations":      {query: numbered("query Q%d{...F}", 150) + "fragment F on Query{...{" + again(" serverTime", 500) + "}}", code: tooComplex},
		"duplicates that don't fit":          {query: "{" + again(" a:serverTime a:viewer", 240) + "}", code: tooComplex},
		"few duplicates that don't fit":      {query: "{" + again(" a:serverTime a:viewer{role}", 20) + "}", code: invalid},
		"unknown fields":                     {query: "{" + numbered(" foo%d", 1490) + "}", code: invalid},
		"a bomb of fragments":                {query: "{ ...F0 }" + bomb(70), code: tooComplex},
		"a small bomb of fragments":          {query: "{ ...F0 }" + bomb(14), code: tooComplex},
		"fragments that spread all others":   {query: "{ ...F0 }" + thicket(30), code: tooComplex},
		"a chain of fragments":               {query: "{ ...F0 }" + chain(180, "serverTime"), code: tooComplex},
		"a circle of fragments":              {query: "{ ...F0 }" + chain(90, again("...F0 ", 300)), code: invalid},
		"a circle that multiplies":           {query: "{ ...F } fragment F on Query { a: viewer { role } ...F ...F a: viewer { role } }", code: invalid},
		"fragments of types that never meet": {query: `{ node(id:"x") {` + again("...on CommandPayload{__typename}", 120) + "} }", code: invalid},
		"fields nested without end":          {query: "{ viewer {" + again("tenant {", 400) + "id" + again("}", 400) + "} }", code: invalid},
		"a flood of directives":              {query: "{ serverTime" + again("@a", 740) + " }", code: invalid},
		"a flood of @skip":                   {query: "{ serverTime" + again("@skip(if:true)", 200) + " }", code: invalid},
		"a list of 10,000 literals":          {query: `{ nodes(ids: [` + again(`"x" `, 10_000) + "]) { id } }", code: unparsed},
		"a list of 10,000 in a variable":     {query: `query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, variables: map[string]any{"ids": ids}, code: misvalued},
		"one list in many places":            {query: "query($ids: [ID!]!) {" + numbered(" a%d: nodes(ids: $ids) { id }", 20) + "}", variables: map[string]any{"ids": ids[:4000]}, code: tooComplex},
		"a list of lists":                    {query: "{ nodes(ids: " + again("[", 700) + again("]", 700) + ") { id } }", code: misvalued},
		"input objects nested without end":   {query: `{ node(id: ` + again("{a:", 300) + "1" + again("}", 300) + `) { id } }`, code: misvalued},
		"a number of 60,000 digits":          {query: "{ venues(first: " + again("9", 60_000) + ") { nodes { id } } }", code: misvalued},
		"a text of 60,000 bytes":             {query: `{ node(id: "` + again("x", 60_000) + `") { id } }`},
		"a block of 30,000 lines":            {query: `{ node(id: """` + again("\n", 30_000) + `""") { id } }`},
		"a name of 60,000 letters":           {query: "{ " + again("x", 60_000) + " }", code: invalid},
		"a comment of 60,000 bytes":          {query: "#" + again("x", 60_000) + "\n{ serverTime }"},
		"20,000 comments":                    {query: again("#\n", 20_000) + "{ serverTime }", code: unparsed},
		"60,000 braces":                      {query: again("{", 60_000), code: unparsed},
		"variables that nobody uses":         {query: "query(" + numbered("$v%d:Int ", 350) + ") { serverTime }", code: invalid},
		"a page beyond numbers":              {query: "{ venues(first: 2147483647) { nodes { resources(first: 2147483647) { nodes { id } } } } }", code: tooComplex},
		"a page below nothing":               {query: "{" + numbered(" a%d: venues(first: -5) { nodes { resources(first: 100) { nodes { id } } } }", 20) + "}", code: misvalued},
		"pages within pages":                 {query: "{ venues(first: 100) { nodes { resources(first: 100) { nodes { id combines { id combines { id } } } } } } }", code: tooComplex},
		"introspection that multiplies":      {query: "{" + numbered(" a%d: __schema { types { fields { type { fields { args { type { enumValues { name } } } } } } } }", 3) + "}", code: tooComplex},
		"introspection twenty times":         {query: "{" + numbered(" a%d: __schema { types { fields { name args { name } } } }", 20) + "}", code: tooComplex},
		"introspection in circles":           {query: `{ __type(name: "Query") {` + again("fields { type {", 60) + "name" + again("} }", 60) + "} }", code: invalid},
	}
}

// numbered repeats a pattern with numbers in it.
func numbered(pattern string, n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, pattern, i)
	}
	return all.String()
}

// chain is n fragments that each spread the next, and one more at their end.
func chain(n int, end string) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, " fragment F%d on Query{...F%d}", i, i+1)
	}
	fmt.Fprintf(&all, " fragment F%d on Query{%s}", n, end)
	return all.String()
}

// bomb doubles a field n times.
func bomb(n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, " fragment F%d on Query{...on Query{...F%d}...on Query{...F%d}}", i, i+1, i+1)
	}
	fmt.Fprintf(&all, " fragment F%d on Query{serverTime}", n)
	return all.String()
}

// thicket is n fragments that each spread all that come later.
func thicket(n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, " fragment F%d on Query{serverTime", i)
		for j := i + 1; j < n; j++ {
			fmt.Fprintf(&all, " ...F%d", j)
		}
		all.WriteString("}")
	}
	return all.String()
}

func (h hostile) body(t testing.TB) string {
	body, err := json.Marshal(map[string]any{"query": h.query, "variables": h.variables})
	require.NoError(t, err)
	require.Less(t, len(body), transport.DefaultMaxBody, "the limit of a body would catch this one")
	return string(body)
}

func post(handler http.Handler, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func TestHostile(t *testing.T) {
	d := newDoor(t)
	handler := d.handler()
	for name, h := range corpus() {
		t.Run(name, func(t *testing.T) {
			body := h.body(t)
			var got answer
			var said *httptest.ResponseRecorder
			// What the answer takes is counted in allocations, which come out the same on a busy machine.
			taken := testing.AllocsPerRun(1, func() { said = post(handler, body) })
			require.NoError(t, json.Unmarshal(said.Body.Bytes(), &got))
			require.Less(t, taken, 100_000.0)
			require.Less(t, said.Body.Len(), 16<<10)
			if h.code == "" {
				require.Empty(t, got.Errors, said.Body.String())
				return
			}
			require.NotEmpty(t, got.Errors, said.Body.String())
			require.LessOrEqual(t, len(got.Errors), 20)
			for _, err := range got.Errors {
				require.Equal(t, h.code, err.Extensions.Code, err.Message)
				require.NotEmpty(t, err.Message)
				require.LessOrEqual(t, len(err.Message), 600)
			}
		})
	}
	require.Empty(t, d.log.all(), "none of it is a fault of ours")
}

// BenchmarkHostile prints what each attack costs.
func BenchmarkHostile(b *testing.B) {
	handler := newDoor(b).handler()
	for name, h := range corpus() {
		body := h.body(b)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				post(handler, body)
			}
		})
	}
}
