package provider

import (
	"encoding/json"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/slotq/slotq/internal/intent"
)

// booking is a booking as a provider writes it.
type booking struct {
	Reference   string `json:"reference"`
	Target      string `json:"target"`
	UpstreamRef string `json:"upstreamRef"`
	State       string `json:"state"`
}

// The states of a booking at a provider.
const (
	booked    = "BOOKED"
	cancelled = "CANCELLED"
)

// read takes the answer as one JSON value, and nothing behind it.
func (r reply) read(into any) bool {
	kind, _, err := mime.ParseMediaType(r.header.Get("Content-Type"))
	return err == nil && kind == "application/json" && json.Unmarshal(r.body, into) == nil
}

// booking takes the answer as the booking under the reference. The text says what makes it unbelievable.
func (r reply) booking(reference string) (intent.Booking, string) {
	var b booking
	switch {
	case !r.read(&b):
		return intent.Booking{}, "The provider's answer can't be read."
	case b.Reference != reference:
		return intent.Booking{}, "The provider's answer is about another booking."
	case b.State != booked && b.State != cancelled:
		return intent.Booking{}, "The provider's answer doesn't say whether it is booked."
	case strings.ContainsFunc(b.Target, unprintable):
		return intent.Booking{}, "The provider's answer holds what can't be kept."
	case !storable(b.UpstreamRef) && (b.State != cancelled || b.UpstreamRef != ""):
		return intent.Booking{}, "The provider's answer names no booking of its own that could be kept."
	}
	return intent.Booking{Reference: b.Reference, Target: b.Target, UpstreamRef: b.UpstreamRef, Cancelled: b.State == cancelled}, ""
}

// storable reports whether a provider's own reference is one that can be kept and shown: PostgreSQL, for one, keeps no NUL.
func storable(upstream string) bool {
	return upstream != "" && len(upstream) <= 200 && !strings.ContainsFunc(upstream, unprintable)
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// unknown reports whether the provider itself says that it has no such booking. A bare 404 may come from anybody between.
func (r reply) unknown() bool {
	var body struct {
		Code string `json:"code"`
	}
	return r.status == http.StatusNotFound && r.read(&body) && body.Code == "NOT_FOUND"
}

// nothingDone reports whether the provider itself says that it is out of order and has done nothing.
func (r reply) nothingDone() bool {
	var body struct {
		Done *bool `json:"done"`
	}
	return r.status == http.StatusServiceUnavailable && r.read(&body) && body.Done != nil && !*body.Done
}

const (
	shortestPause = time.Second // also taken when the provider doesn't say how long
	longestPause  = time.Hour   // no provider may silence us for longer
)

// retryAfter is when the provider wants to be asked again. A date is read by the provider's own clock where it shows one.
func (r reply) retryAfter(now time.Time) time.Duration {
	value := r.header.Get("Retry-After")
	var pause time.Duration
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		pause = time.Duration(min(seconds, int64(longestPause/time.Second))) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		if theirs, err := http.ParseTime(r.header.Get("Date")); err == nil {
			now = theirs
		}
		pause = at.Sub(now)
	}
	return min(max(pause, shortestPause), longestPause)
}
