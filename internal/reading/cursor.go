package reading

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"
)

// listKind tells lists apart in cursors. A number is never given to another list.
type listKind byte

const (
	venueList listKind = iota + 1
	resourceList
	slotList
	reservationList
	entryList
	offerList
	policyList
	intentList
	approvalList
)

// list is what a cursor is bound to: one kind of list in one tenant and venue.
type list struct {
	kind          listKind
	tenant, venue uuid.UUID
}

// A cursor is, in URL-safe letters: version, kind of list, sort value, id, and a short sum over these and the list. The
// sum is no secret: it catches mistakes. Whoever computes it gains nothing but a place in a list that they may read.
const (
	cursorVersion = 1
	cursorBody    = 1 + 1 + 8 + 16
	cursorSum     = 8
)

// encoding is strict: each cursor has exactly one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Times outside these years are in no row, and the database could not even compare with them.
var (
	firstTime = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
	lastTime  = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).UnixMicro()
)

// cursor spells a place in the list.
func (l list) cursor(k Key) string {
	raw := make([]byte, 0, cursorBody+cursorSum)
	raw = append(raw, cursorVersion, byte(l.kind))
	raw = binary.BigEndian.AppendUint64(raw, uint64(k.Sort)) //nolint:gosec // the bits of the number, read back as they are
	raw = append(raw, k.ID[:]...)
	return encoding.EncodeToString(append(raw, l.sum(raw)...))
}

// place reads a cursor of the list; ok is false for everything that this list did not spell.
func (l list) place(cursor string) (k Key, ok bool) {
	if len(cursor) != encoding.EncodedLen(cursorBody+cursorSum) || strings.ContainsAny(cursor, "\r\n") {
		return Key{}, false
	}
	raw, err := encoding.DecodeString(cursor)
	if err != nil || len(raw) != cursorBody+cursorSum || raw[0] != cursorVersion || raw[1] != byte(l.kind) {
		return Key{}, false
	}
	body, sum := raw[:cursorBody], raw[cursorBody:]
	if !bytes.Equal(sum, l.sum(body)) {
		return Key{}, false
	}
	k.Sort = int64(binary.BigEndian.Uint64(body[2:10])) //nolint:gosec // as written
	copy(k.ID[:], body[10:])
	return k, k.Sort >= firstTime && k.Sort <= lastTime
}

func (l list) sum(body []byte) []byte {
	sum := sha256.New()
	sum.Write([]byte("cursor\x00"))
	sum.Write(body)
	sum.Write(l.tenant[:])
	sum.Write(l.venue[:])
	return sum.Sum(nil)[:cursorSum]
}
