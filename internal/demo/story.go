package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/problem"
)

// Story is the evening that the README's story plays on: more than a day ahead, exactly one free table on its whole date,
// and nobody waiting for it.
type Story struct {
	Tenant  string
	VenueID uuid.UUID
	SlotID  uuid.UUID
}

const (
	storyAhead = 26 * time.Hour // the story needs more than a day; a little more leaves time to read
	storyHour  = 19             // the evening's sitting, in the venue's civil time
	storyParty = 2
	mostAhead  = 56 // days; the default policy takes bookings for 60
)

// story finds the first evening on which a table for two is free and nobody waits, and books every other table of that
// date, unless that is so already. When a story has been played, this is the next evening. When none is left, the
// restaurant lays out another week.
func (s *Seeder) story(ctx context.Context, t tenant) (Story, error) {
	for {
		last, others, err := s.evening(ctx, t)
		if err != nil {
			return Story{}, err
		}
		if last != nil {
			if err := s.fill(ctx, t, others); err != nil {
				return Story{}, err
			}
			s.quiet = others.span(*last)
			return Story{Tenant: t.code, VenueID: t.venueID(), SlotID: last.id}, nil
		}
		if err := s.widen(ctx, t); err != nil {
			return Story{}, err
		}
	}
}

// evening is the first that suits the story: its table, and the other places of the date. nil means that there is none.
func (s *Seeder) evening(ctx context.Context, t tenant) (last *place, others places, err error) {
	h, err := s.horizon(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	for ahead := 1; ahead <= h.days; ahead++ {
		all, err := s.day(ctx, t, h.today.AddDays(ahead))
		if err != nil {
			return nil, nil, err
		}
		last := all.tableForTwo(h.zone)
		if last == nil || last.startsAt.Sub(h.now) < storyAhead {
			continue
		}
		busy, err := s.busy(ctx, t, all)
		if err != nil {
			return nil, nil, err
		}
		if !busy {
			return last, all.without(*last), nil
		}
	}
	return nil, nil, nil
}

// busy tells whether somebody waits or is offered something within a date, or holds a place that may soon be free again.
func (s *Seeder) busy(ctx context.Context, t tenant, date places) (busy bool, err error) {
	from, to := date[0].startsAt, date[len(date)-1].endsAt
	err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `
SELECT EXISTS (SELECT FROM waitlist_entries WHERE tenant_id = $1 AND venue_id = $2 AND status IN ('WAITING', 'OFFERED') AND from_at < $4 AND to_at > $3)
    OR EXISTS (SELECT FROM reservations WHERE tenant_id = $1 AND venue_id = $2 AND status = 'HELD' AND starts_at < $4 AND ends_at > $3)`,
			t.tenantID(), t.venueID(), from, to).Scan(&busy)
	})
	return busy, err
}

// fill books what is free. The guests are the date's own, so that no guest gathers bookings from story to story.
func (s *Seeder) fill(ctx context.Context, t tenant, all places) error {
	for i, p := range all {
		if !p.free {
			continue
		}
		err := s.book(ctx, t, p, guest(i).of(p.startsAt), "story")
		if refusal := (*problem.Problem)(nil); errors.As(err, &refusal) && refusal.Code == problem.SlotOccupied {
			continue // places overlap where somebody has set it so: this one's time went with another's
		}
		if err != nil {
			return fmt.Errorf("fill the evening: %w", err)
		}
	}
	return nil
}

// widen lets the venue's slots reach a week further.
func (s *Seeder) widen(ctx context.Context, t tenant) error {
	err := s.DB.InTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE venues SET layout_days = layout_days + 7, version = version + 1 WHERE tenant_id = $1 AND id = $2 AND layout_days + 7 <= $3`,
			t.tenantID(), t.venueID(), mostAhead)
		if err != nil {
			return err
		}
		if changed, err := result.RowsAffected(); err != nil || changed == 1 {
			return err
		}
		return errors.New("no evening with a free table is left; remove the data folder to begin anew")
	})
	if err != nil {
		return err
	}
	_, err = s.Layout.Extend(ctx, t.tenantID(), t.venueID())
	return err
}
