package provider

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// question is one request.
type question struct {
	method string
	path   []string // below the provider's address
	key    string   // the idempotency key; empty: none
	body   []byte
}

// reply is a whole answer.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// trouble is why there is no whole answer. Its text is for people.
type trouble struct {
	detail       string
	nothingSent  bool // proven: the provider can't have done anything
	unauthorized bool // our credential is missing, so nothing was sent
}

// exchange asks once and never again. What comes back is one of the two.
func (c *Client) exchange(ctx context.Context, q question) (reply, *trouble) {
	request, no := c.request(ctx, q)
	if no != nil {
		return reply{}, no
	}
	if err := ctx.Err(); err != nil {
		return reply{}, &trouble{detail: silence(err, "") + " Nothing was sent.", nothingSent: true}
	}
	var dialled, connected atomic.Bool
	request = request.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { dialled.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}))
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		if dialled.Load() && !connected.Load() {
			// Before the request is sent nobody can have put our credential into the error, so it may be logged.
			c.log.DebugContext(ctx, "provider can't be reached", "error", err)
			return reply{}, &trouble{detail: "The provider can't be reached. Nothing was sent.", nothingSent: true}
		}
		return reply{}, &trouble{detail: silence(err, "The connection to the provider broke before an answer came.")}
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusSwitchingProtocols {
		// What would follow is an open connection: reading it would end with no deadline.
		return reply{}, &trouble{detail: "The provider's answer makes no sense."}
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer+1))
	switch {
	case err != nil:
		return reply{}, &trouble{detail: silence(err, "The connection to the provider broke in the middle of its answer.")}
	case len(body) > mostAnswer:
		return reply{}, &trouble{detail: "The provider's answer is too long to be believed."}
	}
	return reply{response.StatusCode, response.Header, body}, nil
}

// request writes the question down.
func (c *Client) request(ctx context.Context, q question) (*http.Request, *trouble) {
	if c.endpoint == nil {
		return nil, &trouble{detail: "The provider's address can't be used. Nothing was sent.", nothingSent: true}
	}
	request, err := http.NewRequestWithContext(ctx, q.method, c.endpoint.JoinPath(q.path...).String(), bytes.NewReader(q.body))
	if err != nil {
		return nil, &trouble{detail: "The provider's address can't be used. Nothing was sent.", nothingSent: true}
	}
	// net/http sends a request again by itself, when a kept connection dies, if it has an idempotency key and a body that
	// can be had a second time. Then one attempt would be two.
	request.GetBody = nil
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "slotq")
	if q.body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if q.key != "" {
		request.Header.Set("Idempotency-Key", q.key)
	}
	if name := c.provider.TokenVariable; name != "" {
		token := c.token(name)
		if !sendable(token) {
			return nil, &trouble{detail: "Our credential for the provider is missing or can't be sent. Nothing was sent.", unauthorized: true, nothingSent: true}
		}
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return request, nil
}

// sendable reports whether a credential is there and fits into a header.
func sendable(token string) bool {
	for i := range len(token) {
		if token[i] <= ' ' || token[i] > '~' {
			return false
		}
	}
	return token != ""
}

// silence words a missing answer. The error itself is not repeated: the other side may have written into it.
func silence(err error, otherwise string) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "The provider did not answer in time."
	case errors.Is(err, context.Canceled):
		return "We stopped waiting for the provider's answer."
	}
	return otherwise
}
