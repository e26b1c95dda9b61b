package provider

import (
	"fmt"
	"io"
	"time"
)

// Transcript is what Verify asked and what came of it. It holds no credential.
type Transcript struct {
	StartedAt time.Time `json:"startedAt"`
	EndedAt   time.Time `json:"endedAt"`
	Provider  string    `json:"provider"`
	Endpoint  string    `json:"endpoint"`
	Passed    bool      `json:"passed"`
	Checks    []Check   `json:"checks"`
}

// Check is one thing that a provider has to keep.
type Check struct {
	Name      string     `json:"name"`
	Promise   string     `json:"promise"`
	Passed    bool       `json:"passed"`
	Skipped   bool       `json:"skipped"` // the contract doesn't promise it, so it wasn't tried
	Detail    string     `json:"detail"`
	Exchanges []Exchange `json:"exchanges"`
}

// Exchange is one request and what came back. Bodies are not kept: a provider may write into them what it likes.
type Exchange struct {
	Method     string `json:"method"`
	Path       string `json:"path"`
	Status     int    `json:"status"` // 0: no answer
	DurationMs int64  `json:"durationMs"`
	Summary    string `json:"summary"`
}

// Print writes the transcript for people, one line a check.
func (t Transcript) Print(w io.Writer) error {
	verdict := "does NOT pass"
	if t.Passed {
		verdict = "passes"
	}
	_, err := fmt.Fprintf(w, "%s at %s %s (%d ms)\n", t.Provider, t.Endpoint, verdict, t.EndedAt.Sub(t.StartedAt).Milliseconds())
	for _, c := range t.Checks {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %-12s  %-30s  %s\n", c.verdict(), c.Name, c.Detail)
		}
	}
	return err
}

func (c Check) verdict() string {
	switch {
	case c.Skipped:
		return "not promised"
	case c.Passed:
		return "ok"
	}
	return "FAILED"
}
