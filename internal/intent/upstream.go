package intent

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Provider is an outside booking system as a venue knows it.
type Provider struct {
	ID            uuid.UUID
	Code          string
	Endpoint      string
	TokenVariable string // the environment variable that holds our credential; empty: none
	Contract      Contract
	VerifiedAt    *time.Time
	VerifiedUntil *time.Time
	Version       int
}

// Usable reports whether the provider passed its checks and they haven't lapsed.
func (p Provider) Usable(now time.Time) bool {
	return p.VerifiedAt != nil && p.VerifiedUntil != nil && now.Before(*p.VerifiedUntil)
}

// Contract is what a provider declares about itself.
type Contract struct {
	IdempotentByKey bool          `json:"idempotentByKey"` // the same reference twice is one booking
	Lookup          bool          `json:"lookup"`          // a booking can be found by our reference
	Cancel          bool          `json:"cancel"`          // a booking can be undone by our reference
	ReleaseFirst    bool          `json:"releaseFirst"`    // a party has one booking: the old is given up before the new is taken
	Deadline        time.Duration `json:"deadline"`        // how long we wait for an answer
	Settle          time.Duration `json:"settle"`          // after this what can't be found won't come, as a rule
	WritesPerSecond float64       `json:"writesPerSecond"` // 0: as many as we like
	QueueLimit      int           `json:"queueLimit"`      // how many may stand in line for those; 0: a hundred
}

// Place is one slot as a provider is told of it.
type Place struct {
	Resource string    `json:"resource"`
	StartsAt time.Time `json:"startsAt"`
	EndsAt   time.Time `json:"endsAt"`
	Units    int       `json:"units"`
}

// Order is what a provider is asked to book.
type Order struct {
	Reference string  `json:"reference"` // ours; the idempotency key as well
	Target    string  `json:"target"`    // what is wanted, in one canonical text
	Places    []Place `json:"places"`
	PartySize int     `json:"partySize"`
}

// Target is the canonical text of a set of slots: a booking counts only when it is for the same.
func Target(slots []string) string {
	set := slices.Clone(slots)
	slices.Sort(set)
	return strings.Join(set, "+")
}

// Booking is what a provider says it has under a reference of ours.
type Booking struct {
	Reference   string
	Target      string
	UpstreamRef string
	Cancelled   bool
}

// AnswerKind is what an answer to a write means.
type AnswerKind string

// The kinds of answers.
const (
	Done         AnswerKind = "DONE"         // it is done there
	Race         AnswerKind = "RACE"         // the place is taken there
	Unauthorized AnswerKind = "UNAUTHORIZED" // our credential isn't accepted
	Unavailable  AnswerKind = "UNAVAILABLE"  // certainly nothing was done; another time
	RateLimited  AnswerKind = "RATE_LIMITED" // certainly nothing was done; not before RetryAfter
	Refused      AnswerKind = "REFUSED"      // certainly nothing was done, nor would it be another time
	Unclear      AnswerKind = "UNCLEAR"      // nobody knows: no answer, half an answer, or one that makes no sense
)

// Answer is what came of asking a provider to book or to cancel.
type Answer struct {
	Kind       AnswerKind
	Booking    Booking       // when Done
	RetryAfter time.Duration // when RateLimited
	Detail     string        // for people; never holds a credential
}

// SightingKind is what came of asking for a booking by our reference.
type SightingKind string

// The kinds of sightings.
const (
	Found      SightingKind = "FOUND"
	Absent     SightingKind = "ABSENT"
	NotVisible SightingKind = "NOT_VISIBLE" // the question wasn't answered
)

// Sighting is what came of asking for a booking by our reference.
type Sighting struct {
	Kind    SightingKind
	Booking Booking // when Found
	Detail  string
}

// FailureKind is why an attempt failed, as far as it decides what comes next.
type FailureKind string

// The kinds of failures.
const (
	NoFailure    FailureKind = ""
	ByRace       FailureKind = "RACE"
	ByAuth       FailureKind = "AUTH"
	ByUpstream   FailureKind = "UPSTREAM"
	ByRateLimit  FailureKind = "RATE_LIMIT"
	NeverArrived FailureKind = "NEVER_ARRIVED" // looked for, not found
	ByRefusal    FailureKind = "REFUSED"
	ByPerson     FailureKind = "PERSON"
)
