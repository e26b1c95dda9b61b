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

// A cursor is, in URL-safe letters: version, kind of list, sort values, id, and a short sum over these and the list. The
// sum is no secret: it catches mistakes. Whoever computes it gains nothing but a place in a list that they may read.
const (
	cursorVersion = 1
	cursorHead    = 1 + 1
	cursorID      = 16
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
	return l.spell(k.ID[:], k.Sort)
}

// place reads a cursor of the list; ok is false for everything that this list did not spell.
func (l list) place(cursor string) (k Key, ok bool) {
	sorts, id, ok := l.read(cursor, 1)
	if !ok {
		return Key{}, false
	}
	k.Sort = sorts[0]
	copy(k.ID[:], id)
	return k, k.Sort >= firstTime && k.Sort <= lastTime
}

// spell spells the values by which a list is ordered, and at the end the id.
func (l list) spell(id []byte, sorts ...int64) string {
	raw := make([]byte, 0, cursorHead+8*len(sorts)+len(id)+cursorSum)
	raw = append(raw, cursorVersion, byte(l.kind))
	for _, sort := range sorts {
		raw = binary.BigEndian.AppendUint64(raw, uint64(sort)) //nolint:gosec // the bits of the number, read back as they are
	}
	raw = append(raw, id...)
	return encoding.EncodeToString(append(raw, l.sum(raw)...))
}

// read reads what spell has spelled with so many values.
func (l list) read(cursor string, values int) (sorts []int64, id []byte, ok bool) {
	head := cursorHead + 8*values
	size := head + cursorID + cursorSum
	if len(cursor) != encoding.EncodedLen(size) || strings.ContainsAny(cursor, "\r\n") {
		return nil, nil, false
	}
	raw, err := encoding.DecodeString(cursor)
	if err != nil || len(raw) != size || raw[0] != cursorVersion || raw[1] != byte(l.kind) {
		return nil, nil, false
	}
	body, sum := raw[:size-cursorSum], raw[size-cursorSum:]
	if !bytes.Equal(sum, l.sum(body)) {
		return nil, nil, false
	}
	for at := cursorHead; at < head; at += 8 {
		sorts = append(sorts, int64(binary.BigEndian.Uint64(body[at:at+8]))) //nolint:gosec // as written
	}
	return sorts, body[head:], true
}

func (l list) sum(body []byte) []byte {
	sum := sha256.New()
	sum.Write([]byte("cursor\x00"))
	sum.Write(body)
	sum.Write(l.tenant[:])
	sum.Write(l.venue[:])
	return sum.Sum(nil)[:cursorSum]
}
