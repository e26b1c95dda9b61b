package provider

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// recorder notes every exchange of one check. It stands next to the provider, so it notes what the provider said and not
// what was made of it.
type recorder struct {
	next http.RoundTripper
	mu   sync.Mutex
	seen []Exchange
}

// RoundTrip carries the request on.
func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	began := time.Now()
	e := Exchange{Method: request.Method, Path: request.URL.Path, Summary: "no answer"}
	response, err := r.next.RoundTrip(request)
	if err == nil {
		var body []byte
		body, err = whole(response)
		e.Status, e.Summary = response.StatusCode, fmt.Sprintf("%s, %d bytes", http.StatusText(response.StatusCode), len(body))
		if err != nil {
			e.Summary += ", then the connection broke"
			response = nil
		}
	}
	e.DurationMs = time.Since(began).Milliseconds()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, e)
	return response, err
}

func (r *recorder) exchanges() []Exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Exchange{}, r.seen...)
}

// whole reads the body, no further than it is believed, and leaves it to be read once more.
func whole(response *http.Response) ([]byte, error) {
	if response.StatusCode == http.StatusSwitchingProtocols {
		_ = response.Body.Close()
		return nil, errors.New("not an answer")
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer+1))
	_ = response.Body.Close()
	replace(response, body)
	return body, err
}

func replace(response *http.Response, body []byte) {
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
}
