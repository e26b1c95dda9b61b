package reservation_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
)

// TestCorrect: every state, made anew as every state that a correction can lead to.
func TestCorrect(t *testing.T) {
	t.Parallel()
	at := time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)
	may := map[reservation.Status]string{
		reservation.Held: "", reservation.Confirmed: "", reservation.CheckedIn: "CONFIRMED", reservation.Completed: "CONFIRMED CHECKED_IN",
		reservation.Cancelled: "CONFIRMED CHECKED_IN", reservation.NoShow: "CONFIRMED CHECKED_IN", reservation.Expired: "",
	}
	row := func(s reservation.Status) reservation.Reservation {
		return reservation.Reservation{Status: s, Version: 3, StartsAt: at.Add(-time.Hour), EndsAt: at.Add(time.Hour)}
	}
	for _, s := range reservation.Values() {
		var allowed string
		for _, to := range reservation.CorrectedValues() {
			p := reservation.Correct(row(s), to, 3, policy.Default(), at)
			if p == nil {
				allowed += " " + string(to)
				continue
			}
			require.Equal(t, problem.IllegalTransition, p.Code, "%s to %s", s, to)
			require.Equal(t, 3, *p.CurrentVersion)
		}
		require.Equal(t, may[s], trim(allowed), s)
	}

	refused := func(code problem.Code, to reservation.Status, change func(*reservation.Reservation)) {
		t.Helper()
		r := row(reservation.Cancelled)
		change(&r)
		p := reservation.Correct(r, to, 3, policy.Default(), at)
		if code == "" {
			require.Nil(t, p)
			return
		}
		require.NotNil(t, p)
		require.Equal(t, code, p.Code)
	}
	open := policy.Default().CheckInOpens
	refused(problem.VersionStale, reservation.Confirmed, func(r *reservation.Reservation) { r.Version = 4 })
	refused(problem.AttemptUnresolved, reservation.Confirmed, func(r *reservation.Reservation) { r.IntentID = &uuid.UUID{} })
	refused(problem.IllegalTransition, reservation.Confirmed, func(r *reservation.Reservation) { r.EndsAt = at })
	refused("", reservation.Confirmed, func(r *reservation.Reservation) { r.EndsAt = at.Add(time.Microsecond) })
	refused(problem.PolicyForbids, reservation.CheckedIn, func(r *reservation.Reservation) { r.StartsAt = at.Add(open + time.Microsecond) })
	refused("", reservation.CheckedIn, func(r *reservation.Reservation) { r.StartsAt = at.Add(open) })
	refused("", reservation.Confirmed, func(r *reservation.Reservation) { r.StartsAt = at.Add(open + time.Microsecond) })
}

func trim(s string) string {
	if s == "" {
		return s
	}
	return s[1:]
}

func TestRequested(t *testing.T) {
	t.Parallel()
	at := time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)
	hold := reservation.Reservation{Status: reservation.Held, StartsAt: at.Add(48 * time.Hour)}
	hold.ExpiresAt = &hold.StartsAt
	require.False(t, hold.Requested(at))

	r := hold.Ask(policy.Default(), at, hold.StartsAt)
	require.Equal(t, at.Add(24*time.Hour), *r.ExpiresAt)
	require.Equal(t, at, *r.RequestedAt)
	require.True(t, r.Requested(at))
	require.True(t, r.Requested(r.ExpiresAt.Add(-time.Microsecond)))
	require.False(t, r.Requested(*r.ExpiresAt), "nobody waits for an answer any more")
	near := hold.Ask(policy.Default(), at, at.Add(time.Hour))
	require.Equal(t, at.Add(time.Hour), *near.ExpiresAt)

	said := r
	said.Status = reservation.Confirmed
	require.False(t, said.Requested(at))
	said = r
	said.IntentID, said.ExpiresAt = &uuid.UUID{}, nil
	require.False(t, said.Requested(at), "the venue has said yes, and it is being carried out")

	asks := policy.Default()
	asks.Confirmation = policy.Request
	require.True(t, reservation.OnlyAsks(asks, true))
	require.False(t, reservation.OnlyAsks(asks, false))
	require.False(t, reservation.OnlyAsks(policy.Default(), true))
}
