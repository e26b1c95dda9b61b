package intent_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/intent"
)

// The targets of these tests: what is wanted, and what a reservation stands on already.
const (
	wanted = "new"
	stood  = "old"
)

// expiry is when the intents of these tests end.
var expiry = noon.Add(15 * time.Minute)

var north, south = verified("north", able), verified("south", able)

func verified(code string, c intent.Contract) intent.Provider {
	from, until := noon.Add(-time.Hour), noon.Add(24*time.Hour)
	return intent.Provider{ID: uuid.NewSHA1(uuid.Nil, []byte(code)), Code: code, Contract: c, VerifiedAt: &from, VerifiedUntil: &until}
}

// unverified never passed its checks; lapsed did once, up to a moment.
func unverified(p intent.Provider) intent.Provider {
	p.VerifiedAt, p.VerifiedUntil = nil, nil
	return p
}

func lapsed(p intent.Provider, at time.Time) intent.Provider {
	p.VerifiedUntil = &at
	return p
}

// releasing is the provider where a party has one booking.
func releasing(p intent.Provider) intent.Provider {
	p.Contract.ReleaseFirst = true
	return p
}

// given is a situation: an intent that is being worked on, at a venue with two providers.
func given(kind intent.Kind, change ...func(*intent.Work)) intent.Work {
	w := intent.Work{
		Intent:    intent.Intent{ID: uuid.New(), Kind: kind, Status: intent.Reserving, ExpiresAt: expiry},
		Providers: []intent.Provider{north, south},
	}
	switch kind {
	case intent.CancelReservation:
		w.Standing = standing(north)
	case intent.MoveReservation:
		w.Standing, w.Wanted = standing(north), wanted
	default:
		w.Wanted = wanted
	}
	for _, c := range change {
		c(&w)
	}
	return w
}

func standing(p intent.Provider) *intent.Attempt {
	return &intent.Attempt{ID: uuid.New(), ProviderID: &p.ID, Action: intent.Book, Reference: "stands", Target: stood, Status: intent.AttemptSucceeded, EndedAt: &noon}
}

func in(s intent.Status) func(*intent.Work) { return func(w *intent.Work) { w.Intent.Status = s } }

func nextAt(at time.Time) func(*intent.Work) { return func(w *intent.Work) { w.Intent.NextAt = &at } }

func waits(w *intent.Work) { w.Intent.WaitForSeat = true }

func notBefore(at time.Time) func(*intent.Work) {
	return func(w *intent.Work) { w.Intent.NotBefore = &at }
}

func at(providers ...intent.Provider) func(*intent.Work) {
	return func(w *intent.Work) { w.Providers = providers }
}

func untied(w *intent.Work) { w.Wanted = "" }

func fromUntied(w *intent.Work) { w.Standing = nil }

// tried adds attempts that ended, or didn't, as the words say: "SUCCEEDED", "FAILED RACE", "UNKNOWN". The first began at
// noon, and each a second after the one before.
func tried(p intent.Provider, action intent.Action, target string, ends ...string) func(*intent.Work) {
	return func(w *intent.Work) {
		for _, end := range ends {
			status, why, _ := strings.Cut(end, " ")
			n := len(w.Attempts)
			a := intent.Attempt{
				ID: uuid.New(), Number: n + 1, ProviderID: &p.ID, Provider: p.Code, Action: action, Reference: fmt.Sprint("ours", n+1), Target: target,
				Status: intent.AttemptStatus(status), FailureKind: intent.FailureKind(why), StartedAt: noon.Add(time.Duration(n) * time.Second),
			}
			if action == intent.Cancel {
				a.Reference = "stands"
			}
			if !a.Status.Unresolved() {
				a.EndedAt = &a.StartedAt
			}
			w.Attempts = append(w.Attempts, a)
		}
	}
}

// last changes the latest attempt.
func last(change func(*intent.Attempt)) func(*intent.Work) {
	return func(w *intent.Work) { change(&w.Attempts[len(w.Attempts)-1]) }
}

func askAt(at time.Time) func(*intent.Work) {
	return last(func(a *intent.Attempt) { a.AskAt = &at })
}

func startedAt(at time.Time) func(*intent.Work) {
	return last(func(a *intent.Attempt) { a.StartedAt = at })
}

func times(n int, end string) []string { return strings.Split(strings.Repeat(end+"|", n-1)+end, "|") }

// said puts a step into a line: "BEGIN BOOK new at north", "RUN 2", "REST 30s", "END EXPIRED, lost". Times count
// from noon.
func said(s intent.Step) string {
	line := string(s.Kind)
	switch s.Kind {
	case intent.Rest, intent.Await:
		if s.At.IsZero() {
			return line
		}
		return line + " " + s.At.Sub(noon).String()
	case intent.Begin:
		line += fmt.Sprintf(" %s %s at %s", s.Action, s.Target, s.Provider.Code)
		if s.Booking != "" {
			line += " by " + s.Booking
		}
	case intent.End:
		line += " " + string(s.Status)
		if s.Restored != nil {
			line += fmt.Sprint(", restored by ", s.Restored.Number)
		}
		if s.Lost {
			line += ", lost"
		}
	case intent.Run, intent.Doubt, intent.Ask, intent.Watch, intent.Undo:
		line += fmt.Sprint(" ", s.Attempt.Number)
	}
	return line
}
