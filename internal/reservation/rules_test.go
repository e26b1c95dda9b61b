package reservation_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
)

func TestRules(t *testing.T) {
	t.Parallel()
	const tick = time.Microsecond
	rules := policy.Default()
	cutOff, opens, gone := start.Add(-rules.CancellationCutoff), start.Add(-rules.CheckInOpens), start.Add(rules.NoShowGrace)
	extended := row("HELD", cutOff)
	extended.Extended = true

	for _, c := range []struct {
		name string
		do   reservation.Command
		row  reservation.Reservation
		by   actor.Actor
		now  time.Time
		want problem.Code
	}{
		{"just before the cut-off a guest cancels", reservation.Cancel, row("CONFIRMED", cutOff), guest, cutOff.Add(-tick), ""},
		{"at the cut-off a guest is refused", reservation.Cancel, row("CONFIRMED", cutOff), guest, cutOff, problem.OutsideCancellationWindow},
		{"at the cut-off staff cancel", reservation.Cancel, row("CONFIRMED", cutOff), staff, cutOff, ""},
		{"just before the cut-off a guest moves", reservation.Move, row("CONFIRMED", cutOff), guest, cutOff.Add(-tick), ""},
		{"at the cut-off a guest can't move", reservation.Move, row("CONFIRMED", cutOff), guest, cutOff, problem.OutsideCancellationWindow},
		{"after the cut-off a guest still gives up a hold", reservation.Cancel, row("HELD", late), guest, late, ""},
		{"after the cut-off a guest still moves a hold", reservation.Move, row("HELD", late), guest, late, ""},
		{"a hold is extended once", reservation.Extend, row("HELD", cutOff), guest, cutOff, ""},
		{"a hold isn't extended twice", reservation.Extend, extended, guest, cutOff, problem.PolicyForbids},
		{"just before check-in opens staff wait", reservation.CheckIn, row("CONFIRMED", opens), staff, opens.Add(-tick), problem.PolicyForbids},
		{"when check-in opens staff seat the party", reservation.CheckIn, row("CONFIRMED", opens), staff, opens, ""},
		{"within the grace nobody is a no-show", reservation.MarkGone, row("CONFIRMED", gone), staff, gone.Add(-tick), problem.PolicyForbids},
		{"after the grace the party is gone", reservation.MarkGone, row("CONFIRMED", gone), staff, gone, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, codeOf(reservation.Decide(c.do, c.row, 3, c.by, rules, c.now)))
		})
	}
}

func TestWhatAScreenOffers(t *testing.T) {
	t.Parallel()
	early := start.Add(-24 * time.Hour)
	all := func(c ...reservation.Command) []reservation.Command { return append([]reservation.Command{}, c...) }
	other := uuid.New()
	for _, c := range []struct {
		name string
		row  string
		by   actor.Actor
		now  time.Time
		want []reservation.Command
	}{
		{"a guest with a hold", "HELD", guest, early, all(reservation.Confirm, reservation.Extend, reservation.Move, reservation.Cancel)},
		{"a guest with a reservation", "CONFIRMED", guest, early, all(reservation.Move, reservation.Cancel)},
		{"a guest after the cut-off", "CONFIRMED", guest, start.Add(-time.Hour), all()},
		{"a guest never operates", "CONFIRMED", guest, late, all()},
		{"staff at the door", "CONFIRMED", staff, late, all(reservation.Move, reservation.Cancel, reservation.CheckIn, reservation.MarkGone)},
		{"staff with a seated party", "CHECKED_IN", staff, late, all(reservation.Complete)},
		{"an admin with a seated party", "CHECKED_IN", actor.Actor{Role: actor.Admin}, late, all(reservation.Complete)},
		{"nobody with a promotional hold", "promotional", staff, early, all()},
		{"nobody with a lapsed hold", "lapsed", staff, early, all()},
		{"an agent for its customer", "HELD", actor.Actor{Role: actor.Agent, CustomerID: &owner}, early, all()},
		{"a guest with somebody else's hold", "HELD", actor.Actor{Role: actor.Customer, CustomerID: &other}, early, all()},
		{"staff of another venue", "HELD", actor.Actor{Role: actor.Staff, VenueIDs: []uuid.UUID{other}}, early, all()},
		{"nobody at all", "HELD", actor.Actor{}, early, all()},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, reservation.Open(row(c.row, c.now), c.by, policy.Default(), c.now))
		})
	}
}

func TestCapabilities(t *testing.T) {
	t.Parallel()
	operated := map[reservation.Command]bool{reservation.CheckIn: true, reservation.Complete: true, reservation.MarkGone: true}
	for _, do := range reservation.Commands() {
		want := actor.ReservationWrite
		if operated[do] {
			want = actor.ReservationOperate
		}
		require.Equal(t, want, do.Capability(), do)
	}
}
