package calendarfeed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// Root is the path that the handler serves, with all below it.
const Root = "/calendar/"

// Reader finds what stands at an address; reading.Reader is one.
type Reader interface {
	Calendar(ctx context.Context, at ical.Address) (reading.Calendar, error)
}

// Desk notes that a feed is in use; booking.Desk is one.
type Desk interface {
	NoteFeedUse(ctx context.Context, tenant, feed uuid.UUID) error
}

// handler answers calendar programs.
type handler struct {
	reader Reader
	desk   Desk
	log    *slog.Logger
}

// NewHandler opens the door. Every address that nothing is to be had from - unknown, shut, of another tenant, no address at
// all - gets one and the same answer.
func NewHandler(reader Reader, desk Desk, log *slog.Logger) http.Handler {
	return &handler{reader: reader, desk: desk, log: log}
}

// ServeHTTP answers GET and HEAD.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		say(w, http.StatusMethodNotAllowed, "a calendar can only be read")
		return
	}
	at, ok := ical.ParseAddress(r.URL.Path)
	if !ok {
		say(w, http.StatusNotFound, nothing)
		return
	}
	found, err := h.reader.Calendar(r.Context(), at)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	if found.Unnoted {
		h.note(r, at.Tenant, found.FeedID)
	}
	show(w, r, ical.Render(found.Shown, found.AsOf))
}

const nothing = "there is no calendar here"

func (h *handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, problem.ErrNotFound):
		say(w, http.StatusNotFound, nothing)
	case errors.Is(err, problem.ErrUnavailable):
		w.Header().Set("Retry-After", "60") // nobody waits in front of a calendar
		say(w, http.StatusServiceUnavailable, "calendars can't be read just now")
	case r.Context().Err() != nil: // the program is gone, and hears nothing
	default:
		h.log.ErrorContext(r.Context(), "a calendar could not be read", "error", err)
		say(w, http.StatusInternalServerError, "something went wrong on our side")
	}
}

// note writes the use down; a calendar is shown whether or not that succeeds.
func (h *handler) note(r *http.Request, tenant, feed uuid.UUID) {
	if err := h.desk.NoteFeedUse(r.Context(), tenant, feed); err != nil && r.Context().Err() == nil {
		h.log.WarnContext(r.Context(), "the use of a calendar feed could not be noted", "feed", feed, "error", err)
	}
}

// show sends the text, or 304 to who has it already.
func show(w http.ResponseWriter, r *http.Request, text []byte) {
	sum := sha256.Sum256(text)
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Cache-Control", "private, max-age=300")
	w.Header().Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // a client that is gone hears nothing
}
