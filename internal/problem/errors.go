package problem

import (
	"errors"
	"fmt"
	"time"
)

// What never reaches the domain: these travel as errors, and doors give them their public code.
var (
	// ErrForbidden means that the actor's role lacks the capability.
	ErrForbidden = errors.New("the capability is missing")
	// ErrInvalidKey means that the idempotency key is not 16 to 128 printable ASCII characters.
	ErrInvalidKey = errors.New("the idempotency key must be 16 to 128 printable ASCII characters without blanks")
	// ErrUnavailable means that the database is away or overloaded; the same call may be made again, with the same key.
	ErrUnavailable = errors.New("the service is unavailable for the moment")
	// ErrNotFound means that a list root or a subscription names something unusable.
	ErrNotFound = errors.New("there is no such thing")
)

// Invalid is malformed input: nothing was looked at, nothing is stored, and the field is named.
type Invalid struct {
	Field   string
	Message string
}

// Error names the field and what is wrong with it.
func (i *Invalid) Error() string { return fmt.Sprintf("%s: %s", i.Field, i.Message) }

// NewInvalid makes an Invalid for a field.
func NewInvalid(field, format string, args ...any) *Invalid {
	return &Invalid{Field: field, Message: fmt.Sprintf(format, args...)}
}

// RateLimited means that too much is in line already: nothing was stored, and the same key may be used again after a while.
type RateLimited struct {
	RetryAfter time.Duration
	Message    string
}

// Error says what is full.
func (r *RateLimited) Error() string { return r.Message }
