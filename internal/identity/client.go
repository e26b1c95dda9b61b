package identity

import (
	"io"
	"net/http"
	"time"
)

const (
	longestWait   = 10 * time.Second // for an answer of the provider, its body included
	longestAnswer = 1 << 20          // in bytes; more is cut off and then can't be read
)

// newClient asks the provider within bounds, and only where it was told to: redirects aren't followed.
func newClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Timeout: longestWait, Transport: bounded{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type bounded struct{ next http.RoundTripper }

// RoundTrip cuts the answer off where it gets too long.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, longestAnswer), response.Body}
	}
	return response, err
}
