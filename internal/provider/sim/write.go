package sim

import (
	"encoding/json"
	"net/http"
)

// work is a booking or a cancellation, not yet done.
type work struct {
	check func() error                    // whether it could be done now
	do    func(force bool) (entry, error) // does it; by force, whatever has changed since it was checked
}

// write does a piece of work as the mode has it.
func (s *simulator) write(w http.ResponseWriter, work work, status int) {
	switch mode := s.lever.next(); mode.Mode {
	case slow:
		s.hold(mode.delay())
		s.finish(w, work, status, 1)
	case dropAnswer:
		if _, err := work.do(false); err != nil {
			s.options.Log.Debug("provider simulator refused, and told nobody", "error", err)
		}
		hangUp()
	case late:
		if err := work.check(); err != nil {
			sayRefused(w, err)
			return
		}
		s.hold(mode.delay())
		if _, err := work.do(true); err != nil {
			s.options.Log.Debug("provider simulator came too late for its late work", "error", err)
		}
		hangUp()
	case race:
		sayRefused(w, errTaken)
	case unauthorized:
		refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", "the credential is not accepted")
	case failing:
		w.WriteHeader(http.StatusInternalServerError)
	case duplicate:
		s.finish(w, work, status, 2)
	case rateLimit:
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, "RATE_LIMITED", "no more for the moment")
	default:
		s.finish(w, work, status, 1)
	}
}

// finish does the work and says so, as often as asked.
func (s *simulator) finish(w http.ResponseWriter, work work, status, times int) {
	e, err := work.do(false)
	if err != nil {
		sayRefused(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	for range times {
		_ = json.NewEncoder(w).Encode(e) // a client that is gone hears nothing
	}
}

// hangUp closes the connection without an answer; net/http knows this panic and keeps quiet about it.
func hangUp() { panic(http.ErrAbortHandler) }
