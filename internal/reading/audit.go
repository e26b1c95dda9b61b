package reading

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// AuditEntry is one command or routine at a venue, by whom, and how it ended.
type AuditEntry struct {
	ID            int64 // rises with every entry
	VenueID       uuid.UUID
	At            time.Time
	Actor         string
	Operation     string
	SubjectID     *string
	Outcome       command.Outcome
	ProblemCode   *problem.Code
	Reason        *string
	CorrelationID string
}

// PublicID is the entry's number in the form of an id: in its last 64 bits, so that one can be made of the other.
func (e AuditEntry) PublicID() (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[8:], uint64(e.ID)) //nolint:gosec // numbers begin at 1
	return id
}

// AuditNumbers are the numbers behind public ids. What can't be an entry's id becomes 0, which is nobody's number.
func AuditNumbers(ids []uuid.UUID) []int64 {
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = int64(binary.BigEndian.Uint64(id[8:])) //nolint:gosec // as written
		if (AuditEntry{ID: numbers[i]}).PublicID() != id || numbers[i] < 0 {
			numbers[i] = 0
		}
	}
	return numbers
}

const auditList listKind = 31

// AuditFilter narrows an audit log; all that is given must hold, and what is nil narrows nothing. An empty set is none.
type AuditFilter struct {
	Operations    []string
	Outcomes      []command.Outcome
	ProblemCodes  []problem.Code
	Actor         *string // a part of its label, in any case
	SubjectID     *string // a public id
	CorrelationID *string
	From, To      *time.Time // in [From, To)
	subjects      []string
}

// Subjects are the public ids of what the entries are to be about; nil means anything.
func (f AuditFilter) Subjects() []string {
	if f.SubjectID != nil {
		return []string{*f.SubjectID}
	}
	return f.subjects
}

// mostSaid bounds the texts of a filter. No text that is looked for in an entry is longer.
const mostSaid = 300

// check refuses what could be no entry's.
func (f AuditFilter) check() error {
	if f.SubjectID != nil {
		if _, ok := ref.Parse(*f.SubjectID); !ok {
			return problem.ErrNotFound
		}
	}
	for field, text := range map[string]*string{"filter.actor": f.Actor, "filter.correlationId": f.CorrelationID} {
		if text != nil && (*text == "" || utf8.RuneCountInString(*text) > mostSaid) {
			return problem.NewInvalid(field, "give 1 to %d characters", mostSaid)
		}
	}
	return nil
}

// AuditLog lists what was done at a venue, newest first: every command that was decided, and what the program did by itself.
// What belongs to no venue isn't in it. problem.ErrNotFound for a venue that isn't the actor's to see, and for a subject to
// filter by that can't be one.
func (r *Reader) AuditLog(ctx context.Context, a actor.Actor, venue uuid.UUID, filter AuditFilter, page Page) (c Connection[AuditEntry], err error) {
	l := list{kind: auditList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	if err := filter.check(); err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, _ Ground) error {
		found, err := rows.AuditEntries(ctx, seenBy(a).of(venue).part(after, page.First), filter)
		c = connect(l, page, found, func(e AuditEntry) Key { return Key{Sort: e.ID, ID: e.PublicID()} })
		return err
	})
	if err != nil {
		return Connection[AuditEntry]{}, fmt.Errorf("list the audit of venue %s: %w", venue, err)
	}
	return c, nil
}

// AuditEntriesByID finds entries of venues that the actor is granted, by their public ids.
func (r *Reader) AuditEntriesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]AuditEntry, error) {
	return batch(ctx, r, a, "audit entries", ids, AuditEntry.PublicID,
		func(rows Rows, ctx context.Context, want Want) ([]AuditEntry, error) {
			return rows.AuditEntries(ctx, want, AuditFilter{})
		})
}
