package policy

import (
	"bytes"
	"encoding/json"
)

// Change is one rule in which two sets of rules differ, by the name of its field in the public contract. The values are
// texts: ISO 8601 durations, numbers, true and false, names, lists as JSON, and null for a limit that there is not.
type Change struct {
	Field    string
	From, To string
}

// Diff lists what changes when these rules are followed by others, in the order of the public contract; empty exactly when
// their digests agree.
func (r Rules) Diff(to Rules) []Change {
	var changes []Change
	after := to.written()
	for i, before := range r.written() {
		if !bytes.Equal(before.text, after[i].text) {
			changes = append(changes, Change{before.name, readable(before.text), readable(after[i].text)})
		}
	}
	return changes
}

// readable takes the quotes from a text; everything else stays as the canonical form has it.
func readable(value []byte) string {
	var text string
	if value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
