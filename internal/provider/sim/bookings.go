package sim

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// known lets through only who has the credential, if one is set.
func (s *simulator) known(next http.HandlerFunc) http.HandlerFunc {
	want := sha256.Sum256([]byte("Bearer " + s.options.Token))
	return func(w http.ResponseWriter, r *http.Request) {
		given := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		if s.options.Token != "" && subtle.ConstantTimeCompare(want[:], given[:]) != 1 {
			refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", "the credential is not accepted")
			return
		}
		next(w, r)
	}
}

func (s *simulator) book(w http.ResponseWriter, r *http.Request) {
	var order struct {
		Reference string `json:"reference"`
		Target    string `json:"target"`
	}
	raw, err := io.ReadAll(r.Body)
	switch {
	case err != nil || json.Unmarshal(raw, &order) != nil:
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", "the order can't be read")
	case order.Reference == "" || strings.Contains(order.Reference, "/") || order.Target == "":
		refuse(w, http.StatusUnprocessableEntity, "INVALID", "an order needs a reference without slashes, and a target")
	case r.Header.Get("Idempotency-Key") != order.Reference:
		refuse(w, http.StatusUnprocessableEntity, "INVALID", "the header Idempotency-Key must hold the reference")
	default:
		s.write(w, work{
			check: func() error { return s.ledger.check(order.Reference, order.Target) },
			do:    func(force bool) (entry, error) { return s.ledger.book(order.Reference, order.Target, force) },
		}, http.StatusCreated)
	}
}

func (s *simulator) cancel(w http.ResponseWriter, r *http.Request) {
	reference := r.PathValue("reference")
	s.write(w, work{
		check: func() error {
			if _, known := s.ledger.find(reference); !known {
				return errUnknown
			}
			return nil
		},
		do: func(bool) (entry, error) { return s.ledger.cancel(reference) },
	}, http.StatusOK)
}

// find tells the ledger's truth, whatever the mode.
func (s *simulator) find(w http.ResponseWriter, r *http.Request) {
	e, known := s.ledger.find(r.PathValue("reference"))
	if !known {
		sayRefused(w, errUnknown)
		return
	}
	answer(w, http.StatusOK, e)
}

// sayRefused words what the ledger refuses.
func sayRefused(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, errTaken):
		refuse(w, http.StatusConflict, "TAKEN", err.Error())
	case errors.Is(err, errOther):
		refuse(w, http.StatusUnprocessableEntity, "OTHER_BOOKING", err.Error())
	case errors.Is(err, errUnknown):
		refuse(w, http.StatusNotFound, "NOT_FOUND", err.Error())
	default:
		refuse(w, http.StatusInternalServerError, "INTERNAL", "the ledger can't be written")
	}
}
