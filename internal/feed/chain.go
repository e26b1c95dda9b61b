package feed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// AuditRow is an audit entry as it is sealed. The last three fields are its place in the tenant's chain.
type AuditRow struct {
	ID            int64
	TenantID      uuid.UUID
	VenueID       *uuid.UUID
	At            time.Time // in microseconds, as the database keeps it
	PrincipalID   *uuid.UUID
	Actor         string
	Operation     string
	Subject       *string
	Outcome       string
	ProblemCode   *string
	Reason        *string
	CorrelationID string

	Sequence       int64
	PreviousDigest []byte
	Digest         []byte
}

// Chain is the end of a tenant's chain: the last sequence and its digest. The zero Chain is before the first entry.
type Chain struct {
	Sequence int64
	Digest   []byte
}

// Link makes a row the next of the chain.
func (c *Chain) Link(r *AuditRow) {
	r.Sequence, r.PreviousDigest = c.Sequence+1, c.end()
	r.Digest = r.digest()
	c.Sequence, c.Digest = r.Sequence, r.Digest
}

// Check tells why a sealed row is not the next of the chain, and moves on to it if it is: its sequence follows, it names
// the digest before it, and its own digest is that of its columns as they stand.
func (c *Chain) Check(r AuditRow) error {
	switch {
	case r.Sequence != c.Sequence+1:
		return fmt.Errorf("audit entry %d has sequence %d, and %d comes next", r.ID, r.Sequence, c.Sequence+1)
	case !bytes.Equal(r.PreviousDigest, c.end()):
		return fmt.Errorf("audit entry %d (sequence %d) does not name the digest of the entry before it", r.ID, r.Sequence)
	case !bytes.Equal(r.Digest, r.digest()):
		return fmt.Errorf("audit entry %d (sequence %d) is not what was sealed", r.ID, r.Sequence)
	}
	c.Sequence, c.Digest = r.Sequence, r.Digest
	return nil
}

// end is the digest that the next row names: zeros before the first.
func (c *Chain) end() []byte {
	if c.Sequence == 0 {
		return make([]byte, sha256.Size)
	}
	return c.Digest
}

// auditEncoding names the order and form of the fields. Another form is another name; it never changes under this one.
const auditEncoding = "slotq audit entry 1"

// digest is SHA-256 over the previous digest and the canonical form of the row: every column in this order, each with its
// length before it, an absent one told from an empty one.
func (r *AuditRow) digest() []byte {
	var body canonical
	body.text(auditEncoding)
	body.number(r.ID)
	body.bytes(r.TenantID[:])
	body.id(r.VenueID)
	body.number(r.At.UnixMicro())
	body.id(r.PrincipalID)
	body.text(r.Actor)
	body.text(r.Operation)
	body.maybe(r.Subject)
	body.text(r.Outcome)
	body.maybe(r.ProblemCode)
	body.maybe(r.Reason)
	body.text(r.CorrelationID)
	body.number(r.Sequence)
	hash := sha256.New()
	hash.Write(r.PreviousDigest)
	hash.Write(body)
	return hash.Sum(nil)
}

// canonical is a list of fields of known lengths.
type canonical []byte

func (c *canonical) bytes(field []byte) {
	*c = append(*c, 1)
	*c = binary.BigEndian.AppendUint32(*c, uint32(len(field))) //nolint:gosec // columns are short
	*c = append(*c, field...)
}

func (c *canonical) absent()        { *c = append(*c, 0) }
func (c *canonical) text(s string)  { c.bytes([]byte(s)) }
func (c *canonical) number(n int64) { c.bytes(binary.BigEndian.AppendUint64(nil, uint64(n))) } //nolint:gosec // its bits
func (c *canonical) id(id *uuid.UUID) {
	if id == nil {
		c.absent()
		return
	}
	c.bytes(id[:])
}

func (c *canonical) maybe(s *string) {
	if s == nil {
		c.absent()
		return
	}
	c.text(*s)
}
