package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
)

// graphiql is how tools ask for the schema.
const graphiql = `query IntrospectionQuery { __schema { queryType { name kind } mutationType { name kind } subscriptionType { name kind }
	types { ...FullType } directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } } } }
	fragment FullType on __Type { kind name description specifiedByURL isOneOf
	  fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
	  inputFields(includeDeprecated: true) { ...InputValue } interfaces { ...TypeRef }
	  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
	fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
	fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }`

var asJSON = http.Header{"Content-Type": {"application/json"}}

func apiHTTP(t *testing.T, p *program) {
	shared := newWorld(t, p, patient)
	run := func(name string, part func(t *testing.T, w *world)) {
		t.Run(name, func(t *testing.T) { part(t, shared.in(t)) })
	}
	refused := func(t *testing.T, a answer, status int) answer {
		t.Helper()
		require.Equal(t, status, a.status, a.raw)
		require.NotEmpty(t, a.code(), a.raw)
		require.False(t, a.json().Get("data").Exists(), a.raw)
		require.Equal(t, a.header.Get("X-Correlation-Id"), a.json().Get("errors.0.extensions.correlationId").String(), a.raw)
		return a
	}
	run("a body is at most 64 KiB", func(t *testing.T, w *world) {
		fits := body(`{ serverTime }`, nil)
		fits = fits + strings.Repeat(" ", 64<<10-len(fits))
		require.True(t, w.guest.post(fits).data("serverTime").Exists())
		refused(t, w.guest.post(fits+" "), http.StatusRequestEntityTooLarge)
		refused(t, w.guest.eventsRaw(fits+" "), http.StatusRequestEntityTooLarge)
	})
	run("a body is one JSON object in UTF-8, sent as such", func(t *testing.T, w *world) {
		good := body(`{ serverTime }`, nil)
		for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=latin1", "application/graphql", "text/plain; application/json"} {
			refused(t, w.guest.send(http.MethodPost, w.guest.at, good, http.Header{"Content-Type": {kind}}), http.StatusUnsupportedMediaType)
		}
		refused(t, w.guest.send(http.MethodPost, w.guest.at, good, http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}), http.StatusUnsupportedMediaType)
		require.Equal(t, 200, w.guest.send(http.MethodPost, w.guest.at, good, http.Header{"Content-Type": {"application/json; charset=UTF-8"}}).status)
		for _, bad := range []string{"", "{", "null", "1", `"x"`, "[]", "[" + good + "," + good + "]", good + good, `{"query": 5}`, `{"query": "{ serverTime }", "query": "{ viewer { id } }"}`,
			`{"query": "{ serverTime }", "variables": []}`, `{"query": "{ serverTime }", "variables": "x"}`, "{\"query\": \"{ serverTime \xff }\"}", `{}`, `{"query": ""}`, `{"query": null}`, strings.Repeat("[", 30000)} {
			refused(t, w.guest.post(bad), http.StatusBadRequest)
			refused(t, w.guest.eventsRaw(bad), http.StatusBadRequest)
		}
	})
	run("GET is for queries", func(t *testing.T, w *world) {
		slot := w.evening()
		before := w.state()
		get := func(query string) answer {
			return w.guest.send(http.MethodGet, w.guest.at+"?query="+url.QueryEscape(query), "", http.Header{})
		}
		require.True(t, get(`{ serverTime }`).data("serverTime").Exists())
		a := refused(t, get(`mutation { holdSlot(input: {slotIds: ["`+slot+`"], partySize: 2, idempotencyKey: "`+key()+`"}) { outcome } }`), http.StatusMethodNotAllowed)
		require.Equal(t, "POST", a.header.Get("Allow"))
		refused(t, get(`subscription { reservationChanged(venueId: "`+w.venueID()+`") { kind } }`), http.StatusBadRequest)
		refused(t, w.guest.send(http.MethodGet, w.guest.at, "", http.Header{}), http.StatusBadRequest)
		for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch} {
			refused(t, w.guest.send(method, w.guest.at, body(`{ serverTime }`, nil), asJSON.Clone()), http.StatusMethodNotAllowed)
		}
		require.Equal(t, before, w.state())
	})
	run("an answer is not to be kept or sniffed", func(t *testing.T, w *world) {
		a := w.guest.ask(`{ serverTime }`, nil)
		require.Equal(t, "no-store", a.header.Get("Cache-Control"))
		require.Equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
		require.Empty(t, a.header.Get("Access-Control-Allow-Origin"))
		require.Regexp(t, `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`, a.data("serverTime").String())
	})
	run("a document that can't be read, and one that does not fit the schema", func(t *testing.T, w *world) {
		for _, query := range []string{`{`, `{ serverTime`, `}`, `query`, "{ serverTime \x00 }", `{ a(b: "\u12") }`, `"`} {
			w.guest.ask(query, nil).failed("GRAPHQL_PARSE_FAILED")
		}
		for _, query := range []string{`{ nothing }`, `{ viewer }`, `{ serverTime { x } }`, `{ venue { id } }`, `query($x: Nothing) { serverTime }`, `query A { serverTime } query A { serverTime }`,
			`{ ...missing }`, `fragment a on Query { serverTime }`, `{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }`, `mutation { serverTime }`, `{ serverTime @nothing }`} {
			require.Equal(t, "GRAPHQL_VALIDATION_FAILED", w.guest.ask(query, nil).code(), query)
		}
		two := `{"query": "query A { serverTime } query B { viewer { id } }"`
		require.NotEmpty(t, w.guest.post(two+`}`).code())
		require.True(t, w.guest.post(two+`, "operationName": "B"}`).data("viewer.id").Exists())
		strict := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/graphql-response+json"}}
		refused(t, w.guest.send(http.MethodPost, w.guest.at, body(`{ nothing }`, nil), strict.Clone()), http.StatusBadRequest)
		require.Equal(t, "application/graphql-response+json; charset=utf-8", w.guest.send(http.MethodPost, w.guest.at, body(`{ serverTime }`, nil), strict.Clone()).header.Get("Content-Type"))
		refused(t, w.guest.send(http.MethodPost, w.guest.at, body(`{ serverTime }`, nil), http.Header{"Content-Type": {"application/json"}, "Accept": {"text/html"}}), http.StatusNotAcceptable)
		require.NotEmpty(t, w.guest.post(`{"query": "", "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "x"}}}`).code())
	})
	run("what costs too much is refused before it costs anything", func(t *testing.T, w *world) {
		before := w.state()
		bomb := `query { ...f0 } `
		for i := range 60 {
			bomb += fmt.Sprintf("fragment f%d on Query { ...f%d ...f%d } ", i, i+1, i+1)
		}
		bomb += `fragment f60 on Query { serverTime }`
		fields := `query { ...g0 } `
		for i := range 40 {
			fields += fmt.Sprintf("fragment g%d on Query { a: viewer { id ...h } ...g%d b: viewer { id ...h } ...g%d } ", i, i+1, i+1)
		}
		fields += `fragment g40 on Query { serverTime } fragment h on Viewer { tenant { id } }`
		nested := func(depth int) string {
			return `{ reservations(venueId: "` + w.venueID() + `") { nodes ` + `{ id ` + strings.Repeat(`... on Reservation { `, depth) + `id` + strings.Repeat(` }`, depth) + ` } } }`
		}
		offers := strings.Repeat(`entry { offer { `, 20) + `id` + strings.Repeat(` } }`, 20)
		aliases := `{ `
		for i := range 400 {
			aliases += fmt.Sprintf("a%d: serverTime ", i)
		}
		twenty := `mutation { `
		for i := range 21 {
			twenty += fmt.Sprintf(`a%d: holdSlot(input: {slotIds: [], partySize: 2, idempotencyKey: "%s"}) { outcome } `, i, key())
		}
		two := `mutation { a: holdSlot(input: {slotIds: ["` + w.id("sl") + `"], partySize: 2, idempotencyKey: "` + key() + `"}) { outcome } b: holdSlot(input: {slotIds: ["` + w.id("sl") + `"], partySize: 2, idempotencyKey: "` + key() + `"}) { outcome } }`
		var many strings.Builder
		for i := range 19 {
			fmt.Fprintf(&many, `q%d: reservations(venueId: "%s") { nodes { id status version slots { id startsAt endsAt bookable blockers resource { id name kind minParty maxParty } } venue { id code name timeZone policy { id number } } customer { id name } viewerCommands policyVersion { id } } } `, i, w.venueID())
		}
		for name, attack := range map[string]struct{ query, code string }{
			"nested fragments":              {bomb, "QUERY_TOO_COMPLEX"},
			"nested fragments with fields":  {fields, "QUERY_TOO_COMPLEX"},
			"a deep query":                  {`{ offer(id: "x") { ` + offers + ` } }`, "QUERY_TOO_COMPLEX"},
			"many aliases":                  {aliases + `}`, "QUERY_TOO_COMPLEX"},
			"aliased mutations":             {twenty + `}`, "QUERY_TOO_COMPLEX"},
			"two mutations":                 {two, "QUERY_TOO_COMPLEX"},
			"deep introspection":            {`{ __schema { types { ` + strings.Repeat(`fields { type { `, 15) + `name` + strings.Repeat(` } }`, 15) + ` } } }`, "QUERY_TOO_COMPLEX"},
			"more tokens than are read":     {`{ ` + strings.Repeat(`a `, 1600) + `}`, "GRAPHQL_PARSE_FAILED"},
			"directives without end":        {`{ serverTime ` + strings.Repeat(`@a `, 15000) + `}`, "GRAPHQL_PARSE_FAILED"},
			"braces without end":            {strings.Repeat(`{ a `, 10000), "GRAPHQL_PARSE_FAILED"},
			"brackets in a value":           {`{ node(id: ` + strings.Repeat(`[`, 20000) + `) { id } }`, "GRAPHQL_PARSE_FAILED"},
			"inline fragments without end":  {nested(400), ""},
			"the same field over and over":  {`{ ` + strings.Repeat(`serverTime `, 700) + `}`, ""},
			"an argument of many variables": {`query(` + manyVariables(300) + `) { serverTime }`, "GRAPHQL_VALIDATION_FAILED"},
		} {
			best := time.Hour
			for tries := 0; tries < 3 || (best > 100*time.Millisecond && tries < 20); tries++ { // a busy machine may be late
				began := time.Now()
				a := w.staff.ask(attack.query, nil)
				best = min(best, time.Since(began))
				if name == "deep introspection" {
					require.Contains(t, []string{"QUERY_TOO_COMPLEX", "GRAPHQL_VALIDATION_FAILED"}, a.code())
				} else if attack.code != "" {
					require.Equal(t, attack.code, a.code(), "%s: %.300s", name, a.raw)
				}
			}
			require.Less(t, best, 100*time.Millisecond, name)
		}
		require.Equal(t, before, w.state())
		// A large honest query still goes through.
		require.False(t, w.staff.ask(`{ `+many.String()[:strings.Index(many.String(), "q3:")]+`}`, nil).json().Get("errors").Exists())
	})
	run("tools can read the schema", func(t *testing.T, w *world) {
		for _, c := range []client{w.guest, w.in(t).program.as("")} {
			a := c.ask(graphiql, nil)
			require.Empty(t, a.code(), a.raw)
			require.Equal(t, "Query", a.data("__schema.queryType.name").String())
			require.NotEmpty(t, a.data(`__schema.types.#(name=="Reservation").fields.#(name=="viewerCommands").description`).String())
		}
	})
	run("an error names nothing that the client did not", func(t *testing.T, w *world) {
		for _, query := range []string{`{ viewr { id } }`, `{ viewer { idd displayNam } }`, `{ venue(idd: "x") { id } }`, `{ availabilities { id } }`, `mutation { holdSlots { outcome } }`, `query($x: HoldSlotInputs!) { serverTime }`,
			`{ reservations(venueId: "x", filter: {statuses: [HELDD]}) { nodes { id } } }`, `{ reservations(venueId: "x", filter: {status: [HELD]}) { nodes { id } } }`, `{ node(id: "x") { ... on Reservatio { id } } }`, `{ serverTime @capabilit(name: "x") }`,
			`mutation { holdSlot(input: {slotId: "x"}) { outcome } }`, `{ serverTime @skp(if: true) }`, `subscription { offersChanged { kind } }`, `{ venues(firs: 1) { nodes { id } } }`} {
			a := w.guest.ask(query, nil)
			require.NotEmpty(t, a.code(), query)
			require.NotContains(t, strings.ToLower(a.raw), "did you mean", query)
		}
		a := w.guest.ask(mutations["holdSlot"], vars{"input": vars{"slotIdss": []string{"x"}, "idempotencyKey": key()}})
		require.NotContains(t, strings.ToLower(a.raw), "did you mean")
		a = w.guest.ask(mutations["cancelReservation"], vars{"input": vars{"reservationId": "x", "expectedVersion": 1, "reasonCode": "OTHR", "idempotencyKey": key()}})
		require.NotContains(t, strings.ToLower(a.raw), "did you mean")
	})
	run("nothing else is to be had here", func(t *testing.T, w *world) {
		base := strings.TrimSuffix(w.guest.at, "/graphql")
		for path, status := range map[string]int{"/healthz": 200, "/readyz": 200, "/metrics": 404, "/debug/pprof/": 404, "/graphql/": 404, "/nothing": 404, "/graphiql/": 200} {
			require.Equal(t, status, w.guest.send(http.MethodGet, base+path, "", http.Header{}).status, path)
		}
	})
	run("a page of another origin opens no socket", func(t *testing.T, w *world) {
		host := strings.TrimPrefix(strings.TrimSuffix(w.guest.at, "/graphql"), "http://")
		for origin, status := range map[string]int{"https://evil.example": 403, "null": 403, "http://" + host + ".evil.example": 403, "http://" + host: 101, "": 101} {
			dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
			header := http.Header{}
			if origin != "" {
				header.Set("Origin", origin)
			}
			conn, response, _ := dialer.Dial("ws://"+host+"/graphql", header)
			require.Equal(t, status, response.StatusCode, origin)
			_ = response.Body.Close()
			if conn != nil {
				require.NoError(t, conn.Close())
			}
		}
		_, response, err := (&websocket.Dialer{Subprotocols: []string{"graphql-ws"}}).Dial("ws://"+host+"/graphql", nil)
		require.Error(t, err)
		require.Equal(t, http.StatusBadRequest, response.StatusCode)
		_ = response.Body.Close()
	})
}

func manyVariables(count int) (all string) {
	for i := range count {
		all += fmt.Sprintf("$v%d: Int ", i)
	}
	return all
}

// eventsRaw posts a body where a stream of events is wanted.
func (c client) eventsRaw(body string) answer {
	c.t.Helper()
	return c.send(http.MethodPost, c.at, body, http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}})
}

func TestWithoutIntrospection(t *testing.T) {
	t.Parallel()
	p := start(t, func(s *config.Serve) { s.Introspection = false })
	n := p.tenant()
	for _, query := range []string{graphiql, `{ __schema { types { name } } }`, `{ __type(name: "Query") { name } }`} {
		a := n.admin.ask(query, nil)
		require.NotEmpty(t, a.code(), a.raw)
		require.NotContains(t, a.raw, "Reservation")
	}
	require.True(t, n.admin.ask(`{ serverTime __typename }`, nil).data("serverTime").Exists())
}

func TestWithoutADatabase(t *testing.T) {
	t.Parallel()
	p, w := wired(t)
	n := p.tenant()
	input := vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": key()}
	s := n.guest.watch("reservationChanged", vars{"id": n.venueID()})
	w.set(true)
	began := time.Now()
	for time.Since(began) < 2500*time.Millisecond { // at first the key is remembered, then nobody can be known
		for _, a := range []answer{n.guest.try("holdSlot", input), n.guest.ask(`{ serverTime }`, nil)} {
			a.failed("UNAVAILABLE")
			require.Positive(t, a.json().Get("errors.0.extensions.retryAfterMs").Int())
			require.NotContains(t, a.raw, "pq")
			require.NotContains(t, a.raw, "127.0.0.1")
		}
	}
	base := strings.TrimSuffix(n.guest.at, "/graphql")
	require.Equal(t, 503, n.guest.send(http.MethodGet, base+"/readyz", "", http.Header{}).status)
	require.Equal(t, 200, n.guest.send(http.MethodGet, base+"/healthz", "", http.Header{}).status)
	w.set(false)
	eventually(t, "it comes back by itself", func() bool { return n.guest.try("holdSlot", input).code() == "" })
	r := n.guest.commit("holdSlot", input).Get("reservation")
	require.Equal(t, []string{r.Get("id").String() + " 1 HELD"}, s.changes(1), "nobody was sent away, and nothing was missed")
}
