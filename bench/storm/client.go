package main

import (
	"context"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
)

// How an answer ends, beside the outcomes of the contract.
const (
	lost        = "LOST" // no answer, or none that could be read
	committed   = "COMMITTED"
	accepted    = "ACCEPTED"
	rejected    = "REJECTED"
	inProgress  = "IN_PROGRESS"
	unavailable = "UNAVAILABLE"
	limited     = "RATE_LIMITED"
	overdue     = "OVERDUE" // in place of an outcome: nothing was done, and the moment until which it was to be done is over
)

// answer is what one call of a command was told.
type answer struct {
	key     string
	said    string // an outcome, the code of an error, or LOST
	problem string
	why     string // of what is lost, for people
	payload gjson.Result
}

// known reports whether it says what became of the command, for ever.
func known(said string) bool {
	return said == committed || said == accepted || said == rejected || said == overdue
}

// patient reports whether the contract says to ask again with the same key.
func patient(said string) bool {
	return said == lost || said == inProgress || said == unavailable || said == limited
}

// callPatience is how long a client waits for one answer.
const callPatience = 4 * time.Second

// caller speaks to one node in the name of one tenant.
type caller struct {
	node *node
	http *loadtest.Client
}

func documentOf(name, input, fields string) string {
	return "mutation($input: " + input + "!) { " + name + "(input: $input) { outcome replayed problem { code } " + fields + " } }"
}

// command gives a command once.
func (c caller) command(ctx context.Context, name, input, fields string, with loadtest.Vars) answer {
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	whole, err := c.http.Ask(ctx, documentOf(name, input, fields), loadtest.Vars{"input": with})
	if err != nil {
		return answer{said: lost, why: err.Error()}
	}
	if code := whole.Get("errors.0.extensions.code"); code.Exists() {
		a := answer{said: code.String(), why: whole.Get("errors.0.message").String()}
		if a.said == "PAYLOAD_INVALID" && strings.HasPrefix(a.why, "expiresAt: must lie in the future") {
			a.said = overdue // where the database was away for longer than an intent may live
		}
		return a
	}
	payload := whole.Get("data." + name)
	if !payload.Get("outcome").Exists() {
		return answer{said: lost, why: "an answer without " + name + ": " + whole.Raw}
	}
	return answer{said: payload.Get("outcome").String(), problem: payload.Get("problem.code").String(), payload: payload}
}

// read asks for something; nothing comes back where nobody answers.
func (c caller) read(ctx context.Context, document, id string) gjson.Result {
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	whole, err := c.http.Ask(ctx, document, loadtest.Vars{"id": id})
	if err != nil || whole.Get("errors").Exists() {
		return gjson.Result{}
	}
	return whole.Get("data.it")
}
