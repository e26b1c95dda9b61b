package graph_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/actor"
)

// list makes the door answer these documents by their hash, and answers a request for each.
func (d *door) list(only bool, texts ...string) (byID []string) {
	d.t.Helper()
	all := map[string]string{}
	for _, text := range texts {
		sum := sha256.Sum256([]byte(text))
		all[hex.EncodeToString(sum[:])] = text
		byID = append(byID, `{"documentId":"sha256:`+hex.EncodeToString(sum[:])+`"}`)
	}
	raw, err := json.Marshal(all)
	require.NoError(d.t, err)
	path := filepath.Join(d.t.TempDir(), "documents.json")
	require.NoError(d.t, os.WriteFile(path, raw, 0o600))
	d.options.Listed, err = graph.ReadDocuments(path)
	require.NoError(d.t, err)
	d.options.OnlyListed = only
	return byID
}

func (d *door) post(body string) answer {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return d.do(r)
}

func TestListedDocuments(t *testing.T) {
	t.Run("a listed document is answered by its name, on every way in", func(t *testing.T) {
		d := newDoor(t)
		requests := d.list(true, `{ serverTime }`, `subscription { reservationChanged(venueId: "`+venue+`") { kind } }`)
		require.NotEmpty(t, d.post(requests[0]).Data["serverTime"])

		id := strings.TrimSuffix(strings.TrimPrefix(requests[0], `{"documentId":"`), `"}`)
		got := d.do(httptest.NewRequest(http.MethodGet, "/graphql?documentId="+url.QueryEscape(id), nil))
		require.NotEmpty(t, got.Data["serverTime"])

		s := d.dial()
		s.send(`{"type":"connection_init"}`)
		kind, _ := s.frame()
		require.Equal(t, "connection_ack", kind)
		s.send(`{"id":"1","type":"subscribe","payload":` + requests[0] + `}`)
		kind, payload := s.frame()
		require.Equal(t, "next", kind)
		require.Contains(t, string(payload), "serverTime")

		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(requests[0]))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		d.handler().ServeHTTP(w, r)
		require.Contains(t, w.Body.String(), `event: next`)
		require.Contains(t, w.Body.String(), `"serverTime":`)
	})

	t.Run("where only listed documents are answered, introspection needs to be listed as well", func(t *testing.T) {
		const schema = `{ __schema { queryType { name } } }`
		d := newDoor(t)
		d.list(true, `{ serverTime }`)
		d.refuse("DOCUMENT_NOT_ALLOWED", schema)
		d.refuse("DOCUMENT_NOT_ALLOWED", `{ nothing`)
		d.read(`{ serverTime }`)
		d = newDoor(t)
		requests := d.list(true, schema)
		require.Contains(t, d.post(requests[0]).raw, `"name":"Query"`)
	})

	t.Run("a listed document keeps to the limits and the capabilities of every other", func(t *testing.T) {
		d := newDoor(t).as(actor.Customer)
		requests := d.list(false, `{ venues(first: 100) { nodes { resources(first: 100) { nodes { id combines { id } } } } } }`, `{ auditLog(venueId: "`+venue+`") { nodes { id } } }`)
		for i, code := range []string{"QUERY_TOO_COMPLEX", "FORBIDDEN"} {
			got := d.post(requests[i])
			require.Len(t, got.Errors, 1, got.raw)
			require.Equal(t, code, got.Errors[0].Extensions.Code)
		}
	})

	t.Run("a document that the contract does not answer is refused at the start", func(t *testing.T) {
		text := `{ serverTimes }`
		sum := sha256.Sum256([]byte(text))
		path := filepath.Join(t.TempDir(), "documents.json")
		require.NoError(t, os.WriteFile(path, []byte(`{"`+hex.EncodeToString(sum[:])+`":"`+text+`"}`), 0o600))
		_, err := graph.ReadDocuments(path)
		require.ErrorContains(t, err, hex.EncodeToString(sum[:]))
		require.ErrorContains(t, err, `"serverTimes"`)
	})
}

// TestNoNamesLeak misspells every name of the contract, one at a time: with what production sets, no answer tells a name
// that the question did not have.
func TestNoNamesLeak(t *testing.T) {
	d := newDoor(t)
	d.options.Introspection = false
	handler := d.handler()
	told := func(query string) string {
		body, err := json.Marshal(map[string]string{"query": query})
		require.NoError(t, err)
		return post(handler, string(body)).Body.String()
	}
	s := contract(t)
	for _, root := range []string{"Query", "Mutation", "Subscription"} {
		for _, field := range s.Types[root].Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			keyword := strings.ToLower(root)
			for _, query := range []string{
				keyword + " { " + field.Name[:len(field.Name)-1] + " }",
				keyword + " { " + field.Name + "s { x } }",
			} {
				answered := strings.ReplaceAll(told(query), field.Name+"s", "")
				require.NotContains(t, answered, field.Name, query)
				require.NotContains(t, answered, "Did you mean", query)
			}
		}
	}
	for _, query := range []string{`{ __schema { types { name } } }`, `{ __type(name: "Reservation") { fields { name } } }`} {
		answered := told(query)
		require.Contains(t, answered, "FORBIDDEN")
		require.NotContains(t, answered, "waitlist")
		require.NotContains(t, answered, "customer")
	}
}
