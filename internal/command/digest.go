package command

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"golang.org/x/text/unicode/norm"
)

// Digest is a SHA-256 sum.
type Digest [sha256.Size]byte

// KeyPattern is what an idempotency key looks like: 16 to 128 printable ASCII characters, blanks excluded.
const KeyPattern = `^[\x21-\x7e]{16,128}$`

// ValidKey reports whether the text is an idempotency key.
func ValidKey(key string) bool {
	if len(key) < 16 || len(key) > 128 {
		return false
	}
	for _, c := range []byte(key) {
		if c < 0x21 || c > 0x7e {
			return false
		}
	}
	return true
}

// KeyDigest is the form in which a key is kept: keys may be guessable, so they are not stored as they came.
func KeyDigest(key string) Digest { return sha256.Sum256([]byte("key\x00" + key)) }

// InputDigest is taken over the operation and the canonical input, after coercion and defaults: a struct whose fields are
// written in order, texts in Unicode normal form C, sets sorted by the caller. The key itself must not be part of it.
func InputDigest(operation string, canonical any) Digest {
	var raw bytes.Buffer
	text := json.NewEncoder(&raw)
	text.SetEscapeHTML(false) // or "<" with a stroke through it would be another text than the one sign for both
	if err := text.Encode(canonical); err != nil {
		panic(fmt.Sprintf("digest of %s: %v", operation, err)) // inputs are plain structs; only a programming error gets here
	}
	written := bytes.TrimSuffix(raw.Bytes(), []byte("\n"))
	return sha256.Sum256(append([]byte(operation+"\x00"), norm.NFC.Bytes(written)...))
}

// LockNumber is the number under which an owner's key is locked while its command runs.
func LockNumber(tenant, owner [16]byte, key Digest) int64 {
	sum := sha256.New()
	sum.Write(tenant[:])
	sum.Write(owner[:])
	sum.Write(key[:])
	return int64(binary.BigEndian.Uint64(sum.Sum(nil)[:8])) //nolint:gosec // a lock number may be negative
}
