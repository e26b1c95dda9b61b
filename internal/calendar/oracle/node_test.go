package oracle_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

// question is what the script is asked: rules, one after the other, in a zone over a range of dates.
type question struct {
	Zone  string        `json:"zone"`
	First calendar.Date `json:"first"`
	Last  calendar.Date `json:"last"`
	Rules []rules       `json:"rules"`
}

type rules struct {
	name       string
	Windows    []calendar.Window    `json:"windows,omitempty"`
	Exceptions []calendar.Exception `json:"exceptions,omitempty"`
}

// answer is what the script finds, the spans of all rules in turn.
type answer struct {
	Changes []change `json:"changes"`
	Spans   [][]span `json:"spans"`
}

type (
	span   [3]int64 // start and end in Unix time, 1 where it is for walk-ins only
	change [3]int64 // Unix time, offsets before and after
)

// ask puts questions to the script. Without Node.js it fails: an oracle that isn't asked agrees with everything.
func ask(t *testing.T, questions []question) (answers []answer, tzdata string) {
	t.Helper()
	install(t)
	input, err := json.Marshal(questions)
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), "node", "expand.mjs")
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), &errs
	raw, err := cmd.Output()
	require.NoError(t, err, "Node.js 20 or later must run the oracle: %s", errs.String())
	var said struct {
		Tzdata  string   `json:"tzdata"`
		Answers []answer `json:"answers"`
	}
	require.NoError(t, json.Unmarshal(raw, &said))
	require.Len(t, said.Answers, len(questions))
	return said.Answers, said.Tzdata
}

// install brings the polyfill when it is missing or older than the lock file. Tests that run at once take turns.
func install(t *testing.T) {
	t.Helper()
	turn := flock.New(".npm-ci.lock")
	require.NoError(t, turn.Lock())
	defer func() { require.NoError(t, turn.Unlock()) }()

	// Looking at the script too makes a change of it a reason for Go to run the test again.
	for _, name := range []string{"expand.mjs", "clock.mjs"} {
		_, err := os.Stat(name)
		require.NoError(t, err)
	}
	wanted, err := os.Stat("package-lock.json")
	require.NoError(t, err)
	if present, err := os.Stat("node_modules/.package-lock.json"); err == nil && !present.ModTime().Before(wanted.ModTime()) {
		return
	}
	out, err := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund").CombinedOutput()
	require.NoError(t, err, "npm must install the oracle's polyfill: %s", out)
}
