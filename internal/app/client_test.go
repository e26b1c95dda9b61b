package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// vars are a request's variables.
type vars map[string]any

// with is the same variables with some changed.
func (v vars) with(more vars) vars {
	all := vars{}
	for name, value := range v {
		all[name] = value
	}
	for name, value := range more {
		all[name] = value
	}
	return all
}

// client speaks to the API with one token; an empty one sends none.
type client struct {
	*program
	token string
}

func (p *program) as(token string) client { return client{p, token} }

// in is the client as a part of the test uses it.
func (c client) in(t testing.TB) client { return client{c.program.in(t), c.token} }

// answer is a response as it came.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	raw    string
}

// ask sends one operation.
func (c client) ask(query string, v vars) answer {
	c.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": v})
	require.NoError(c.t, err)
	return c.post(string(body))
}

// post sends a body as it is.
func (c client) post(body string) answer {
	c.t.Helper()
	return c.send(http.MethodPost, c.at, body, http.Header{"Content-Type": {"application/json"}})
}

func (c client) send(method, url, body string, header http.Header) answer {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, url, strings.NewReader(body))
	require.NoError(c.t, err)
	request.Header = header
	if c.token != "" && header.Get("Authorization") == "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(c.t, err)
	raw, err := io.ReadAll(response.Body)
	require.NoError(c.t, err)
	require.NoError(c.t, response.Body.Close())
	return answer{c.t, response.StatusCode, response.Header, string(bytes.TrimSpace(raw))}
}

// do sends an operation that must not end in errors and returns its data.
func (c client) do(query string, v vars) gjson.Result {
	c.t.Helper()
	a := c.ask(query, v)
	require.False(c.t, a.json().Get("errors").Exists(), "%s with %v: %s", query, v, a.raw)
	return a.json().Get("data")
}

func (a answer) json() gjson.Result { return gjson.Parse(a.raw) }

func (a answer) data(path string) gjson.Result { return a.json().Get("data." + path) }

// code is the code of the only error; empty when there is none.
func (a answer) code() string { return a.json().Get("errors.0.extensions.code").String() }

// field is the input field that the only error names.
func (a answer) field() string { return a.json().Get("errors.0.extensions.field").String() }

// failed demands an error of this code, its correlation id, and nothing besides.
func (a answer) failed(code string) answer {
	a.t.Helper()
	require.Equal(a.t, code, a.code(), a.raw)
	require.Len(a.t, a.json().Get("errors").Array(), 1, a.raw)
	require.Equal(a.t, a.header.Get("X-Correlation-Id"), a.json().Get("errors.0.extensions.correlationId").String(), a.raw)
	return a
}

var keys atomic.Int64

// key is a new idempotency key.
func key() string { return fmt.Sprintf("acceptance-%08d", keys.Add(1)) }

// body is a request as it is posted.
func body(query string, v vars) string {
	raw, _ := json.Marshal(map[string]any{"query": query, "variables": v}) // plain values always marshal
	return string(raw)
}

// eventStream posts a body and passes on what comes as server-sent events.
func (c client) eventStream(ctx context.Context, body string) <-chan gjson.Result {
	c.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.at, strings.NewReader(body))
	require.NoError(c.t, err)
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + c.token}}
	response, err := http.DefaultClient.Do(request)
	require.NoError(c.t, err)
	require.Equal(c.t, http.StatusOK, response.StatusCode)
	events := make(chan gjson.Result, 100)
	go func() {
		defer close(events)
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		for lines.Scan() {
			if data, found := strings.CutPrefix(lines.Text(), "data: "); found {
				events <- gjson.Parse(data)
			} else if lines.Text() == "event: complete" {
				events <- gjson.Parse(`"complete"`)
			}
		}
	}()
	return events
}
