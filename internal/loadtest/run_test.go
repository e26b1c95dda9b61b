package loadtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
)

// TestRefusals runs against a server that answers as SlotQ does at its doors; the stories of whole processes show the rest.
func TestRefusals(t *testing.T) {
	t.Parallel()
	answer := func(t *testing.T, body string) error {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
		t.Cleanup(server.Close)
		return loadtest.Run(t.Context(), loadtest.Options{Scenario: "hold", URL: server.URL, Token: "secret", Rate: 10, For: time.Second, Most: 4, Out: io.Discard, Terminal: io.Discard})
	}
	err := answer(t, `{"errors":[{"message":"No.","extensions":{"code":"FORBIDDEN"}}],"data":null}`)
	require.ErrorContains(t, err, "an administrator's token")
	require.NotContains(t, err.Error(), "secret")
	require.ErrorContains(t, answer(t, `<html>`), "no JSON")
	require.ErrorContains(t, answer(t, `{"data":{"createVenue":{"outcome":"REJECTED","problem":{"code":"POLICY_FORBIDS"}}}}`), "createVenue: refused: POLICY_FORBIDS")
	require.ErrorContains(t, loadtest.Run(t.Context(), loadtest.Options{Scenario: "dance"}), `no such scenario: "dance"`)
}

// TestPatience: what is asked again is asked with the same key, for what was thought undone may have been done.
func TestPatience(t *testing.T) {
	t.Parallel()
	var keys []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		keys = append(keys, gjson.GetBytes(body, "variables.input.idempotencyKey").String())
		outcome := `{"outcome":"REJECTED","problem":{"code":"POLICY_FORBIDS"}}`
		if len(keys) < 3 {
			outcome = `{"outcome":"IN_PROGRESS"}`
		}
		_, _ = io.WriteString(w, `{"data":{"createVenue":`+outcome+`}}`)
	}))
	t.Cleanup(server.Close)
	err := loadtest.Run(t.Context(), loadtest.Options{Scenario: "hold", URL: server.URL, Token: "secret", Rate: 10, For: time.Second, Most: 4, Out: io.Discard, Terminal: io.Discard})
	require.ErrorContains(t, err, "POLICY_FORBIDS")
	require.Len(t, keys, 3)
	require.NotEmpty(t, keys[0])
	require.Equal(t, []string{keys[0], keys[0]}, keys[1:])
}

// TestRun tells refusals of calls by their codes, in the table and in JSON.
func TestRun(t *testing.T) {
	t.Parallel()
	var holds atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		query := gjson.GetBytes(raw, "query").String()
		for name, data := range map[string]string{
			"createVenue(": `{"venue":{"id":"v","version":1}}`, "updateVenue(": `{"venue":{"version":2}}`, "setOpeningHours(": `{"venue":{"version":3}}`,
			"createResource(": `{"resource":{"id":"r"}}`, "updateResource(": `{"resource":{"id":"r"}}`, "node(": `{"version":1}`,
			"availability(": `{"nodes":[` + strings.TrimSuffix(strings.Repeat(`{"id":"s"},`, 287), ",") + `],"pageInfo":{"hasNextPage":false}}`,
		} {
			if strings.Contains(query, name) {
				if strings.Contains(query, "mutation") {
					data = `{"outcome":"COMMITTED",` + data[1:]
				}
				fmt.Fprintf(w, `{"data":{%q:%s}}`, strings.TrimSuffix(name, "("), data)
				return
			}
		}
		switch holds.Add(1) % 4 {
		case 0:
			fmt.Fprint(w, `{"data":{"holdSlot":{"outcome":"REJECTED","problem":{"code":"CAPACITY_EXCEEDED"}}}}`)
		case 1:
			fmt.Fprint(w, `{"errors":[{"message":"Slower.","extensions":{"code":"RATE_LIMITED"}}],"data":null}`)
		default:
			fmt.Fprint(w, `{"data":{"holdSlot":{"outcome":"COMMITTED","problem":null,"reservation":{"id":"r","version":1}}}}`)
		}
	}))
	t.Cleanup(server.Close)
	run := func(asJSON bool) (out, told bytes.Buffer) {
		require.NoError(t, loadtest.Run(t.Context(), loadtest.Options{
			Scenario: "hot", URL: server.URL, Token: "secret", Rate: 40, For: time.Second, Most: 4, JSON: asJSON, Out: &out, Terminal: &told,
		}))
		return out, told
	}
	out, told := run(true)
	var s loadtest.Summary
	require.NoError(t, json.Unmarshal(out.Bytes(), &s))
	require.Equal(t, loadtest.Counts{Asked: 40, Done: 20, Refused: map[string]int{"CAPACITY_EXCEEDED": 10, "RATE_LIMITED": 10}}, s.Counts)
	require.Contains(t, told.String(), "existing ones are left alone")
	require.Contains(t, told.String(), "takes no more bookings")
	require.NotContains(t, told.String()+out.String(), "secret")

	out, _ = run(false)
	require.Regexp(t, `refused +10 CAPACITY_EXCEEDED`, out.String())
	require.Regexp(t, `asked +40`, out.String())
}
