package reservation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/reservation"
)

// lives is the state machine as a sign on the door: a row is where a reservation stands, a column where it wants to go.
const lives = `
            HELD  CONFIRMED  CHECKED_IN  COMPLETED  CANCELLED  NO_SHOW  EXPIRED
HELD        no    yes        no          no         yes        no       yes
CONFIRMED   no    no         yes         no         yes        yes      no
CHECKED_IN  no    no         no          yes        no         no       no
COMPLETED   no    no         no          no         no         no       no
CANCELLED   no    no         no          no         no         no       no
NO_SHOW     no    no         no          no         no         no       no
EXPIRED     no    no         no          no         no         no       no`

func TestEveryPairOfStates(t *testing.T) {
	t.Parallel()
	seen := 0
	for from, row := range grid(lives) {
		for to, cell := range row {
			seen++
			t.Run(fmt.Sprintf("%s to %s: %s", from, to, cell), func(t *testing.T) {
				require.Equal(t, cell == "yes", reservation.Status(from).CanBecome(reservation.Status(to)))
			})
		}
	}
	require.Equal(t, len(reservation.Values())*len(reservation.Values()), seen, "the sign names every pair")
}

func TestActive(t *testing.T) {
	t.Parallel()
	occupying := map[reservation.Status]bool{reservation.Held: true, reservation.Confirmed: true, reservation.CheckedIn: true}
	for _, s := range reservation.Values() {
		t.Run(string(s), func(t *testing.T) {
			require.Equal(t, occupying[s], s.Active())
			require.Equal(t, s.Active(), len(reservation.Transitions[s]) > 0, "what occupies can end, and what has ended doesn't occupy")
		})
	}
}

func TestADeadlineIsExclusive(t *testing.T) {
	t.Parallel()
	deadline := time.Date(2030, 5, 4, 18, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		now  time.Time
		want reservation.Status
	}{
		{"a microsecond before it the hold is held", deadline.Add(-time.Microsecond), reservation.Held},
		{"at it the hold is expired", deadline, reservation.Expired},
		{"a microsecond after it the hold is expired", deadline.Add(time.Microsecond), reservation.Expired},
	} {
		t.Run(c.name, func(t *testing.T) {
			hold := reservation.Reservation{Status: reservation.Held, ExpiresAt: &deadline}
			require.Equal(t, c.want, hold.Effective(c.now))
			require.Equal(t, c.want == reservation.Expired, hold.Lapsed(c.now))
		})
	}

	t.Run("on any row that is not a hold an old deadline means nothing", func(t *testing.T) {
		for _, s := range reservation.Values()[1:] {
			require.Equal(t, s, reservation.Reservation{Status: s, ExpiresAt: &deadline}.Effective(deadline.Add(time.Hour)))
		}
	})
}

// grid reads a table whose first line names the columns and whose other lines begin with the name of the row.
func grid(text string) map[string]map[string]string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	columns, rows := strings.Fields(lines[0]), map[string]map[string]string{}
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		rows[cells[0]] = map[string]string{}
		for i, column := range columns {
			rows[cells[0]][column] = cells[i+1]
		}
	}
	return rows
}
