package sim

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

func (s *simulator) showMode(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, s.lever.stands())
}

func (s *simulator) setMode(w http.ResponseWriter, r *http.Request) {
	var to setting
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(&to); err != nil {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", `the body must be JSON such as {"mode": "late", "delayMs": 12000, "times": 1}: `+err.Error())
		return
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", "the body must be one JSON value with nothing behind it")
		return
	}
	to, err := to.checked()
	if err != nil {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", err.Error())
		return
	}
	s.lever.pull(to)
	s.options.Log.InfoContext(r.Context(), "provider simulator changes its mode", "mode", to.Mode, "delayMs", to.DelayMs, "times", to.Times)
	answer(w, http.StatusOK, to)
}

func (s *simulator) showLedger(w http.ResponseWriter, _ *http.Request) {
	type line struct {
		Reference string `json:"reference"`
		Target    string `json:"target"`
		State     string `json:"state"`
	}
	lines := []line{}
	for _, e := range s.ledger.all() {
		lines = append(lines, line{e.Reference, e.Target, e.State})
	}
	answer(w, http.StatusOK, lines)
}

func (s *simulator) contract(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{
		"idempotentByKey": true, "lookup": true, "cancel": true, "releaseFirst": s.options.ReleaseFirst,
		"deadlineMs": s.options.Deadline.Milliseconds(), "settleMs": s.options.Settle.Milliseconds(),
		"writesPerSecond": s.options.WritesPerSecond, "queueLimit": 0,
	})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone hears nothing
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, map[string]string{"code": code, "message": message})
}
