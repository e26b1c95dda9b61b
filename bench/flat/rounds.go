package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/bench/process"
	"github.com/slotq/slotq/internal/loadtest"
)

// The measures, by the names that figures have.
const (
	holding      = "hold"
	holdConfirm  = "hold_to_confirm"
	cancelling   = "cancel"
	promoting    = "promotion"
	seeingOffer  = "offer_seen"
	accepting    = "confirm_offer"
	joining      = "join"
	listingDay   = "day_listing"
	listingPage  = "reservations_page"
	followingLog = "subscription_from_cursor"
)

// together lets clients act for a while, each again as soon as it has done, and notes how long every act took. Each is told its
// number.
func (b *bench) together(ctx context.Context, s *side, t *took, most int, act func(ctx context.Context, nth int) (time.Duration, error)) (done int, err error) {
	var next atomic.Int64
	start, spent := time.Now(), b.spent(s)
	group, ctx := errgroup.WithContext(ctx)
	for range b.clients {
		group.Go(func() error {
			for time.Since(start) < b.plan.round && ctx.Err() == nil {
				nth := int(next.Add(1)) - 1
				if nth >= most {
					return nil
				}
				d, err := act(ctx, nth)
				if err != nil {
					return err
				}
				t.add(d)
			}
			return ctx.Err()
		})
	}
	err = group.Wait()
	t.lasted += time.Since(start)
	t.spent += b.spent(s) - spent
	return min(int(next.Load()), most), err
}

// spent is the processor time of a side's house and of PostgreSQL, which works for one side at a time. Whatever else a machine does
// stretches every other figure, and this one hardly.
func (b *bench) spent(s *side) time.Duration {
	return process.Spent(s.pid()) + process.FamilySpent(b.first.Postmaster())
}

// timed is how long something took.
func timed(do func() error) (time.Duration, error) {
	start := time.Now()
	err := do()
	return time.Since(start), err
}

// measure lets the measures take turns, and in each of their rounds the sides; who begins takes turns too.
func (b *bench) measure(ctx context.Context) error {
	sides := []*side{b.empty, b.full}
	for nth := range b.rounds + 1 {
		warm := nth == 0
		for i := range sides {
			s := sides[(i+nth)%2]
			if err := b.visit(ctx, s); err != nil {
				return fmt.Errorf("the %s house: %w", s.name, err)
			}
		}
		if warm {
			clear(b.series) // the connections have prepared their statements now
		}
		b.step(fmt.Sprintf("round %d of %d", nth, b.rounds))
	}
	return nil
}

// visit takes a round of everything at one side.
func (b *bench) visit(ctx context.Context, s *side) error {
	if err := b.holds(ctx, s); err != nil || b.quick {
		return err
	}
	for _, measure := range []func(context.Context, *side) error{b.stories, b.lists, b.promotions, b.logs} {
		if err := measure(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) holds(ctx context.Context, s *side) error {
	free := s.venue.Slots[s.taken:]
	done, err := b.together(ctx, s, b.round(holding, s.name), len(free), func(ctx context.Context, nth int) (time.Duration, error) {
		return timed(func() error {
			_, err := s.hold(ctx, free[nth])
			return err
		})
	})
	s.taken += done
	if err == nil && done == len(free) {
		err = fmt.Errorf("the slots ran out")
	}
	return err
}

// stories hold, confirm and cancel: two measures of one round.
func (b *bench) stories(ctx context.Context, s *side) error {
	free := s.venue.Slots[s.taken:]
	cancels := b.round(cancelling, s.name)
	stories := b.round(holdConfirm, s.name)
	done, err := b.together(ctx, s, stories, len(free), func(ctx context.Context, nth int) (time.Duration, error) {
		var booked thing
		took, err := timed(func() error {
			held, err := s.hold(ctx, free[nth])
			if err == nil {
				booked, err = s.confirm(ctx, held)
			}
			return err
		})
		if err != nil {
			return took, err
		}
		cancelled, err := timed(func() error { return s.cancel(ctx, booked) })
		cancels.add(cancelled)
		return took, err
	})
	s.taken += done
	cancels.lasted = stories.lasted
	return err
}

// page is how many rows a list shows.
const page = 50

const availabilityDocument = `query($v: ID!, $d: Date!) { availability(venueId: $v, from: $d, to: $d, partySize: 1, channel: STAFF, first: 50) {
	nodes { id startsAt endsAt bookable blockers remaining version resource { id name kind capacity } } pageInfo { hasNextPage endCursor } } }`

// lists read the free slots of a day and the first page of the venue's reservations.
func (b *bench) lists(ctx context.Context, s *side) error {
	day := time.Now().UTC().AddDate(0, 0, b.days).Format(time.DateOnly)
	for _, l := range []struct {
		measure, document, path string
		vars                    loadtest.Vars
	}{
		{listingDay, availabilityDocument, "data.availability.nodes.#", loadtest.Vars{"v": s.venue.Venue, "d": day}},
		{listingPage, loadtest.ReservationsDocument, "data.reservations.nodes.#", loadtest.Vars{"v": s.venue.Venue}},
	} {
		_, err := b.together(ctx, s, b.round(l.measure, s.name), 1<<30, func(ctx context.Context, _ int) (time.Duration, error) {
			return timed(func() error {
				answer, err := s.client.Ask(ctx, l.document, l.vars)
				if err == nil && answer.Get(l.path).Int() != page {
					err = fmt.Errorf("not a page of %d: %.400s", page, answer.Raw)
				}
				return err
			})
		})
		if err != nil {
			return fmt.Errorf("%s: %w", l.measure, err)
		}
	}
	return nil
}

// promotions give places back, one after another, see who is offered them and accept in their name; then somebody else begins to
// wait, so that a queue keeps its length.
func (b *bench) promotions(ctx context.Context, s *side) error {
	for _, q := range s.queues {
		name := s.name
		if q.waiting > 10 {
			name = "long" // the same house, another queue
		}
		promotions, seen, accepts, joins := b.round(promoting, name), b.round(seeingOffer, name), b.round(accepting, name), b.round(joining, name)
		for nth := range b.served {
			nth %= len(q.booked)
			p, err := s.promote(ctx, q, nth)
			if err != nil {
				return err
			}
			promotions.add(p.took)
			promotions.lasted += p.took
			seen.add(p.seen)
			seen.lasted += p.seen
			took, err := timed(func() (err error) {
				q.booked[nth], err = s.accept(ctx, p.offer)
				return err
			})
			if err != nil {
				return err
			}
			accepts.add(took)
			accepts.lasted += took
			took, err = timed(func() error {
				_, err := s.wait(ctx, q.ground.Venue, q.from.UTC(), q.to.UTC())
				return err
			})
			if err != nil {
				return err
			}
			joins.add(took)
			joins.lasted += took
		}
	}
	return nil
}
