package app_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/config"
)

// documentCodes are the codes by which a document, or its variables, may be refused.
var documentCodes = []string{"GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED", "QUERY_TOO_COMPLEX", "PAYLOAD_INVALID",
	"INVALID_IDEMPOTENCY_KEY", "REFERENCE_NOT_FOUND"}

// FuzzDocument sends any document, as an administrator to whom nothing is forbidden: it is answered, in time and at a
// reasonable length, and no answer and no log tells of a fault.
func FuzzDocument(f *testing.F) {
	p := start(f, func(s *config.Serve) { s.LogLevel = "warn" })
	w := newWorld(f, p)
	for _, r := range roots() {
		variables, err := json.Marshal(r.good(w))
		require.NoError(f, err)
		f.Add(r.document, string(variables))
	}
	for _, document := range []string{
		graphiql, `{`, `{ ...F } fragment F on Query { ...F }`, `query($n: Int = 3) { venues(first: $n) { nodes { id } } }`,
		`{ a: __schema { types { fields { args { type { ofType { name } } } } } } }`, `{ venues { nodes { ...V ...V } } } fragment V on Venue { id resources { nodes { id } } }`,
		`{` + strings.Repeat(" serverTime", 400) + `}`, `{ node(id: """block` + "\n" + `""") { ... on Slot @include(if: true) { id } } }`, `mutation { holdSlot(input: {}) { outcome } }`,
	} {
		f.Add(document, `{}`)
	}
	f.Fuzz(func(t *testing.T, document, variables string) {
		if !json.Valid([]byte(variables)) {
			variables = "null"
		}
		body, err := json.Marshal(map[string]any{"query": document, "variables": json.RawMessage(variables)})
		require.NoError(t, err)
		status, raw := askInTime(t, w.admin, string(body))
		require.Contains(t, []int{200, 400, 413}, status, raw)
		require.True(t, json.Valid([]byte(raw)))
		require.Less(t, len(raw), 4<<20)
		for _, code := range gjson.Get(raw, "errors.#.extensions.code").Array() {
			require.True(t, slices.Contains(documentCodes, code.String()), raw)
		}
	})
}

// askInTime is a request that waits no longer than for what must come.
func askInTime(t *testing.T, c client, body string) (status int, raw string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.at, strings.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+c.token)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}
