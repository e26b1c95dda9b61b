package ref

import (
	"encoding/binary"
	"hash/maphash"
	"sync/atomic"

	"github.com/google/uuid"
)

// neighbours is how many ids in a row begin alike.
const neighbours = 4096

var (
	secret = maphash.MakeSeed()
	made   atomic.Uint64
)

// NewID makes the id of a new row: random, but for its first two bytes, which thousands that this process makes one after
// another have in common. So rows that are written together lie together in every index by id, on pages that are at hand, however
// many rows there are; of wholly random ids each lies on a page of its own, read and written anew. Those bytes come of a number
// that nobody knows, so an id still tells nothing: neither when it was made nor before or behind which. It is a UUID of version 4
// with 106 random bits.
func NewID() uuid.UUID {
	id := uuid.New()
	binary.BigEndian.PutUint16(id[:2], uint16(maphash.Comparable(secret, made.Add(1)/neighbours))) //nolint:gosec // any sixteen bits of it
	return id
}
