package reservation_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
)

// acts says what staff hear for each command in each state, at a moment when the rules of the policy stand in nobody's way.
const acts = `
              confirmReservation  extendHold  moveReservation  cancelReservation  checkInReservation  completeReservation  markNoShow
HELD          ok                  ok          ok               ok                 illegal             illegal              illegal
CONFIRMED     illegal             illegal     ok               ok                 ok                  illegal              ok
CHECKED_IN    illegal             illegal     illegal          illegal            illegal             ok                   illegal
COMPLETED     illegal             illegal     illegal          illegal            illegal             illegal              illegal
CANCELLED     illegal             illegal     illegal          illegal            illegal             illegal              illegal
NO_SHOW       illegal             illegal     illegal          illegal            illegal             illegal              illegal
EXPIRED       expired             expired     expired          expired            expired             expired              expired
lapsed        expired             expired     expired          expired            expired             expired              expired
promotional   illegal             illegal     illegal          illegal            illegal             illegal              illegal
promo-lapsed  expired             expired     expired          expired            expired             expired              expired
accepted      illegal             illegal     ok               ok                 ok                  illegal              ok`

var words = map[string]problem.Code{"illegal": problem.IllegalTransition, "expired": problem.HoldExpired}

var start = time.Date(2030, 5, 4, 18, 0, 0, 0, time.UTC)

// late is after the grace for a no-show; nothing but the state decides then, for staff.
var late = start.Add(time.Hour)

var (
	staff = actor.Actor{Role: actor.Staff}
	owner = uuid.New()
	guest = actor.Actor{Role: actor.Customer, CustomerID: &owner}
)

// row makes a reservation that stands as the name says at the given moment.
func row(name string, now time.Time) reservation.Reservation {
	ahead, behind := now.Add(time.Minute), now.Add(-time.Minute)
	r := reservation.Reservation{CustomerID: owner, Version: 3, StartsAt: start, EndsAt: start.Add(2 * time.Hour), ExpiresAt: &ahead}
	switch name {
	case "lapsed":
		r.Status, r.ExpiresAt = reservation.Held, &behind
	case "promotional":
		r.Status, r.Promotional = reservation.Held, true
	case "promo-lapsed":
		r.Status, r.ExpiresAt, r.Promotional = reservation.Held, &behind, true
	case "accepted":
		r.Status, r.ExpiresAt, r.Promotional = reservation.Confirmed, &behind, true
	default:
		r.Status = reservation.Status(name)
	}
	return r
}

func TestEveryPairOfStateAndCommand(t *testing.T) {
	t.Parallel()
	seen := 0
	for name, cells := range grid(acts) {
		for _, do := range reservation.Commands() {
			want, named := cells[string(do)]
			require.True(t, named, "the table lacks %s", do)
			seen++
			t.Run(fmt.Sprintf("%s when %s: %s", do, name, want), func(t *testing.T) {
				got := reservation.Decide(do, row(name, late), 3, staff, policy.Default(), late)
				require.Equal(t, words[want], codeOf(got))
				if got != nil {
					require.Equal(t, 3, *got.CurrentVersion, "a refusal says where the row stands")
				}
			})
		}
	}
	require.Equal(t, (len(reservation.Values())+4)*len(reservation.Commands()), seen, "the table names every pair")
}

func TestOrderOfRefusals(t *testing.T) {
	t.Parallel()
	decide := func(do reservation.Command, r reservation.Reservation, version int, now time.Time) problem.Code {
		return codeOf(reservation.Decide(do, r, version, guest, policy.Default(), now))
	}
	t.Run("expiry comes before the version", func(t *testing.T) {
		for _, name := range []string{"lapsed", "EXPIRED", "promo-lapsed"} {
			require.Equal(t, problem.HoldExpired, decide(reservation.Confirm, row(name, late), 99, late))
		}
	})
	t.Run("the version comes before the transition", func(t *testing.T) {
		for _, name := range []string{"COMPLETED", "promotional"} {
			require.Equal(t, problem.VersionStale, decide(reservation.Confirm, row(name, late), 2, late))
			require.Equal(t, problem.VersionStale, decide(reservation.Confirm, row(name, late), 4, late))
		}
	})
	t.Run("the transition comes before the rules", func(t *testing.T) {
		early := start.Add(-24 * time.Hour)
		require.Equal(t, problem.IllegalTransition, decide(reservation.CheckIn, row("HELD", early), 3, early))
	})
	t.Run("version zero asks only what is possible", func(t *testing.T) {
		require.Empty(t, decide(reservation.Confirm, row("HELD", late), 0, late))
	})
}

func codeOf(p *problem.Problem) problem.Code {
	if p == nil {
		return ""
	}
	return p.Code
}
