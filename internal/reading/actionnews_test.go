package reading_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// told is what there is to tell about touched rows: "+id" of what waits, "-id" of what is gone.
func told(t testing.TB, h *house, a actor.Actor, venue uuid.UUID, touch agenda.Touch) (lines []string) {
	t.Helper()
	news, err := h.reader.ActionNews(t.Context(), a, venue, touch)
	require.NoError(t, err)
	for _, n := range news {
		sign := "-"
		if n.Item != nil {
			require.Equal(t, n.ID, n.Item.ID)
			sign = "+"
		}
		lines = append(lines, sign+n.ID)
	}
	return lines
}

func about(ids ...uuid.UUID) agenda.Touch { return agenda.Touch{Subjects: ids} }

func TestActionNews(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	in := func(d time.Duration) time.Time { return h.now.Add(d) }
	hours := 0
	fresh := func() uuid.UUID { hours++; return h.slot(h.table(venue), in(time.Duration(20+hours)*time.Hour)) }
	id := func(m agenda.Matter, of uuid.UUID) string { return m.ID(ref.Ref{Kind: m.Subject(), ID: of}) }
	now := func(touch agenda.Touch) []string { return told(t, h, h.staff, venue, touch) }

	t.Run("an offer waits, its failed notice too, and both are gone with it", func(t *testing.T) {
		offer := h.offer(h.join(venue, wish{from: in(time.Hour), to: in(99 * time.Hour)}), fresh(), proposal{}).offer
		require.Equal(t, []string{"+" + id(agenda.OpenOffer, offer)}, now(about(offer)))
		h.exec(`UPDATE offers SET delivery_state = 'FAILED', version = version + 1 WHERE id = $1`, offer)
		require.Equal(t, []string{"+" + id(agenda.FailedNotice, offer), "+" + id(agenda.OpenOffer, offer)}, now(about(offer)))
		h.exec(`UPDATE offers SET status = 'WITHDRAWN', decided_at = now(), version = version + 1 WHERE id = $1`, offer)
		require.Equal(t, []string{"-" + id(agenda.FailedNotice, offer), "-" + id(agenda.OpenOffer, offer)}, now(about(offer)))
	})
	t.Run("an attempt in doubt waits until it is settled; one that never was is no news", func(t *testing.T) {
		doubtful := h.ask(venue, errand{status: intent.Reserving, attempts: []intent.AttemptStatus{intent.AttemptFailed, intent.Unknown}}, fresh())
		attempts := h.attempts(doubtful)
		require.Equal(t, []string{"+" + id(agenda.UnknownAttempt, attempts[1])}, now(about(attempts[0], attempts[1], doubtful)))
		h.exec(`UPDATE attempts SET status = 'FAILED', ended_at = now(), version = version + 1 WHERE id = $1`, attempts[1])
		require.Equal(t, []string{"-" + id(agenda.UnknownAttempt, attempts[1])}, now(about(attempts[0], attempts[1], doubtful)))
	})
	t.Run("an intent that has got on is gone; one that never stood still is no news", func(t *testing.T) {
		quick := h.ask(venue, errand{status: intent.Succeeded, attempts: []intent.AttemptStatus{intent.AttemptSucceeded}}, fresh())
		require.Empty(t, now(about(quick)))
		slow := h.ask(venue, errand{status: intent.Reserving, createdAt: in(-10 * time.Minute)}, fresh())
		h.exec(`UPDATE intents SET next_at = $1 WHERE id = $2`, in(-5*time.Minute), slow)
		require.Equal(t, []string{"+" + id(agenda.StuckIntent, slow)}, now(about(slow)))
		h.exec(`UPDATE intents SET next_at = now() WHERE id = $1`, slow)
		require.Equal(t, []string{"-" + id(agenda.StuckIntent, slow)}, now(about(slow)))
		h.tx(func(exec func(string, ...any)) { h.carry(exec, slow, intent.FailedRace) })
		require.Equal(t, []string{"-" + id(agenda.StuckIntent, slow)}, now(about(slow)))
	})
	t.Run("a party that is late is gone when it is here, moved or given up", func(t *testing.T) {
		begun := func(to reservation.Status) uuid.UUID {
			return h.book(booking{status: to}, h.slot(h.table(venue), in(-time.Minute)))
		}
		late := begun(reservation.Confirmed)
		require.Equal(t, []string{"+" + id(agenda.LateParty, late)}, now(about(late)))
		for _, status := range []reservation.Status{reservation.CheckedIn, reservation.Completed, reservation.NoShow, reservation.Cancelled} {
			over := begun(status)
			require.Equal(t, []string{"-" + id(agenda.LateParty, over)}, now(about(over)), status)
		}
		early := h.book(booking{status: reservation.CheckedIn}, fresh())
		require.Empty(t, now(about(early)), "it came before its time")
		require.Empty(t, now(about(begun(reservation.Held), begun(reservation.Expired))))

		to := fresh()
		h.tx(func(exec func(string, ...any)) {
			exec(`UPDATE allocations SET superseded = true, released_at = now() WHERE reservation_id = $1`, late)
			exec(`INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 1, now())`, h.tenant, late, to)
			exec(`UPDATE reservations SET version = reservations.version + 1, starts_at = s.starts_at, ends_at = s.ends_at FROM slots s WHERE s.id = $1 AND reservations.id = $2`, to, late)
			exec(`UPDATE slots SET version = version + 1, taken = (SELECT coalesce(sum(a.units), 0) FROM allocations a WHERE a.slot_id = slots.id AND a.released_at IS NULL)
				WHERE id IN (SELECT slot_id FROM allocations WHERE reservation_id = $1)`, late)
		})
		require.Equal(t, []string{"-" + id(agenda.LateParty, late)}, now(about(late)), "it was late where it was before")
	})
	t.Run("a request is gone with its answer, whatever came later", func(t *testing.T) {
		asked := h.book(booking{}, fresh())
		require.Empty(t, now(about(asked)))
		h.requested(asked, h.now)
		require.Equal(t, []string{"+" + id(agenda.RequestedBooking, asked)}, now(about(asked)))
		h.tx(func(exec func(string, ...any)) { h.advance(exec, asked, reservation.CheckedIn) })
		require.Equal(t, []string{"-" + id(agenda.RequestedBooking, asked)}, now(about(asked)))
	})
	t.Run("what is booked on a slot that is closed waits, until it is open again or the booking is gone", func(t *testing.T) {
		room := h.room(venue, 9)
		slot := h.slot(room, in(90*time.Hour))
		stays, leaves, left := h.book(booking{status: reservation.Confirmed}, slot), h.book(booking{status: reservation.Confirmed}, slot), h.book(booking{status: reservation.Cancelled}, slot)
		require.Empty(t, now(agenda.Touch{Withdrawn: []uuid.UUID{slot}}))
		h.withdraw(slot)
		require.ElementsMatch(t, []string{"+" + id(agenda.StrandedBooking, stays), "+" + id(agenda.StrandedBooking, leaves)}, now(agenda.Touch{Withdrawn: []uuid.UUID{slot}}))
		h.tx(func(exec func(string, ...any)) {
			h.advance(exec, leaves, reservation.Cancelled)
			exec(countSlots, texts([]uuid.UUID{slot}))
		})
		require.Equal(t, []string{"-" + id(agenda.StrandedBooking, leaves)}, now(about(leaves)))
		h.exec(`UPDATE slots SET state = 'OPEN', version = version + 1 WHERE id = $1`, slot)
		require.ElementsMatch(t, []string{"-" + id(agenda.StrandedBooking, stays), "-" + id(agenda.StrandedBooking, leaves), "-" + id(agenda.StrandedBooking, left)},
			now(agenda.Touch{Reopened: []uuid.UUID{slot}}), "also of whoever left in the meantime, and was perhaps not told of")
		require.Empty(t, now(about(stays)))
	})
	t.Run("an approval is gone with its answer", func(t *testing.T) {
		pending, consumed := h.prepare(venue, plan{}), h.prepare(venue, plan{status: "CONSUMED"})
		require.ElementsMatch(t, []string{"+" + id(agenda.PendingApproval, pending), "-" + id(agenda.PendingApproval, consumed)}, now(about(pending, consumed)))
	})
	t.Run("nothing of others is told", func(t *testing.T) {
		elsewhere := h.venue("UTC")
		late := h.book(booking{status: reservation.Confirmed}, h.slot(h.table(venue), in(-time.Minute)))
		require.Empty(t, told(t, h, h.staff, elsewhere, about(late)))
		foreign := h.neighbour()
		require.Empty(t, told(t, foreign, foreign.staff, foreign.venue("UTC"), about(late)))
		_, err := h.reader.ActionNews(t.Context(), h.only(elsewhere), venue, about(late))
		requireUnknown(t, err, "a venue that isn't granted")
		blind := h.staff
		blind.Scopes = []actor.Capability{actor.ActionRead, actor.OfferRead}
		require.Empty(t, told(t, h, blind, venue, about(late)))
	})
	t.Run("a look costs the same for one row and for many, and nothing where there is nothing to look at", func(t *testing.T) {
		through, m := metered(t, h.db)
		reader := newReader(through)
		_, err := reader.Now(t.Context(), h.staff)
		require.NoError(t, err)
		cost := func(touch agenda.Touch) int {
			return m.cost(t, func(ctx context.Context) error {
				_, err := reader.ActionNews(ctx, h.staff, venue, touch)
				return err
			})
		}
		require.Zero(t, cost(agenda.Touch{}))
		require.Equal(t, 4, cost(about(uuid.New()))) // BEGIN with the scope, clock and venue, the look, COMMIT
		require.Equal(t, 4, cost(about(uuid.New(), uuid.New(), uuid.New())))
		require.Equal(t, 5, cost(agenda.Touch{Reopened: []uuid.UUID{fresh()}})) // and who holds the slot
	})
}

// TestWhatWaitsBySQL compares the store's conditions with the rules of the rooms, over every state and around every deadline.
func TestWhatWaitsBySQL(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	around := []time.Duration{-time.Hour, -time.Microsecond, 0, time.Microsecond, time.Hour}
	room := h.room(venue, 500)
	hall := h.slot(room, h.now.Add(99*time.Hour))
	rows := map[uuid.UUID]bool{}
	for _, status := range reservation.Values() {
		for _, d := range around {
			// The clock runs on between the page and the rules' now: a deadline lies behind both or ahead of both.
			id := h.book(booking{status: status, expiresAt: h.now.Add(d)}, hall)
			h.requested(id, h.now.Add(-time.Hour))
			rows[id] = true
			begun := h.book(booking{status: status}, h.slot(h.table(venue), h.now.Add(d)))
			rows[begun] = true
		}
	}
	entry := func() uuid.UUID { return h.join(venue, wish{from: h.now, to: h.now.Add(200 * time.Hour)}) }
	offers := []uuid.UUID{}
	for i, lasts := range []time.Duration{-time.Second, 50 * time.Second, 110 * time.Second, 4 * time.Minute, 9 * time.Minute, 24 * time.Hour} {
		young := h.offer(entry(), h.slot(h.table(venue), h.now.Add(time.Duration(100+i)*time.Hour)), proposal{expiresAt: h.now.Add(lasts)})
		old := h.offer(entry(), h.slot(h.table(venue), h.now.Add(time.Duration(100+i)*time.Hour)), proposal{expiresAt: h.now.Add(lasts)})
		h.admin(`UPDATE offers SET created_at = created_at - interval '10 minutes' WHERE id = $1`, old.offer)
		offers = append(offers, young.offer, old.offer)
	}

	page, err := h.reader.ActionQueue(t.Context(), h.staff, venue, nil, whole)
	require.NoError(t, err)
	require.False(t, page.HasNext)
	now, err := h.reader.Now(t.Context(), h.staff)
	require.NoError(t, err)
	require.Less(t, now.Sub(h.now), time.Hour)
	found := map[string]agenda.Kind{}
	for _, item := range page.Nodes {
		found[item.ID] = item.Kind
	}
	t.Run("reservations", func(t *testing.T) {
		all, err := h.reader.ReservationsByID(t.Context(), h.staff, keys(rows))
		require.NoError(t, err)
		require.Len(t, all, len(rows))
		late, requested := 0, 0
		for id, r := range all {
			_, isLate := found[agenda.LateParty.ID(ref.Ref{Kind: ref.Reservation, ID: id})]
			_, isRequested := found[agenda.RequestedBooking.ID(ref.Ref{Kind: ref.Reservation, ID: id})]
			require.Equal(t, r.Late(now), isLate, "%s from %s", r.Status, r.StartsAt)
			require.Equal(t, r.Requested(now), isRequested, "%s until %s", r.Status, r.ExpiresAt)
			if isLate {
				late++
			}
			if isRequested {
				requested++
			}
		}
		require.GreaterOrEqual(t, late, 3)
		require.GreaterOrEqual(t, requested, 1)
	})
	t.Run("offers", func(t *testing.T) {
		all, err := h.reader.OffersByID(t.Context(), h.staff, offers)
		require.NoError(t, err)
		expected := map[string]agenda.Kind{}
		for id, o := range all {
			switch {
			case o.Effective(now) != waitlist.OfferOpen:
			case now.Before(agenda.RunsOutFrom(o.CreatedAt, o.ExpiresAt)):
				expected[agenda.OpenOffer.ID(ref.Ref{Kind: ref.Offer, ID: id})] = agenda.OfferAwaiting
			default:
				expected[agenda.OpenOffer.ID(ref.Ref{Kind: ref.Offer, ID: id})] = agenda.OfferExpiring
			}
		}
		got := map[string]agenda.Kind{}
		for _, kind := range []agenda.Kind{agenda.OfferAwaiting, agenda.OfferExpiring} {
			of, err := h.reader.ActionQueue(t.Context(), h.staff, venue, []agenda.Kind{kind}, whole)
			require.NoError(t, err)
			for _, item := range of.Nodes {
				require.Equal(t, kind, item.Kind, "the filter and the rule agree")
				got[item.ID] = item.Kind
			}
		}
		require.Equal(t, expected, got)
		require.GreaterOrEqual(t, len(got), 4)
	})
}

func TestNextTurn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	in := func(d time.Duration) time.Time { return h.now.Add(d) }
	turn := func(t *testing.T, venue uuid.UUID, kinds ...agenda.Kind) *time.Time {
		t.Helper()
		page, err := h.reader.ActionQueue(t.Context(), h.staff, venue, kinds, whole)
		require.NoError(t, err)
		return page.ChangesAt
	}
	for name, c := range map[string]struct {
		plant func(venue uuid.UUID)
		kind  agenda.Kind
		want  time.Time
	}{
		"an offer that has begun to run out lapses": {func(v uuid.UUID) {
			h.offer(h.join(v, wish{from: h.now, to: in(99 * time.Hour)}), h.slot(h.table(v), in(30*time.Hour)), proposal{expiresAt: in(100 * time.Second)})
		}, agenda.OfferExpiring, in(100 * time.Second)},
		"a party becomes late": {func(v uuid.UUID) {
			h.book(booking{status: reservation.Confirmed}, h.slot(h.table(v), in(3*time.Hour)))
			h.book(booking{status: reservation.Confirmed}, h.slot(h.table(v), in(2*time.Hour)))
			h.book(booking{status: reservation.Confirmed}, h.slot(h.table(v), in(-time.Hour)))
			h.book(booking{}, h.slot(h.table(v), in(time.Hour)))
		}, agenda.LateArrival, in(2 * time.Hour)},
		"a request lapses": {func(v uuid.UUID) {
			h.requested(h.book(booking{expiresAt: in(4 * time.Hour)}, h.slot(h.table(v), in(30*time.Hour))), h.now)
		}, agenda.ApprovalPending, in(4 * time.Hour)},
		"an approval ends": {func(v uuid.UUID) { h.prepare(v, plan{expiresAt: in(5 * time.Hour)}) }, agenda.ApprovalPending, in(5 * time.Hour)},
		"a stranded booking's place is over": {func(v uuid.UUID) {
			slot := h.slot(h.table(v), in(6*time.Hour))
			h.book(booking{status: reservation.Confirmed}, slot)
			h.withdraw(slot)
		}, agenda.Conflict, in(7 * time.Hour)},
		"a stranded hold lapses": {func(v uuid.UUID) {
			slot := h.slot(h.table(v), in(6*time.Hour))
			h.book(booking{expiresAt: in(time.Hour)}, slot)
			h.withdraw(slot)
		}, agenda.Conflict, in(time.Hour)},
		"nobody looks at an intent": {func(v uuid.UUID) {
			i := h.ask(v, errand{status: intent.Reserving}, h.slot(h.table(v), in(30*time.Hour)))
			h.exec(`UPDATE intents SET next_at = $1 WHERE id = $2`, in(30*time.Second), i)
		}, agenda.IntentStuck, in(150 * time.Second)},
		"an intent has failed for long": {func(v uuid.UUID) {
			i := h.ask(v, errand{status: intent.Reserving, createdAt: in(-4 * time.Minute), attempts: []intent.AttemptStatus{intent.AttemptFailed}}, h.slot(h.table(v), in(30*time.Hour)))
			h.exec(`UPDATE intents SET next_at = $1 WHERE id = $2`, in(30*time.Second), i)
		}, agenda.IntentStuck, in(time.Minute)},
	} {
		t.Run(name, func(t *testing.T) {
			venue := h.venue("UTC")
			require.Nil(t, turn(t, venue))
			c.plant(venue)
			require.NotNil(t, turn(t, venue))
			require.Equal(t, c.want, *turn(t, venue, c.kind))
			if !strings.Contains(name, "a party") && !strings.Contains(name, "stranded booking") {
				require.Equal(t, c.want, *turn(t, venue))
			}
			require.Nil(t, turn(t, venue, agenda.AttemptUnknown), "time settles no attempt")
		})
	}
	t.Run("an offer begins to run out", func(t *testing.T) {
		venue := h.venue("UTC")
		h.offer(h.join(venue, wish{from: h.now, to: in(99 * time.Hour)}), h.slot(h.table(venue), in(30*time.Hour)), proposal{expiresAt: in(time.Hour)})
		require.WithinDuration(t, in(45*time.Minute), *turn(t, venue), time.Minute)
	})
}
