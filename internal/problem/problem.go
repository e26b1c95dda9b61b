// Package problem owns the words in which the domain refuses: one stable code, one sentence for a person, and what a
// client should do next. It knows no transport and no storage; doors translate it, rules return it.
package problem

import (
	"fmt"
	"unicode/utf8"
)

// Retry tells a client what to do after a refusal.
type Retry string

// The four ways on.
const (
	RetryNever       Retry = "NEVER"          // asking again can't help
	RetryReread      Retry = "REREAD"         // read the entity again, then decide
	RetrySameKey     Retry = "SAME_KEY_LATER" // ask again later with the same key
	RetryFixInput    Retry = "FIX_INPUT"      // correct the input; the key may be used again
	maxMessageLength       = 500
)

// RetryValues lists every Retry, in the order of the public contract.
func RetryValues() []Retry { return []Retry{RetryNever, RetryReread, RetrySameKey, RetryFixInput} }

// Problem is a refusal by the domain: the command changed nothing but its ledger row. It is stored with the command and
// replayed word for word.
type Problem struct {
	Code           Code     `json:"code"`
	Message        string   `json:"message"`
	Field          []string `json:"field,omitempty"`
	Retry          Retry    `json:"retry"`
	CurrentVersion *int     `json:"currentVersion,omitempty"`
}

// New makes the problem that code stands for, with its retry rule and a sentence for a person.
func New(code Code, format string, args ...any) *Problem {
	message := fmt.Sprintf(format, args...)
	return &Problem{Code: code, Message: cut(message, maxMessageLength), Retry: code.retry()}
}

// cut shortens a text to so many bytes, between two letters: half a letter would not survive being stored.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// WithVersion adds the version at which the refused entity now stands.
func (p *Problem) WithVersion(version int) *Problem {
	p.CurrentVersion = &version
	return p
}

// WithField names the input field that has to be corrected.
func (p *Problem) WithField(path ...string) *Problem {
	p.Field = path
	return p
}

// Error lets a problem travel as an error inside the process.
func (p *Problem) Error() string { return fmt.Sprintf("%s: %s", p.Code, p.Message) }

// Replayable reports whether the refusal is kept in the ledger. What a client can mend by itself, or by naming another
// thing, leaves the key free.
func (p *Problem) Replayable() bool {
	return p.Code != ReferenceNotFound && p.Retry != RetryFixInput
}
