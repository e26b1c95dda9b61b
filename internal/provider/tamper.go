package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptrace"
	"time"
)

// wire stands between our adapter and a provider, and does to one direction what bad networks and bad software do.
type wire func(next http.RoundTripper, request *http.Request) (*http.Response, error)

// tampered carries bookings over the wire; everything else goes straight.
type tampered struct {
	next http.RoundTripper
	wire wire
}

// RoundTrip carries the request on.
func (t tampered) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodPost {
		return t.next.RoundTrip(request)
	}
	return t.wire(t.next, request)
}

var errCut = errors.New("cut after the request was sent")

// cut breaks the connection as soon as the request is on its way. A quick provider may have answered by then: that answer
// is lost.
func cut(next http.RoundTripper, request *http.Request) (*http.Response, error) {
	ctx, hangUp := context.WithCancel(request.Context())
	defer hangUp()
	response, err := next.RoundTrip(request.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		// The trace is told when the request is written, a moment before it leaves.
		WroteRequest: func(httptrace.WroteRequestInfo) { time.AfterFunc(2*time.Millisecond, hangUp) },
	})))
	if err == nil {
		_ = response.Body.Close()
	}
	return nil, errCut
}

// mangling answers with what mangle makes of the provider's answer.
func mangling(mangle func(body []byte) []byte) wire {
	return func(next http.RoundTripper, request *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		if err != nil {
			return nil, err
		}
		body, err := whole(response)
		if err != nil {
			return nil, err
		}
		replace(response, mangle(body))
		return response, nil
	}
}

func half(body []byte) []byte { return body[:len(body)/2] }

// bloated is the same answer, and still valid JSON, but longer than any honest one.
func bloated(body []byte) []byte { return append(body, bytes.Repeat([]byte(" "), mostAnswer)...) }

// with replaces one field of the answer.
func with(field, value string) func([]byte) []byte {
	return func(body []byte) []byte {
		var answer map[string]any
		if json.Unmarshal(body, &answer) != nil {
			return body
		}
		answer[field] = value
		changed, err := json.Marshal(answer)
		if err != nil {
			return body
		}
		return changed
	}
}
