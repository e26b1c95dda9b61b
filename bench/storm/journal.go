package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

// entry is one line of the journal that the clients keep: a command that is about to be sent, an answer that came, or what a client was
// told when it looked.
type entry struct {
	At   int64  `json:"at"` // nanoseconds since 1970
	What string `json:"what"`
	Key  string `json:"key"`

	Command string   `json:"command,omitempty"`
	About   string   `json:"about,omitempty"` // the reservation, entry or offer that it changes
	Slots   []string `json:"slots,omitempty"`

	Node    string `json:"node,omitempty"`
	Said    string `json:"said,omitempty"`
	Problem string `json:"problem,omitempty"`
	Result  string `json:"result,omitempty"` // what it made or changed
	Why     string `json:"why,omitempty"`
}

// What a line is about.
const (
	asks    = "ask"
	answers = "answer"
	told    = "told"   // how an intent ended, as it was read
	misused = "misuse" // the answer to the same key with another input
)

// journal is a file to which clients write before they send and after they heard.
type journal struct {
	mu   sync.Mutex
	file *os.File
	err  error
}

func openJournal(path string) (*journal, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &journal{file: f}, nil
}

// note writes a line, of now. One that can't be written makes the whole journal worthless, which close tells.
func (j *journal) note(e entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e.At = time.Now().UnixNano()
	raw, err := json.Marshal(e)
	if err == nil {
		_, err = j.file.Write(append(raw, '\n'))
	}
	if err != nil && j.err == nil {
		j.err = err
	}
}

func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.file.Close(); j.err == nil {
		j.err = err
	}
	return j.err
}

// deed is one key's whole story, as the journal tells it.
type deed struct {
	key     string
	command string
	about   string
	slots   []string
	asked   int64 // when it was first sent
	known   int64 // when its outcome was first heard; 0: never
	said    string
	problem string
	result  string
	told    string // how an intent ended

	sent      int      // how often it was sent
	unheard   int      // answers that told no outcome
	different []string // later answers that contradict the first
	strange   []string // answers that the contract doesn't have
}

// readJournal reads a journal back, by key in the order of asking.
func readJournal(path string) ([]*deed, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	byKey := map[string]*deed{}
	var all []*deed
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		d := byKey[e.Key]
		if d == nil {
			d = &deed{key: e.Key, command: e.Command, about: e.About, slots: e.Slots, asked: e.At}
			byKey[e.Key], all = d, append(all, d)
		}
		d.add(e)
	}
	return all, lines.Err()
}

func (d *deed) add(e entry) {
	switch e.What {
	case asks:
		d.sent++
	case told:
		d.told = e.Said
	case misused:
		if known(e.Said) && e.Problem != "IDEMPOTENCY_MISMATCH" {
			d.strange = append(d.strange, "the same key with another input was told "+e.Said+" "+e.Problem)
		}
	case answers:
		d.heard(e)
	}
}

func (d *deed) heard(e entry) {
	switch {
	case known(e.Said) && d.known == 0:
		d.known, d.said, d.problem, d.result = e.At, e.Said, e.Problem, e.Result
	case known(e.Said):
		if e.Said != d.said || e.Problem != d.problem || e.Result != d.result {
			d.different = append(d.different, fmt.Sprintf("first %s %s %s, then %s %s %s", d.said, d.problem, d.result, e.Said, e.Problem, e.Result))
		}
	case patient(e.Said):
		d.unheard++
	default:
		d.strange = append(d.strange, e.Said+": "+e.Why)
	}
}

// done reports whether it was acknowledged.
func (d *deed) done() bool { return d.said == committed || d.said == accepted }
