package waitlist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/waitlist"
)

// A row is where an entry stands, a column where it wants to go.
const entryLives = `
           WAITING  OFFERED  FULFILLED  DECLINED  EXPIRED  CANCELLED
WAITING    no       yes      no         no        yes      yes
OFFERED    yes      no       yes        yes       yes      yes
FULFILLED  no       no       no         no        no       no
DECLINED   no       no       no         no        no       no
EXPIRED    no       no       no         no        no       no
CANCELLED  no       no       no         no        no       no`

const offerLives = `
           OFFERED  ACCEPTED  DECLINED  EXPIRED  WITHDRAWN
OFFERED    no       yes       yes       yes      yes
ACCEPTED   no       no        no        no       no
DECLINED   no       no        no        no       no
EXPIRED    no       no        no        no       no
WITHDRAWN  no       no        no        no       no`

func TestEveryPairOfEntryStates(t *testing.T) {
	t.Parallel()
	everyPair(t, entryLives, len(waitlist.EntryValues()), func(from, to string) bool {
		return waitlist.EntryStatus(from).CanBecome(waitlist.EntryStatus(to))
	})
}

func TestEveryPairOfOfferStates(t *testing.T) {
	t.Parallel()
	everyPair(t, offerLives, len(waitlist.OfferValues()), func(from, to string) bool {
		return waitlist.OfferStatus(from).CanBecome(waitlist.OfferStatus(to))
	})
}

func TestLive(t *testing.T) {
	t.Parallel()
	for _, s := range waitlist.EntryValues() {
		require.Equal(t, len(waitlist.EntryTransitions[s]) > 0, s.Live(), "%s: what still wants something can still go somewhere", s)
	}
}

func everyPair(t *testing.T, table string, states int, can func(from, to string) bool) {
	t.Helper()
	lines, seen := strings.Split(strings.TrimSpace(table), "\n"), 0
	columns := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, to := range columns {
			seen++
			t.Run(fmt.Sprintf("%s to %s: %s", cells[0], to, cells[i+1]), func(t *testing.T) {
				require.Equal(t, cells[i+1] == "yes", can(cells[0], to))
			})
		}
	}
	require.Equal(t, states*states, seen, "the table names every pair")
}
