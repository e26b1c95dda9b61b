package feed

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/problem"
)

// A cursor is a version, the venue, the position, and four bytes that only the same tenant's cursor has: a slip or another
// tenant's cursor is told from a place in this log. It is no secret and opens nothing.
const (
	cursorVersion = 1
	cursorBody    = 1 + 16 + 8
	cursorLength  = cursorBody + 4
)

var cursorEncoding = base64.RawURLEncoding.Strict()

// EncodeCursor spells the place right behind a position of a venue's log.
func EncodeCursor(tenant, venue uuid.UUID, position int64) string {
	raw := make([]byte, 0, cursorLength)
	raw = append(raw, cursorVersion)
	raw = append(raw, venue[:]...)
	raw = binary.BigEndian.AppendUint64(raw, uint64(position)) //nolint:gosec // positions are not negative
	check := cursorCheck(tenant, raw)
	return cursorEncoding.EncodeToString(append(raw, check[:]...))
}

// decodeCursor reads the position of a cursor of this tenant and venue; anything else is a *problem.Invalid.
func decodeCursor(tenant, venue uuid.UUID, text string) (int64, error) {
	if len(text) != cursorEncoding.EncodedLen(cursorLength) {
		return 0, errCursor()
	}
	raw, err := cursorEncoding.DecodeString(text)
	if err != nil || len(raw) != cursorLength {
		return 0, errCursor()
	}
	body := raw[:cursorBody]
	position := binary.BigEndian.Uint64(body[17:])
	switch {
	case body[0] != cursorVersion,
		[16]byte(body[1:17]) != [16]byte(venue),
		cursorCheck(tenant, body) != [4]byte(raw[cursorBody:]),
		position > 1<<62:
		return 0, errCursor()
	}
	return int64(position), nil
}

func cursorCheck(tenant uuid.UUID, body []byte) [4]byte {
	hash := sha256.New()
	hash.Write([]byte("slotq cursor"))
	hash.Write(tenant[:])
	hash.Write(body)
	return [4]byte(hash.Sum(nil)[:4])
}

func errCursor() error {
	return problem.NewInvalid("after", "give a cursor of this venue's stream, or none")
}
