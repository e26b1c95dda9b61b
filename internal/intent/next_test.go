package intent_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

// situation is a row of these tables: what is to be done a minute past noon, or when the row says.
type situation struct {
	name string
	work intent.Work
	now  time.Time
	want string
}

var later = noon.Add(time.Minute)

func play(t *testing.T, rows []situation) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			now := row.now
			if now.IsZero() {
				now = later
			}
			step := intent.Next(row.work, now)
			require.Equal(t, row.want, said(step))
			if step.Kind == intent.End {
				require.True(t, intent.Reserving.CanBecome(step.Status), "an intent that is being worked on may end so")
				require.Regexp(t, `^[A-Z].*\.$`, step.Failure, "and a person is told why")
			}
		})
	}
}

func TestNextOfAFreshIntent(t *testing.T) {
	t.Parallel()
	soon := later.Add(30 * time.Second)
	play(t, []situation{
		{"a request looks for a place first", given(intent.RequestReservation, in(intent.Requested)), noon, "SEEK"},
		{"with its place it tries", given(intent.RequestReservation), noon, "BEGIN BOOK new at north"},
		{"a hold has its place", given(intent.ConfirmReservation, in(intent.Requested)), noon, "BEGIN BOOK new at north"},
		{"an offer has its place", given(intent.ConfirmOffer, in(intent.Requested)), noon, "BEGIN BOOK new at north"},
		{"a cancellation names what stands", given(intent.CancelReservation), noon, "BEGIN CANCEL old at north by stands"},
		{"a move books first", given(intent.MoveReservation), noon, "BEGIN BOOK new at north"},
		{"not before its time", given(intent.RequestReservation, nextAt(soon)), noon, "REST 1m30s"},
		{"at its time", given(intent.RequestReservation, nextAt(soon)), soon, "BEGIN BOOK new at north"},
		{"waiting, and may look", given(intent.RequestReservation, in(intent.WaitingForSeat), waits), noon, "SEEK"},
		{"waiting, and may look by now", given(intent.RequestReservation, in(intent.WaitingForSeat), waits, notBefore(later), nextAt(soon)), later, "SEEK"},
		{"waiting, and may not look yet", given(intent.RequestReservation, in(intent.WaitingForSeat), waits, notBefore(later), nextAt(later)), later.Add(-tick), "REST 1m0s"},
	})
	for _, s := range intent.StatusValues() {
		if !s.Open() {
			for _, kind := range intent.Kinds() {
				require.Equal(t, "REST", said(intent.Next(given(kind, in(s)), expiry)), "%s %s: what is finished stays so", kind, s)
			}
		}
	}
}

func TestNextOfAnAttemptUnderWay(t *testing.T) {
	t.Parallel()
	due := later
	for _, kind := range intent.Kinds() {
		under := func(status string, change ...func(*intent.Work)) intent.Work {
			return given(kind, append([]func(*intent.Work){tried(north, intent.Book, wanted, status)}, change...)...)
		}
		play(t, []situation{
			{"its turn hasn't come", under("STARTING", nextAt(due)), due.Add(-tick), "REST 1m0s"},
			{"its turn", under("STARTING", nextAt(due)), due, "RUN 1"},
			{"its turn, after the intent's time", under("STARTING", nextAt(due)), expiry, "RUN 1"},
			{"the worker has its lease", under("RUNNING", nextAt(due)), due.Add(-tick), "REST 1m0s"},
			{"the lease is over", under("RUNNING", nextAt(due)), due, "DOUBT 1"},
			{"the lease is over, and the intent's time", under("RUNNING", nextAt(due)), expiry, "DOUBT 1"},
			{"unknown, not to be asked yet", under("UNKNOWN", askAt(due)), due.Add(-tick), "REST 1m0s"},
			{"unknown, to be asked", under("UNKNOWN", askAt(due), nextAt(expiry)), due, "ASK 1"},
			{"unknown, to be asked after the intent's time", under("UNKNOWN", askAt(due)), expiry.Add(time.Hour), "ASK 1"},
			{"unknown, and there is nobody to ask", under("UNKNOWN", nextAt(due)), expiry.Add(time.Hour), "REST"},
			{"unknown blocks whatever failed before", given(kind, tried(north, intent.Book, wanted, "FAILED RACE", "UNKNOWN"), askAt(due)), due, "ASK 2"},
		})
	}
}

func TestNextAfterAFailure(t *testing.T) {
	t.Parallel()
	one := at(north)
	after := func(ends ...string) intent.Work {
		return given(intent.RequestReservation, one, tried(north, intent.Book, wanted, ends...))
	}
	const again = "BEGIN BOOK new at north"
	play(t, []situation{
		{"a race is lost at once", after("FAILED RACE"), later, "END FAILED_RACE"},
		{"whatever failed after it", after("FAILED RACE", "FAILED UPSTREAM"), later, "END FAILED_RACE"},
		{"a credential isn't tried twice", after("FAILED AUTH"), later, "END FAILED_AUTH"},
		{"nor a refused order", after("FAILED REFUSED"), later, "END FAILED_UPSTREAM"},
		{"trouble is tried again", after("FAILED UPSTREAM"), later, again},
		{"and again", after(times(2, "FAILED UPSTREAM")...), later, again},
		{"three times in all", after(times(3, "FAILED UPSTREAM")...), later, "END FAILED_UPSTREAM"},
		{"what never came is tried again", after(times(2, "FAILED NEVER_ARRIVED")...), later, again},
		{"three times, of either", after("FAILED UPSTREAM", "FAILED NEVER_ARRIVED", "FAILED UPSTREAM"), later, "END FAILED_UPSTREAM"},
		{"a busy provider is tried as long as there is time", after(times(40, "FAILED RATE_LIMIT")...), later, again},
		{"and doesn't use up the tries", after("FAILED RATE_LIMIT", "FAILED UPSTREAM", "FAILED RATE_LIMIT", "FAILED UPSTREAM"), later, again},
		{"what a person settled as failed is tried again", after("FAILED PERSON"), later, again},
		{"what a person settled as counting for nothing too", after("CANCELLED PERSON"), later, again},
		{"what was discarded too, for it came after it was given up", after("DISCARDED NEVER_ARRIVED"), later, again},
		{"after a pause", given(intent.RequestReservation, one, tried(north, intent.Book, wanted, "FAILED UPSTREAM"), nextAt(later)), later.Add(-tick), "REST 1m0s"},
		{"what failed for another target says nothing", given(intent.RequestReservation, one, tried(north, intent.Book, "elsewhere", "FAILED RACE", "FAILED AUTH")), later, again},
	})
}

func TestNextAmongProviders(t *testing.T) {
	t.Parallel()
	fresh := func(providers ...intent.Provider) intent.Work {
		return given(intent.ConfirmReservation, at(providers...))
	}
	failed := func(first []string, second ...string) intent.Work {
		return given(intent.ConfirmReservation, tried(north, intent.Book, wanted, first...), tried(south, intent.Book, wanted, second...))
	}
	spent := times(3, "FAILED UPSTREAM")
	const atNorth, atSouth, none = "BEGIN BOOK new at north", "BEGIN BOOK new at south", "END FAILED_UPSTREAM"
	play(t, []situation{
		{"the first in the venue's order", fresh(south, north), later, atSouth},
		{"none", fresh(), later, none},
		{"unverified: not used", fresh(unverified(north)), later, none},
		{"unverified: the next", fresh(unverified(north), south), later, atSouth},
		{"unverified: not a fallback", given(intent.ConfirmReservation, at(north, unverified(south)), tried(north, intent.Book, wanted, spent...)), later, none},
		{"lapsed this moment: not used", fresh(lapsed(north, later)), later, none},
		{"not lapsed yet", fresh(lapsed(north, later)), later.Add(-tick), atNorth},
		{"lapsed: not a fallback", given(intent.ConfirmReservation, at(north, lapsed(south, later)), tried(north, intent.Book, wanted, spent...)), later, none},
		{"the first again before the second", failed(spent[:2]), later, atNorth},
		{"the second when the first is spent", failed(spent), later, atSouth},
		{"the second when the first refuses", failed([]string{"FAILED REFUSED"}), later, atSouth},
		{"the second when the first doesn't know us", failed([]string{"FAILED AUTH"}), later, atSouth},
		{"never the second when the place is taken at the first", failed([]string{"FAILED RACE"}), later, "END FAILED_RACE"},
		{"taken at the second", failed(spent, "FAILED RACE"), later, "END FAILED_RACE"},
		{"both spent", failed(spent, spent...), later, none},
		{"neither knows us", failed([]string{"FAILED AUTH"}, "FAILED AUTH"), later, "END FAILED_AUTH"},
		{"one doesn't know us, the other is in trouble", failed([]string{"FAILED AUTH"}, spent...), later, none},
		{"the other way round", failed(spent, "FAILED AUTH"), later, none},
		{"the only one that may be used doesn't know us", given(intent.ConfirmReservation, at(unverified(north), south), tried(south, intent.Book, wanted, "FAILED AUTH")), later, "END FAILED_AUTH"},
		{"the first is back before the second has failed", given(intent.ConfirmReservation, tried(south, intent.Book, wanted, "FAILED UPSTREAM")), later, atNorth},
	})
	require.Contains(t, intent.Next(failed(spent, spent...), later).Failure, "attempts made: 6")
}

func TestNextOfACancellation(t *testing.T) {
	t.Parallel()
	cannot := verified("cannot", stubborn)
	stands := func(p intent.Provider) func(*intent.Work) { return func(w *intent.Work) { w.Standing = standing(p) } }
	own := func(w *intent.Work) { w.Standing.ProviderID = nil }
	const ends = "END FAILED_UPSTREAM"
	play(t, []situation{
		{"only where it stands, whatever the order", given(intent.CancelReservation, stands(south)), later, "BEGIN CANCEL old at south by stands"},
		{"where it stands is unverified", given(intent.CancelReservation, at(unverified(north), south)), later, ends},
		{"where it stands isn't asked any more", given(intent.CancelReservation, at(south)), later, ends},
		{"where it stands nothing can be undone", given(intent.CancelReservation, at(cannot, south), stands(cannot)), later, ends},
		{"nothing stands at a provider", given(intent.CancelReservation, own), later, ends},
		{"nothing stands at all", given(intent.CancelReservation, fromUntied), later, ends},
		{"a failure is tried again", given(intent.CancelReservation, tried(north, intent.Cancel, stood, "FAILED UPSTREAM")), later, "BEGIN CANCEL old at north by stands"},
		{"nobody else is asked", given(intent.CancelReservation, tried(north, intent.Cancel, stood, times(3, "FAILED UPSTREAM")...)), later, ends},
		{"our credential", given(intent.CancelReservation, tried(north, intent.Cancel, stood, "FAILED AUTH")), later, "END FAILED_AUTH"},
		{"its time is over", given(intent.CancelReservation), expiry, "END EXPIRED"},
	})
}

func TestNextWhenTimeIsOver(t *testing.T) {
	t.Parallel()
	for _, kind := range intent.Kinds() {
		play(t, []situation{
			{"a tick before", given(kind, nextAt(expiry.Add(time.Hour))), expiry.Add(-tick), "REST 1h15m0s"},
			{"at its end, whenever it was to be looked at", given(kind, nextAt(expiry.Add(time.Hour))), expiry, "END EXPIRED"},
			{"after a failure", given(kind, tried(north, intent.Book, wanted, "FAILED UPSTREAM")), expiry, "END EXPIRED"},
			{"waiting", given(kind, in(intent.WaitingForSeat)), expiry, "END EXPIRED"},
			{"with an attempt that may still turn out either way", given(kind, tried(north, intent.Book, wanted, "UNKNOWN"), askAt(expiry.Add(time.Minute))), expiry, "REST 16m0s"},
		})
	}
}

func TestNextOfWhatWasLeftBehind(t *testing.T) {
	t.Parallel()
	due := later
	undo := last(func(a *intent.Attempt) { a.Compensation = intent.UndoDue })
	gaveUp := tried(north, intent.Book, wanted, "FAILED NEVER_ARRIVED")
	play(t, []situation{
		{"a look that isn't due", given(intent.RequestReservation, gaveUp, askAt(due)), due.Add(-tick), "BEGIN BOOK new at north"},
		{"a look that is due comes first", given(intent.RequestReservation, gaveUp, askAt(due)), due, "WATCH 1"},
		{"before an attempt under way", given(intent.RequestReservation, gaveUp, askAt(due), tried(north, intent.Book, wanted, "UNKNOWN"), askAt(due)), due, "WATCH 1"},
		{"before a success is over", given(intent.RequestReservation, in(intent.Succeeded), gaveUp, askAt(due), tried(north, intent.Book, wanted, "SUCCEEDED")), due, "WATCH 1"},
		{"after the intent's end", given(intent.RequestReservation, in(intent.Expired), gaveUp, askAt(due)), expiry.Add(time.Hour), "WATCH 1"},
		{"something to undo", given(intent.RequestReservation, in(intent.Expired), tried(north, intent.Book, wanted, "DISCARDED"), undo, askAt(due)), due, "UNDO 1"},
		{"not before its time", given(intent.RequestReservation, in(intent.Expired), tried(north, intent.Book, wanted, "DISCARDED"), undo, askAt(due)), due.Add(-tick), "REST"},
		{"a success that is surplus by now", given(intent.RequestReservation, in(intent.Succeeded), tried(north, intent.Book, wanted, "SUCCEEDED"), undo, askAt(due)), due, "UNDO 1"},
		{"a person's word is watched", given(intent.RequestReservation, in(intent.Cancelled), tried(north, intent.Book, wanted, "CANCELLED PERSON"), askAt(due)), due, "WATCH 1"},
	})
}

func TestNextOfAnIntentThatWaits(t *testing.T) {
	t.Parallel()
	again := noon.Add(10 * time.Second) // attempts 1 to 10 belong to the seat before
	one := at(north)
	const begin = "BEGIN BOOK new at north"
	play(t, []situation{
		{"a lost race is waited out", given(intent.RequestReservation, waits, one, tried(north, intent.Book, wanted, "FAILED RACE")), noon, "AWAIT 30s"},
		{"the second longer", given(intent.RequestReservation, waits, one, tried(north, intent.Book, wanted, times(2, "FAILED RACE")...)), noon, "AWAIT 1m0s"},
		{"at most five minutes", given(intent.RequestReservation, waits, one, tried(north, intent.Book, wanted, times(9, "FAILED RACE")...)), noon, "AWAIT 5m0s"},
		{"trouble isn't", given(intent.RequestReservation, waits, one, tried(north, intent.Book, wanted, times(3, "FAILED UPSTREAM")...)), noon, "END FAILED_UPSTREAM"},
		{"with a new seat the old race is over", given(intent.RequestReservation, waits, one, notBefore(again), tried(north, intent.Book, wanted, "FAILED RACE")), later, begin},
		{"and the old trouble", given(intent.RequestReservation, waits, one, notBefore(again), tried(north, intent.Book, wanted, "FAILED UPSTREAM", "FAILED UPSTREAM", "FAILED RACE", "FAILED UPSTREAM"), startedAt(again)), later, begin},
		{"the new race isn't", given(intent.RequestReservation, waits, one, notBefore(again), tried(north, intent.Book, wanted, "FAILED RACE", "FAILED RACE"), startedAt(again)), later, "AWAIT 2m0s"},
		{"nor the new trouble", given(intent.RequestReservation, waits, one, notBefore(noon.Add(time.Second)), tried(north, intent.Book, wanted, "FAILED RACE", "FAILED UPSTREAM", "FAILED UPSTREAM", "FAILED UPSTREAM")), later, "END FAILED_UPSTREAM"},
		{"its time ends while it waits", given(intent.RequestReservation, waits, one, in(intent.WaitingForSeat), notBefore(expiry.Add(time.Minute)), nextAt(expiry.Add(time.Minute))), expiry, "END EXPIRED"},
		{"its time ends when the race is lost", given(intent.RequestReservation, waits, one, tried(north, intent.Book, wanted, "FAILED RACE")), expiry, "END EXPIRED"},
	})
}
