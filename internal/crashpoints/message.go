package crashpoints

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// longest is more than any message of ours takes.
const longest = 64 << 20

// readMessage reads one message of PostgreSQL's protocol with its frame. The first message of a client has no letter, and
// neither has a wish for encryption before it: for those, letter is 0.
func readMessage(from io.Reader, lettered bool) (letter byte, frame []byte, err error) {
	head := 4
	if lettered {
		head = 5
	}
	frame = make([]byte, head)
	if _, err := io.ReadFull(from, frame); err != nil {
		return 0, nil, err
	}
	if lettered {
		letter = frame[0]
	}
	length := binary.BigEndian.Uint32(frame[head-4:])
	if length < 4 || length > longest {
		return 0, nil, fmt.Errorf("a message of %d bytes", length)
	}
	frame = append(frame, make([]byte, length-4)...)
	if _, err := io.ReadFull(from, frame[head:]); err != nil {
		return 0, nil, err
	}
	return letter, frame, nil
}

// text is the statement in a message that has one: a simple query, or a statement that is parsed.
func text(letter byte, frame []byte) string {
	body := frame[5:]
	switch letter {
	case 'Q':
	case 'P': // the name comes first
		_, body, _ = bytes.Cut(body, []byte{0})
	default:
		return ""
	}
	statement, _, _ := bytes.Cut(body, []byte{0})
	return strings.Join(strings.Fields(string(statement)), " ")
}

// ends reports whether the server answers now: after a simple query, and after what was sent up to a Sync.
func ends(letter byte) bool { return letter == 'Q' || letter == 'S' }

// waits reports whether the server says nothing to this message before others follow: the parts of a statement with arguments.
func waits(letter byte) bool {
	return letter == 'P' || letter == 'B' || letter == 'D' || letter == 'E' || letter == 'C'
}
