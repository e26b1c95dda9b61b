package e2e

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestTheFourClassics: what goes wrong where a person clicks and somebody else's system is slow, against the real
// simulator with a deadline of a second and a settle time of four.
func TestTheFourClassics(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	l := openReading(t, data, m)
	l.served("classics.jsonl", "--deadline", "1s", "--settle", "4s")
	seats := l.seats(5)

	// The last one takes the longest: its answer comes when a second attempt has long won.
	l.city.mode("late", 14*time.Second, 1)
	reversed := l.ask(l.staff, seats[3])
	l.city.met()

	t.Run("a double click is one intent and one booking", func(t *testing.T) {
		l := l.within(t)
		ask := wish(seats[0])
		var all sync.WaitGroup
		var mu sync.Mutex
		intents, first := map[string]int{}, 0
		for range 20 {
			all.Go(func() {
				for {
					answer, err := l.ava.try(request, ask)
					said := answer.Get("data.requestReservation")
					if err == nil && said.Get("outcome").String() == "IN_PROGRESS" {
						continue // the twin isn't done yet: the same key again, as the answer asks
					}
					mu.Lock()
					defer mu.Unlock()
					intents[said.Get("intent.id").String()]++
					if !said.Get("replayed").Bool() {
						first++
					}
					return
				}
			})
		}
		all.Wait()
		require.Len(t, intents, 1)
		require.Equal(t, 1, first, "all but one are told that it was done before")
		for intent, clicks := range intents {
			require.Equal(t, 20, clicks)
			i := l.ends(l.ava, intent, "SUCCEEDED")
			require.Equal(t, []string{"SUCCEEDED"}, tries(i))
			require.Equal(t, id(i.Get("attempts.0")), id(i.Get("completedBy")))
			require.Equal(t, "CONFIRMED", i.Get("reservation.status").String())
		}
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[0])))
	})

	t.Run("the same key for something else is refused and does nothing", func(t *testing.T) {
		l := l.within(t)
		ask := wish(seats[1])
		first := l.ava.do(request, ask).Get("requestReservation")
		require.Equal(t, "ACCEPTED", first.Get("outcome").String(), "%s", first.Raw)
		l.ends(l.ava, id(first.Get("intent")), "SUCCEEDED")
		before := len(l.intents())
		ask["i"].(vars)["slotIds"] = []string{id(seats[4])}
		other := l.ava.do(request, ask).Get("requestReservation")
		require.Equal(t, "REJECTED", other.Get("outcome").String())
		require.Equal(t, "IDEMPOTENCY_MISMATCH", other.Get("problem.code").String())
		require.Len(t, l.intents(), before)
		require.Empty(t, l.city.of(id(seats[4])))
	})

	t.Run("a timeout is unknown, not failed: nothing else may begin until the late success is found", func(t *testing.T) {
		l := l.within(t)
		l.city.mode("late", 3500*time.Millisecond, 1)
		asked := l.ask(l.ava, seats[2])
		i := l.becomes(id(asked), attemptIs("UNKNOWN"))
		require.Equal(t, "RESERVING", i.Get("status").String())
		require.NotEmpty(t, i.Get("attempts.0.failure").String())
		for name, command := range map[string]string{"retryIntent": retryIntent, "cancelIntent": cancelIntent} {
			refused := l.ava.do(command, vars{"i": vars{"intentId": id(i), "expectedVersion": i.Get("version").Int(), "idempotencyKey": key()}}).Get(name)
			require.Equal(t, "REJECTED", refused.Get("outcome").String(), name)
			require.Equal(t, "ATTEMPT_UNRESOLVED", refused.Get("problem.code").String(), name)
		}
		require.Empty(t, l.city.of(id(seats[2])), "it isn't done there yet")
		other := l.jung.do(holdSlot, vars{"i": vars{"slotIds": []string{id(seats[2])}, "partySize": 1, "idempotencyKey": key()}}).Get("holdSlot")
		require.Equal(t, "SLOT_OCCUPIED", other.Get("problem.code").String(), "the seat is kept meanwhile")

		done := l.ends(l.ava, id(asked), "SUCCEEDED")
		require.Equal(t, []string{"SUCCEEDED"}, tries(done), "found, not done again")
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[2])))
	})

	t.Run("two attempts end in reverse: the second wins, the first is discarded and undone", func(t *testing.T) {
		l := l.within(t)
		won := l.ends(l.staff, id(reversed), "SUCCEEDED")
		require.Equal(t, []string{"FAILED", "SUCCEEDED"}, tries(won))
		require.EqualValues(t, 2, won.Get("completedBy.number").Int())
		i := l.becomes(id(reversed), func(i gjson.Result) bool { return i.Get("attempts.0.compensation").String() == "DONE" })
		require.Equal(t, []string{"DISCARDED", "SUCCEEDED"}, tries(i))
		require.Equal(t, "SUCCEEDED", i.Get("status").String())
		require.Equal(t, id(won.Get("completedBy")), id(i.Get("completedBy")), "the winner isn't touched")
		require.Equal(t, id(won.Get("reservation")), id(i.Get("reservation")))
		require.Equal(t, "CONFIRMED", i.Get("reservation.status").String())
		states := map[string]string{}
		for _, line := range l.city.ledger() {
			states[line.Reference] = line.State
		}
		require.Equal(t, "CANCELLED", states[i.Get("attempts.0.reference").String()])
		require.Equal(t, "BOOKED", states[i.Get("attempts.1.reference").String()])
	})

	l.sound()
}

// TestAnIntentOnTheSocket: the SNAPSHOT first, then every change; who was cut off and resumes misses nothing of it.
func TestAnIntentOnTheSocket(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	l := openReading(t, data, m)
	seat := l.seats(1)[0]

	// Nobody has it done at first, so that the beginning is seen as well; then an answer is dropped, and looked for.
	l.city.mode("rate_limit", 0, 2)
	asked := l.ask(l.ava, seat)
	whole := l.ava.subscribe(intentMoves, vars{"id": id(asked)})
	first := whole.next("intentChanged")
	require.Equal(t, "SNAPSHOT", first.Get("kind").String())
	require.Equal(t, id(asked), first.Get("intent.id").String())
	stranger := l.jung.subscribe(intentMoves, vars{"id": id(asked)})
	require.Contains(t, (<-stranger.events).Raw, "REFERENCE_NOT_FOUND", "it is nobody else's business")
	l.city.met()
	l.city.mode("drop_answer", 0, 1)

	seen := []gjson.Result{first}
	for !over(seen[len(seen)-1].Get("intent")) {
		seen = append(seen, whole.next("intentChanged"))
	}
	last := seen[len(seen)-1]
	require.Equal(t, "SUCCEEDED", last.Get("intent.status").String(), "%s", last.Raw)
	require.Greater(t, len(seen), 5)
	for k := 1; k < len(seen); k++ {
		require.Equal(t, "CHANGE", seen[k].Get("kind").String())
		require.Greater(t, seen[k].Get("intent.version").Int(), seen[k-1].Get("intent.version").Int(), "versions only rise")
	}
	require.Equal(t, "SUCCEEDED", last.Get("intent.attempts.#(number==3).status").String(), "%s", last.Raw)

	// Cut after every event in turn and taken up again there: the rest is the same, without a gap and nothing twice.
	for k := range len(seen) - 1 {
		cut := l.ava.subscribe(intentMoves, vars{"id": id(asked), "a": seen[k].Get("cursor").String()})
		for _, want := range seen[k+1:] {
			got := cut.next("intentChanged")
			require.Equal(t, "CHANGE", got.Get("kind").String())
			require.Equal(t, want.Get("cursor").String(), got.Get("cursor").String())
			require.Equal(t, want.Get("intent.version").Int(), got.Get("intent.version").Int())
			require.Equal(t, want.Get("intent.status").String(), got.Get("intent.status").String())
		}
		cut.close()
	}
	require.Equal(t, []string{"BOOKED"}, l.city.of(id(seat)))
}
