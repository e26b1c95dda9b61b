package intent_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

func TestNextOfAMoveThatBooksFirst(t *testing.T) {
	t.Parallel()
	after := func(ends ...string) intent.Work {
		return given(intent.MoveReservation, at(north), tried(north, intent.Book, wanted, ends...))
	}
	play(t, []situation{
		{"trouble", after("FAILED UPSTREAM"), later, "BEGIN BOOK new at north"},
		{"the new place is taken: nothing was given up", after("FAILED RACE"), later, "END FAILED_RACE"},
		{"it can't be had", after(times(3, "FAILED UPSTREAM")...), later, "END FAILED_UPSTREAM"},
		{"its time is over", after("FAILED UPSTREAM"), expiry, "END EXPIRED"},
		{"to another provider", given(intent.MoveReservation, tried(north, intent.Book, wanted, "FAILED REFUSED")), later, "BEGIN BOOK new at south"},
		{"from an untied place", given(intent.MoveReservation, fromUntied), later, "BEGIN BOOK new at north"},
		{"from an untied place, and taken", given(intent.MoveReservation, fromUntied, tried(north, intent.Book, wanted, "FAILED RACE")), later, "END FAILED_RACE"},
		{"to an untied place", given(intent.MoveReservation, untied), later, "BEGIN CANCEL old at north by stands"},
		{"to an untied place, in trouble", given(intent.MoveReservation, untied, tried(north, intent.Cancel, stood, times(3, "FAILED UPSTREAM")...)), later, "END FAILED_UPSTREAM"},
		{"to an untied place, too late", given(intent.MoveReservation, untied), expiry, "END EXPIRED"},
		{"from nowhere to nowhere", given(intent.MoveReservation, untied, fromUntied), later, "END FAILED_UPSTREAM"},
	})
}

func TestNextOfAMoveThatReleasesFirst(t *testing.T) {
	t.Parallel()
	first := at(releasing(north), south)
	gaveUp := tried(north, intent.Cancel, stood, "SUCCEEDED")
	book := func(ends ...string) func(*intent.Work) { return tried(north, intent.Book, wanted, ends...) }
	back := func(ends ...string) func(*intent.Work) { return tried(north, intent.Book, stood, ends...) }
	move := func(change ...func(*intent.Work)) intent.Work {
		return given(intent.MoveReservation, append([]func(*intent.Work){first}, change...)...)
	}
	moved := func(change ...func(*intent.Work)) intent.Work {
		return move(append([]func(*intent.Work){gaveUp}, change...)...)
	}
	spent := times(3, "FAILED UPSTREAM")
	const release, take, takeBack = "BEGIN CANCEL old at north by stands", "BEGIN BOOK new at north", "BEGIN BOOK old at north"
	play(t, []situation{
		{"the old place goes first", move(), later, release},
		{"even if another provider is asked first", move(at(south, releasing(north))), later, release},
		{"only its home counts", move(at(releasing(south), north)), later, "BEGIN BOOK new at south"},
		{"giving it up fails", move(tried(north, intent.Cancel, stood, spent...)), later, "END FAILED_UPSTREAM"},
		{"its time is over before it was given up", move(), expiry, "END EXPIRED"},
		{"then the new one", moved(), later, take},
		{"trouble is tried again", moved(book("FAILED UPSTREAM")), later, take},
		{"after a pause", moved(book("FAILED UPSTREAM"), nextAt(later)), later.Add(-tick), "REST 1m0s"},
		{"never elsewhere, where nothing was given up", moved(book(spent...)), later, takeBack},
		{"taken: the old one is taken back", moved(book("FAILED RACE")), later, takeBack},
		{"our credential: the old one is asked for all the same", moved(book("FAILED AUTH")), later, takeBack},
		{"time is over in the middle: the old one is taken back", moved(), expiry, takeBack},
		{"time is over while the new one is tried for", moved(book("FAILED UPSTREAM")), expiry, takeBack},
		{"time is over, but the new one may have been had", moved(book("UNKNOWN"), askAt(later)), expiry, "ASK 2"},
		{"taking back fails and is tried again", moved(book("FAILED RACE"), back("FAILED UPSTREAM")), later, takeBack},
		{"after a pause, time or no time", moved(book("FAILED RACE"), back("FAILED UPSTREAM"), nextAt(expiry.Add(time.Minute))), expiry, "REST 16m0s"},
		{"taken back", moved(book("FAILED RACE"), back("FAILED UPSTREAM", "SUCCEEDED")), later, "END FAILED_RACE, restored by 4"},
		{"taken back when time was over", moved(back("SUCCEEDED")), expiry, "END EXPIRED, restored by 2"},
		{"taken back in trouble", moved(book(spent...), back("SUCCEEDED")), later, "END FAILED_UPSTREAM, restored by 5"},
		{"the old one is gone as well", moved(book("FAILED RACE"), back("FAILED RACE")), later, "END FAILED_RACE, lost"},
		{"neither can be had", moved(book("FAILED RACE"), back(spent...)), later, "END FAILED_RACE, lost"},
		{"neither can be had in time", moved(back(spent...)), expiry, "END EXPIRED, lost"},
		{"our credential went away in the middle", moved(book("FAILED AUTH"), back("FAILED AUTH")), later, "END FAILED_AUTH, lost"},
		{"its home lapsed in the middle", moved(at(lapsed(releasing(north), later), south)), later, "END FAILED_UPSTREAM, lost"},
		{"its home went away in the middle", moved(at(south)), later, "END FAILED_UPSTREAM, lost"},
		{"its home declares something else in the middle", moved(at(north, south), book("FAILED RACE")), later, takeBack},
		{"the same, and the old one is gone", moved(at(north, south), book("FAILED RACE"), back("FAILED RACE")), later, "END FAILED_RACE, lost"},
	})
	t.Run("a person is told what became of the old place", func(t *testing.T) {
		require.Contains(t, intent.Next(moved(book("FAILED RACE"), back("SUCCEEDED")), later).Failure, "The old place was taken back.")
		require.Contains(t, intent.Next(moved(book("FAILED RACE"), back("FAILED RACE")), later).Failure, "could not be taken back.")
		require.NotContains(t, intent.Next(move(tried(north, intent.Cancel, stood, spent...)), later).Failure, "old place")
	})
	t.Run("a busy provider isn't asked for the old place for ever", func(t *testing.T) {
		busy := back(times(3, "FAILED RATE_LIMIT")...)
		inTime, late := moved(book("FAILED RACE"), busy), moved(book("FAILED RACE"), busy)
		for k := 2; k < 5; k++ {
			late.Attempts[k].StartedAt = expiry
		}
		require.Equal(t, takeBack, said(intent.Next(inTime, later)))
		require.Equal(t, takeBack, said(intent.Next(inTime, expiry)), "what was tried in time doesn't count")
		require.Equal(t, "END FAILED_RACE, lost", said(intent.Next(late, expiry)))
	})
}

func TestCompletes(t *testing.T) {
	t.Parallel()
	try := func(action intent.Action, target string) intent.Attempt {
		return intent.Attempt{Action: action, Target: target, Status: intent.AttemptSucceeded}
	}
	for _, kind := range intent.Kinds() {
		w := given(kind)
		require.Equal(t, kind != intent.CancelReservation, w.Completes(try(intent.Book, wanted)), kind)
		require.Equal(t, kind == intent.CancelReservation, w.Completes(try(intent.Cancel, stood)), "%s: giving up is half a move", kind)
		require.False(t, w.Completes(try(intent.Book, stood)), "%s: taking back is no move", kind)
		require.False(t, w.Completes(try(intent.Book, "elsewhere")), kind)
	}
	require.True(t, given(intent.MoveReservation, untied).Completes(try(intent.Cancel, stood)))
	require.False(t, given(intent.MoveReservation, untied).Completes(try(intent.Book, stood)))
}
