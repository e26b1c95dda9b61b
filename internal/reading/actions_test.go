package reading_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// waiting is what waits at a venue, as "KIND subject", in order.
func waiting(t testing.TB, h *house, a actor.Actor, venue uuid.UUID, kinds ...agenda.Kind) (lines []string) {
	t.Helper()
	page, err := h.reader.ActionQueue(t.Context(), a, venue, kinds, reading.Page{First: 100})
	require.NoError(t, err)
	for _, item := range page.Nodes {
		lines = append(lines, line(item.Kind, item.Subject.Kind, item.Subject.ID))
	}
	return lines
}

func line(k agenda.Kind, of ref.Kind, id uuid.UUID) string {
	return fmt.Sprintf("%s %s", k, ref.Encode(of, id))
}

// requested makes a hold a request.
func (h *house) requested(id uuid.UUID, at time.Time) {
	h.exec(`UPDATE reservations SET requested_at = $1, version = version + 1 WHERE id = $2`, at, id)
}

// withdraw takes a slot out of the opening rules.
func (h *house) withdraw(slot uuid.UUID) {
	h.exec(`UPDATE slots SET state = 'WITHDRAWN', version = version + 1 WHERE id = $1`, slot)
}

func TestActionQueue(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	in := func(d time.Duration) time.Time { return h.now.Add(d) }
	hours := 0
	fresh := func() uuid.UUID { hours++; return h.slot(h.table(venue), in(time.Duration(20+hours)*time.Hour)) }
	offered := func(p proposal) uuid.UUID {
		slot := fresh()
		return h.offer(h.join(venue, wish{from: in(time.Hour), to: in(200 * time.Hour)}), slot, p).offer
	}

	open := offered(proposal{expiresAt: in(time.Hour)})
	closing := offered(proposal{expiresAt: in(90 * time.Second)}) // it has less than two minutes in all
	offered(proposal{expiresAt: in(-time.Second)})
	offered(proposal{expiresAt: in(time.Hour), status: "DECLINED"})
	unheard := offered(proposal{expiresAt: in(2 * time.Hour)})
	h.exec(`UPDATE offers SET delivery_state = 'FAILED', updated_at = clock_timestamp(), version = version + 1 WHERE id = $1`, unheard)

	late := h.book(booking{status: reservation.Confirmed}, h.slot(h.table(venue), in(-10*time.Minute)))
	h.exec(`UPDATE reservations SET no_show_at = $1, version = version + 1 WHERE id = $2`, in(5*time.Minute), late)
	forgotten := h.book(booking{status: reservation.Confirmed}, h.slot(h.table(venue), in(-30*time.Hour)))
	h.book(booking{status: reservation.Confirmed}, fresh())
	h.book(booking{status: reservation.CheckedIn}, h.slot(h.table(venue), in(-10*time.Minute)))
	h.book(booking{status: reservation.NoShow}, h.slot(h.table(venue), in(-10*time.Minute)))

	asked := h.book(booking{expiresAt: in(3 * time.Hour)}, fresh())
	h.requested(asked, in(-time.Minute))
	lapsed := h.book(booking{expiresAt: in(-time.Minute)}, fresh())
	h.requested(lapsed, in(-2*time.Minute))
	h.book(booking{}, fresh())

	stranded, held, seated, over := fresh(), fresh(), fresh(), h.slot(h.table(venue), in(-3*time.Hour))
	moved := h.book(booking{status: reservation.Confirmed}, stranded)
	halfway := h.book(booking{expiresAt: in(4 * time.Hour)}, held)
	h.book(booking{status: reservation.CheckedIn}, seated)
	long := h.book(booking{status: reservation.Confirmed}, over) // its place is over: late, and nothing else
	for _, slot := range []uuid.UUID{stranded, held, seated, over} {
		h.withdraw(slot)
	}

	doubtful := h.ask(venue, errand{status: intent.Reserving, attempts: []intent.AttemptStatus{intent.AttemptFailed, intent.Unknown}}, fresh())
	idle := h.ask(venue, errand{status: intent.Reserving, expiresAt: in(30 * time.Minute)}, fresh())
	h.exec(`UPDATE intents SET next_at = $1 WHERE id = $2`, in(-3*time.Minute), idle)
	failing := h.ask(venue, errand{status: intent.Reserving, createdAt: in(-6 * time.Minute), expiresAt: in(31 * time.Minute), attempts: []intent.AttemptStatus{intent.AttemptFailed}}, fresh())
	h.ask(venue, errand{status: intent.Reserving, createdAt: in(-6 * time.Minute)}, fresh())                                                                    // in line
	h.ask(venue, errand{status: intent.Reserving, attempts: []intent.AttemptStatus{intent.AttemptFailed}}, fresh())                                             // young
	h.ask(venue, errand{status: intent.Reserving, createdAt: in(-time.Hour), expiresAt: in(-time.Minute), attempts: []intent.AttemptStatus{"FAILED"}}, fresh()) // over
	surplus := h.ask(venue, errand{status: intent.FailedUpstream, attempts: []intent.AttemptStatus{intent.Discarded, intent.Discarded}}, fresh())
	past := h.ask(venue, errand{status: intent.FailedUpstream, attempts: []intent.AttemptStatus{intent.Discarded}}, over)
	for _, id := range []uuid.UUID{surplus, past} {
		h.exec(`UPDATE attempts SET compensation = 'FAILED', version = version + 1 WHERE intent_id = $1`, id)
	}

	plan1 := h.prepare(venue, plan{expiresAt: in(6 * time.Hour)})
	h.prepare(venue, plan{status: "APPROVED"})
	h.prepare(venue, plan{expiresAt: in(-time.Minute)})

	attempts := h.attempts(doubtful)
	all := []string{
		line(agenda.OfferExpiring, ref.Offer, closing),        // +90 s
		line(agenda.LateArrival, ref.Reservation, late),       // +5 min
		line(agenda.IntentStuck, ref.Intent, idle),            // +30 min
		line(agenda.IntentStuck, ref.Intent, failing),         // +31 min
		line(agenda.AttemptUnknown, ref.Attempt, attempts[1]), // +1 h, in doubt since the house was built
		line(agenda.OfferAwaiting, ref.Offer, open),           // +1 h, made later
		line(agenda.OfferAwaiting, ref.Offer, unheard),        // +2 h
		line(agenda.DeliveryFailed, ref.Offer, unheard),       // +2 h
		line(agenda.ApprovalPending, ref.Reservation, asked),  // +3 h
		line(agenda.ApprovalPending, ref.Approval, plan1),     // +6 h
		line(agenda.Conflict, ref.Reservation, moved),         // when it starts
		line(agenda.Conflict, ref.Reservation, halfway),       // likewise, later
		line(agenda.IntentStuck, ref.Intent, surplus),         // likewise, later still
		line(agenda.LateArrival, ref.Reservation, forgotten),  // nothing hurries
		line(agenda.LateArrival, ref.Reservation, long),       // nor here
	}
	t.Run("everything that waits, most urgent first", func(t *testing.T) {
		require.Equal(t, all, waiting(t, h, h.staff, venue))
	})
	t.Run("page by page", func(t *testing.T) {
		var lines []string
		page := reading.Page{First: 1}
		for {
			got, err := h.reader.ActionQueue(t.Context(), h.staff, venue, nil, page)
			require.NoError(t, err)
			for _, item := range got.Nodes {
				lines = append(lines, line(item.Kind, item.Subject.Kind, item.Subject.ID))
			}
			require.Equal(t, page.After != "", got.HasPrevious)
			if !got.HasNext {
				break
			}
			page.First, page.After = page.First%3+1, got.Cursors[len(got.Cursors)-1]
		}
		require.Equal(t, all, lines)
	})
	t.Run("of some kinds", func(t *testing.T) {
		for _, kind := range agenda.KindValues() {
			var want []string
			for _, l := range all {
				if len(l) > len(kind) && l[:len(kind)+1] == string(kind)+" " {
					want = append(want, l)
				}
			}
			require.NotEmpty(t, want, kind)
			require.Equal(t, want, waiting(t, h, h.staff, venue, kind), kind)
		}
		page, err := h.reader.ActionQueue(t.Context(), h.staff, venue, []agenda.Kind{}, whole)
		require.NoError(t, err)
		require.Empty(t, page.Nodes)
		require.Nil(t, page.ChangesAt)
	})
	t.Run("an item says since when, by when, at which version and why", func(t *testing.T) {
		page, err := h.reader.ActionQueue(t.Context(), h.staff, venue, nil, reading.Page{First: 100})
		require.NoError(t, err)
		byID := map[string]agenda.Item{}
		for _, item := range page.Nodes {
			require.NotContains(t, byID, item.ID)
			require.NotEmpty(t, item.Reason)
			byID[item.ID] = item
		}
		require.Equal(t, agenda.Item{
			ID: "late_" + ref.Encode(ref.Reservation, late), Kind: agenda.LateArrival, Subject: ref.Ref{Kind: ref.Reservation, ID: late}, Version: 3,
			DueAt: at(in(5 * time.Minute)), Since: in(-10 * time.Minute), Reason: "The party should be here and isn't.",
		}, byID["late_"+ref.Encode(ref.Reservation, late)])
		unknown := byID["unknown_"+ref.Encode(ref.Attempt, attempts[1])]
		require.Equal(t, h.now, unknown.Since)
		require.Contains(t, unknown.Reason, "house")
		conflict := byID["stranded_"+ref.Encode(ref.Reservation, moved)]
		require.WithinDuration(t, time.Now(), conflict.Since, time.Minute)
		require.True(t, conflict.Since.After(h.now), "since it was withdrawn")
	})
	t.Run("who may not read a thing isn't told that it waits", func(t *testing.T) {
		narrow := h.staff
		narrow.Scopes = []actor.Capability{actor.ActionRead, actor.ApprovalRead}
		require.Equal(t, []string{line(agenda.ApprovalPending, ref.Approval, plan1)}, waiting(t, h, narrow, venue))
	})
	t.Run("of this venue only, and to whom it is granted", func(t *testing.T) {
		elsewhere := h.venue("UTC")
		require.Empty(t, waiting(t, h, h.staff, elsewhere))
		for what, a := range map[string]actor.Actor{"another venue's": h.only(elsewhere), "another tenant's": h.neighbour().staff} {
			_, err := h.reader.ActionQueue(t.Context(), a, venue, nil, whole)
			requireUnknown(t, err, what)
		}
		_, err := h.reader.ActionQueue(t.Context(), h.staff, uuid.New(), nil, whole)
		requireUnknown(t, err, "no venue")
	})
	t.Run("a cursor is of this queue alone", func(t *testing.T) {
		page, err := h.reader.ActionQueue(t.Context(), h.staff, venue, nil, reading.Page{First: 1})
		require.NoError(t, err)
		for what, ask := range map[string]func(string) error{
			"of another venue": func(after string) error {
				_, err := h.reader.ActionQueue(t.Context(), h.staff, h.venue("UTC"), nil, reading.Page{First: 1, After: after})
				return err
			},
			"of another list": func(after string) error {
				_, err := h.reader.Offers(t.Context(), h.staff, venue, nil, reading.Page{First: 1, After: after})
				return err
			},
			"spelled otherwise": func(after string) error {
				_, err := h.reader.ActionQueue(t.Context(), h.staff, venue, nil, reading.Page{First: 1, After: after + "A"})
				return err
			},
		} {
			requireInvalid(t, ask(page.Cursors[0]), "after")
			_ = what
		}
	})
	t.Run("a page costs the same, however much waits", func(t *testing.T) {
		through, m := metered(t, h.db)
		metered := *h
		metered.reader = newReader(through)
		_, err := metered.reader.Now(t.Context(), h.staff)
		require.NoError(t, err)
		for _, first := range []int{1, 100} {
			require.Equal(t, 5, m.cost(t, func(ctx context.Context) error { // BEGIN with the scope, clock and venue, what waits, the next turn, COMMIT
				_, err := metered.reader.ActionQueue(ctx, h.staff, venue, nil, reading.Page{First: first})
				return err
			}))
		}
	})
}

func TestWhatIsLostInAMove(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	owner, table := h.customer(), h.table(venue)
	slot := h.slot(table, h.now.Add(24*time.Hour))
	lost := h.book(booking{customer: owner}, slot)
	moving := h.ask(venue, errand{customer: owner, status: intent.FailedRace}, h.slot(table, h.now.Add(26*time.Hour)))
	h.tx(func(exec func(string, ...any)) {
		exec(`UPDATE reservations SET status = 'CANCELLED', status_reason = 'LOST_IN_MOVE', version = version + 1 WHERE id = $1`, lost)
		exec(`UPDATE allocations SET released_at = now() WHERE reservation_id = $1`, lost)
		exec(countSlots, texts([]uuid.UUID{slot}))
	})
	require.Empty(t, waiting(t, h, h.staff, venue))
	h.admin(`UPDATE intents SET kind = 'moveReservation', reservation_id = $1 WHERE id = $2`, lost, moving)
	require.Equal(t, []string{line(agenda.IntentStuck, ref.Intent, moving)}, waiting(t, h, h.staff, venue))

	page, err := h.reader.ActionQueue(t.Context(), h.staff, venue, nil, whole)
	require.NoError(t, err)
	require.Contains(t, page.Nodes[0].Reason, "both are lost")
	require.Equal(t, h.now.Add(25*time.Hour), *page.ChangesAt, "then its time is over")

	again := h.book(booking{customer: owner, status: reservation.Confirmed}, slot)
	h.admin(`UPDATE reservations SET corrects_id = $1 WHERE id = $2`, lost, again)
	require.Empty(t, waiting(t, h, h.staff, venue))
	news, err := h.reader.ActionNews(t.Context(), h.staff, venue, agenda.Touch{Subjects: []uuid.UUID{again}, Corrected: []uuid.UUID{lost}})
	require.NoError(t, err)
	require.Equal(t, []agenda.News{{ID: "stuck_" + ref.Encode(ref.Intent, moving)}}, news)
}
