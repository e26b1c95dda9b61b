package booking_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// TestStorm: guests and staff do what they like, all at once, time runs out here and there, and several workers look after
// it. Afterwards nothing is doubled, skipped or forgotten.
func TestStorm(t *testing.T) {
	t.Parallel()
	bestFit := func(r *policy.Rules) {
		r.WaitlistFit, r.SkipLimit, r.OnOfferLapse = policy.BestFitWithSkipLimit, 2, policy.RequeueAtEnd
	}
	for name, c := range map[string]struct {
		rules  func(*policy.Rules)
		shared bool // tables that sell their time in more than one way
	}{
		"strict order, lapsed entries leave":     {func(*policy.Rules) {}, false},
		"best fit, lapsed entries go to the end": {bestFit, false},
		"hours that overlap, tables joined":      {bestFit, true},
		"and parties that stay, a few at a time": {func(r *policy.Rules) {
			r.BufferAfter, r.TurnTimes, r.PacingCovers = 15*time.Minute, []policy.TurnTime{{FromPartySize: 3, Duration: 90 * time.Minute}}, new(6)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStorm(t, c.rules, c.shared)
			s.blow(6, 50)
			require.NoError(t, errors.Join(s.failures...))
			for catchUp(t, s.h) > 0 { //nolint:revive // until nothing is left to do
			}
			require.Zero(t, s.h.Count(`SELECT count(*) FROM vacancies`))
			require.Zero(t, s.h.Count(`SELECT count(*) FROM waitlist_entries WHERE passed_over > 2`))
			require.Positive(t, s.h.Count(`SELECT count(*) FROM offers`), "something happened")
			sound(t, s.h)
		})
	}
}

// storm is a house in which everybody acts at once.
type storm struct {
	h        *housetest.House
	slots    []uuid.UUID
	guests   []actor.Actor
	joins    sync.Mutex // joins one after the other: who is before whom is known
	mu       sync.Mutex
	failures []error
}

func newStorm(t *testing.T, rules func(*policy.Rules), shared bool) *storm {
	h := housetest.New(t, rules)
	h.Desk = strictDesk(t, h)
	s := &storm{h: h, guests: h.Guests(40)}
	if shared {
		left, right := h.Table(), h.Table()
		s.slots = append(h.Hours(left, 3, half), h.Hours(right, 2, time.Hour)...)
		s.slots = append(s.slots, h.Hours(h.Joined(left, right), 2, half)...)
	}
	for _, resource := range []uuid.UUID{h.Table(), h.Resource(inventory.Pooled, 6, 1, 6), h.Resource(inventory.Pooled, 5, 2, 5)} {
		s.slots = append(s.slots, h.Slot(resource, 30*time.Hour, time.Hour), h.Slot(resource, 31*time.Hour, time.Hour))
	}
	_, err := pgtest.Admin(t, h.DB).Exec(inOrder)
	require.NoError(t, err)
	return s
}

// inOrder refuses, at the moment in which it is made, an automatic selection that passes somebody who has waited longer and
// has not moved since, and says nothing of it. Written apart from the code that chooses.
const inOrder = `
CREATE FUNCTION test_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE passed uuid;
BEGIN
  SELECT e.id INTO passed
  FROM waitlist_entries e, waitlist_entries chosen, slots s JOIN resources r ON r.id = s.resource_id
  WHERE chosen.id = NEW.entry_id AND s.id = NEW.slot_id AND e.status = 'WAITING' AND e.version = 1
    AND (e.joined_at, e.id) < (chosen.joined_at, chosen.id) AND e.from_at <= s.starts_at AND e.to_at >= s.ends_at
    AND (e.resource_id IS NULL OR e.resource_id = s.resource_id) AND e.party_size BETWEEN r.min_party AND r.max_party
    AND NOT EXISTS (SELECT FROM selections x WHERE x.slot_id = s.id AND x.entry_id = e.id AND NOT x.override)
    AND NOT NEW.skipped @> jsonb_build_array(jsonb_build_object('entryId', e.id))
  LIMIT 1;
  IF passed IS NOT NULL AND NOT NEW.override THEN
    RAISE EXCEPTION 'entry % was passed over in silence for %', passed, NEW.entry_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER test_in_order AFTER INSERT ON selections FOR EACH ROW EXECUTE FUNCTION test_in_order()`

// blow lets so many hands do so many things each, while two workers catch up.
func (s *storm) blow(hands, things int) {
	var acting, working sync.WaitGroup
	over := make(chan struct{})
	for i := range hands {
		acting.Go(func() {
			dice := rand.New(rand.NewPCG(uint64(i), 7))
			for range things {
				s.note(s.act(dice))
			}
		})
	}
	for range 2 {
		working.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					_, err := s.h.Desk.CatchUp(ctx, s.h.Tenant)
					s.note(err)
				}
			}
		})
	}
	acting.Wait()
	close(over)
	working.Wait()
}

// note keeps what went wrong. To be told to come back later is an answer, on a machine that is slow enough.
func (s *storm) note(err error) {
	if err != nil && !errors.Is(err, problem.ErrUnavailable) {
		s.mu.Lock()
		s.failures = append(s.failures, err)
		s.mu.Unlock()
	}
}

// act does one thing. Refusals are answers; only errors are failures.
func (s *storm) act(dice *rand.Rand) error {
	h, guest := s.h, s.guests[dice.IntN(len(s.guests))]
	slot, other := s.slots[dice.IntN(len(s.slots))], s.slots[dice.IntN(len(s.slots))]
	party := 1 + dice.IntN(5)
	var err error
	switch what := dice.IntN(16); what {
	case 0, 1:
		_, err = hold(h, guest, party, slot)
	case 2:
		if slot != other {
			_, err = hold(h, guest, party, slot, other)
		}
	case 3, 4, 5, 6, 7:
		s.joins.Lock()
		_, err = wish(h, guest, party, nil, slot, other)
		s.joins.Unlock()
	case 8:
		err = s.reservation(`status = 'HELD' AND NOT promotional`, func(id uuid.UUID, version int) (command.Result, error) {
			return h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, version), "storm")
		})
	case 9, 10:
		err = s.reservation(`status IN ('HELD', 'CONFIRMED') AND NOT (promotional AND status = 'HELD')`, func(id uuid.UUID, version int) (command.Result, error) {
			return h.Desk.CancelReservation(ctx, h.Staff, on(h, id, version), "OTHER", "storm")
		})
	case 11:
		err = s.reservation(`status IN ('HELD', 'CONFIRMED')`, func(id uuid.UUID, version int) (command.Result, error) {
			return h.Desk.MoveReservation(ctx, h.Staff, moveTo(h, id, version, slot), "storm")
		})
	case 12:
		err = s.some(`SELECT id, version FROM waitlist_entries WHERE status IN ('WAITING', 'OFFERED')`, func(id uuid.UUID, version int) (command.Result, error) {
			return leave(h, h.Staff, id, version)
		})
	case 13:
		err = s.runOut(dice.IntN(2) == 0)
	default:
		err = s.some(`SELECT id, version FROM offers WHERE status = 'OFFERED'`, func(id uuid.UUID, version int) (command.Result, error) {
			switch dice.IntN(3) {
			case 0:
				return h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, id, version), "storm")
			case 1:
				return declining(h, id, version)
			default:
				return withdrawing(h, id, version)
			}
		})
	}
	return err
}

func (s *storm) reservation(which string, act func(id uuid.UUID, version int) (command.Result, error)) error {
	return s.some(`SELECT id, version FROM reservations WHERE `+which, act)
}

// some acts on a random row of a query, if there is any.
func (s *storm) some(query string, act func(id uuid.UUID, version int) (command.Result, error)) error {
	var id uuid.NullUUID
	var version int
	s.h.Scan(`SELECT id, coalesce(version, 0) FROM (SELECT 1) AS one LEFT JOIN (`+query+` ORDER BY random() LIMIT 1) AS row ON true`, nil, &id, &version)
	if !id.Valid {
		return nil
	}
	_, err := act(id.UUID, version)
	return err
}

// runOut lets the time of a hold, or of an offer with its hold and its entry, be over from now on.
func (s *storm) runOut(promotional bool) error {
	return s.reservation(fmt.Sprintf(`status = 'HELD' AND promotional = %t`, promotional), func(id uuid.UUID, _ int) (command.Result, error) {
		s.h.RunOut(id)
		return command.Result{}, nil
	})
}
