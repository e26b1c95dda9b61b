package reading

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
)

// ActionRows are what waits for people. Each method is one statement, whatever the number of matters.
type ActionRows interface {
	// Waiting lists what waits at a venue: what is due first comes first, then what waits longest.
	Waiting(ctx context.Context, venue uuid.UUID, want ActionWant, now time.Time) ([]agenda.Fact, error)
	// NextTurn is the next moment at which time changes what waits; nil when none is in sight.
	NextTurn(ctx context.Context, venue uuid.UUID, matters []agenda.Matter, now time.Time) (*time.Time, error)
	// Touched finds the reservations that hold withdrawn slots or held reopened ones, and the intents that lost what was
	// corrected. Those at reopened slots are the freed ones.
	Touched(ctx context.Context, touch agenda.Touch) (subjects, freed []uuid.UUID, err error)
	// Look finds what waits about subjects, and what may have waited before.
	Look(ctx context.Context, venue uuid.UUID, matters []agenda.Matter, subjects, freed []uuid.UUID, now time.Time) (agenda.Look, error)
}

// ActionWant narrows what waits.
type ActionWant struct {
	Matters []agenda.Matter
	Kinds   []agenda.Kind
	After   *ActionKey
	Limit   int
}

// ActionKey is a place in the queue.
type ActionKey struct {
	Due    *time.Time // nil: nothing hurries
	Since  time.Time
	ID     uuid.UUID
	Matter agenda.Matter
}

// ActionPage is one page of the queue. ChangesAt is when time alone may change the queue next; nil when it won't.
type ActionPage struct {
	Connection[agenda.Item]
	ChangesAt *time.Time
}

// actionList is numbered by itself, so that nobody else's list gets its number.
const actionList listKind = 70

// ActionQueue lists what waits for a person at a venue; of some kinds, or of all (nil). It leaves out what is about things
// that the actor may not read. problem.ErrNotFound for a venue that isn't the actor's to see.
func (r *Reader) ActionQueue(ctx context.Context, a actor.Actor, venue uuid.UUID, kinds []agenda.Kind, page Page) (p ActionPage, err error) {
	l := list{kind: actionList, tenant: a.TenantID, venue: venue}
	after, err := l.afterAction(page)
	if err != nil {
		return p, err
	}
	want := ActionWant{Matters: agenda.Of(agenda.Shown(a), kinds), Kinds: kinds, After: after, Limit: page.First + 1}
	if kinds == nil {
		want.Kinds = agenda.KindValues()
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		facts, err := rows.Waiting(ctx, venue, want, g.Now)
		if err != nil {
			return err
		}
		p.Connection = connectActions(l, page, facts, g.Now)
		p.ChangesAt, err = rows.NextTurn(ctx, venue, want.Matters, g.Now)
		return err
	})
	if err != nil {
		return ActionPage{}, fmt.Errorf("list what waits at venue %s: %w", venue, err)
	}
	return p, nil
}

// ActionNews tells what an event may have changed of a venue's queue, as things stand now: items, and the ids of those that
// are gone. An event that concerns nothing the actor may read tells nothing.
func (r *Reader) ActionNews(ctx context.Context, a actor.Actor, venue uuid.UUID, touch agenda.Touch) (news []agenda.News, err error) {
	matters := touch.Among(agenda.Shown(a))
	if touch.Nothing() || len(matters) == 0 {
		return nil, nil
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		subjects, freed := touch.Subjects, []uuid.UUID(nil)
		if len(touch.Withdrawn)+len(touch.Reopened)+len(touch.Corrected) > 0 {
			more, open, err := rows.Touched(ctx, touch)
			if err != nil {
				return err
			}
			subjects, freed = append(more, subjects...), open
		}
		look, err := rows.Look(ctx, venue, matters, subjects, freed, g.Now)
		news = look.News(g.Now)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("see what waits at venue %s: %w", venue, err)
	}
	return news, nil
}

// afterAction checks a page as after does.
func (l list) afterAction(page Page) (*ActionKey, error) {
	if _, err := l.after(Page{First: page.First}); err != nil || page.After == "" {
		return nil, err
	}
	key, ok := l.actionPlace(page.After)
	if !ok {
		return nil, notOfThisList()
	}
	return &key, nil
}

func connectActions(l list, page Page, facts []agenda.Fact, now time.Time) Connection[agenda.Item] {
	c := Connection[agenda.Item]{Nodes: []agenda.Item{}, Cursors: []string{}, HasPrevious: page.After != "", HasNext: len(facts) > page.First}
	for _, f := range facts[:min(len(facts), page.First)] {
		c.Nodes = append(c.Nodes, f.Item(now))
		c.Cursors = append(c.Cursors, l.actionCursor(ActionKey{Due: f.Due, Since: f.Since, ID: f.ID, Matter: f.Matter}))
	}
	return c
}

// never stands in a cursor for what has no time.
const never = math.MaxInt64

func (l list) actionCursor(k ActionKey) string {
	due := int64(never)
	if k.Due != nil {
		due = k.Due.UnixMicro()
	}
	return l.spell(k.ID[:], due, k.Since.UnixMicro(), int64(k.Matter))
}

func (l list) actionPlace(cursor string) (k ActionKey, ok bool) {
	sorts, id, ok := l.read(cursor, 3)
	if !ok || sorts[1] < firstTime || sorts[1] > lastTime || sorts[2] < 1 || sorts[2] > math.MaxInt16 {
		return k, false
	}
	if sorts[0] != never {
		if sorts[0] < firstTime || sorts[0] > lastTime {
			return k, false
		}
		due := time.UnixMicro(sorts[0]).UTC()
		k.Due = &due
	}
	k.Since, k.Matter = time.UnixMicro(sorts[1]).UTC(), agenda.Matter(sorts[2]) //nolint:gosec // checked above
	copy(k.ID[:], id)
	return k, true
}
