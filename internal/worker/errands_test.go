package worker_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
)

// after lets a while of made-up time go by.
func after(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestErrandsOfASlowProvider(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.call = slow(8 * time.Second)
		crowd, other := uuid.New(), uuid.New()
		for range 500 {
			o.add(crowd, 1)
		}
		loop, stop := o.run(256)
		after(time.Second)
		o.see(func() { require.Equal(t, 192, o.calls, "one tenant alone has three quarters of the hands") })

		// Somebody else comes while all of those are out.
		late := o.add(other, 1)
		loop.Poke()
		after(50 * time.Millisecond)
		o.see(func() {
			require.Equal(t, 1, o.asked[late.id], "the next tenant doesn't wait for the slow one")
			require.Equal(t, 193, o.calls)
		})

		after(30 * time.Second)
		require.Zero(t, o.left())
		listed := 0
		o.see(func() {
			for id, times := range o.asked {
				require.Equal(t, 1, times, id)
			}
			require.LessOrEqual(t, o.mostCall, 256)
			listed = o.listed
		})
		after(10 * time.Second)
		o.see(func() { require.LessOrEqual(t, o.listed-listed, 11, "nothing is due, so nobody looks but the poll") })
		stop()
		require.Empty(t, o.logged())
	})
}

func TestErrandsStayWithinTheirHands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.call = slow(time.Second)
		for range 30 {
			o.add(uuid.New(), 1)
		}
		_, stop := o.run(5)
		after(10 * time.Second)
		require.Zero(t, o.left())
		stop()
		require.Equal(t, 5, o.mostCall)
	})
}

func TestErrandsGoOnAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		j := o.add(uuid.New(), 5)
		began := time.Now()
		_, stop := o.run(0)
		after(time.Second)
		require.Zero(t, o.left())
		stop()
		require.Less(t, j.ended.Sub(began), 20*time.Millisecond, "five bookings, one after the other, without waiting for the poll")
	})
}

func TestErrandsOfLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		j := o.add(uuid.New(), 1)
		j.from = time.Now().Add(400 * time.Millisecond)
		began := time.Now()
		_, stop := o.run(0)
		after(time.Second)
		stop()
		require.InDelta(t, 400, j.ended.Sub(began).Milliseconds(), 50, "woken when it is due, not by the poll")
	})
}

func TestErrandKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   intent.StepKind
		action intent.Action
		want   []string
	}{
		{intent.Run, intent.Book, []string{"book", "RUN BOOK DONE"}},
		{intent.Run, intent.Cancel, []string{"cancel", "RUN CANCEL DONE"}},
		{intent.Undo, intent.Book, []string{"cancel", "UNDO BOOK DONE"}},
		{intent.Ask, intent.Book, []string{"find", "ASK BOOK FOUND"}},
		{intent.Ask, intent.Cancel, []string{"find", "ASK CANCEL FOUND"}},
		{intent.Watch, intent.Book, []string{"find", "WATCH BOOK FOUND"}},
		{intent.Watch, intent.Cancel, []string{"find", "WATCH CANCEL FOUND"}},
	} {
		t.Run(fmt.Sprintf("%s of a %s", c.kind, c.action), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := newOffice(t)
				j := o.add(uuid.New(), 1)
				e := &j.errands[0]
				e.Kind, e.Attempt.Action, e.Subject = c.kind, c.action, j.id.String()
				_, stop := o.run(0)
				after(100 * time.Millisecond)
				stop()
				require.Equal(t, c.want, o.said())
			})
		})
	}
}

func TestErrandsAreReportedOnceTheDatabaseIsBack(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]error{
		"it was away":                  fmt.Errorf("report: %w", problem.ErrUnavailable),
		"nobody knows if it committed": fmt.Errorf("report: %w", booking.ErrCommitUnknown),
		"its rows moved":               fmt.Errorf("report: %w", booking.ErrMoved),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := newOffice(t)
				j := o.add(uuid.New(), 1)
				began, tries := time.Now(), 0
				o.report = func(context.Context, booking.Errand, string) error {
					if tries++; time.Since(began) < 12*time.Second {
						return away
					}
					return nil
				}
				_, stop := o.run(0)
				after(20 * time.Second)
				stop()
				require.Equal(t, []string{"book", "RUN BOOK DONE"}, o.said(), "the provider is not asked again")
				require.Less(t, j.ended.Sub(began), 16*time.Second)
				require.Less(t, tries, 30, "the pauses grow")
			})
		})
	}
}

func TestErrandsWhoseLeaseIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		j := o.add(uuid.New(), 1)
		began := time.Now()
		var last time.Time
		o.report = func(ctx context.Context, _ booking.Errand, _ string) error {
			last = time.Now()
			return fmt.Errorf("report: %w", problem.ErrUnavailable)
		}
		_, stop := o.run(0)
		after(intent.Lease + time.Second)
		logged := o.logged()
		after(time.Minute)
		stop()
		require.Contains(t, logged, j.id.String())
		require.Contains(t, logged, j.errands[0].Attempt.ID.String())
		require.Contains(t, logged, "is not recorded")
		require.Less(t, last.Sub(began), intent.Lease, "who took the attempt over is not written over")
	})
}

// TestErrandsThatAreLate: an answer that came after its lease is told all the same, once. The desk knows what it is worth.
func TestErrandsThatAreLate(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]error{"told": nil, "and not again and again": problem.ErrUnavailable} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := newOffice(t)
				o.call = slow(intent.Lease + 10*time.Second)
				tries := 0
				o.report = func(context.Context, booking.Errand, string) error { tries++; return away }
				o.add(uuid.New(), 1)
				_, stop := o.run(0)
				after(2 * intent.Lease)
				stop()
				require.Equal(t, 1, tries)
			})
		})
	}
}

func TestErrandsWhoseReportIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.add(uuid.New(), 1)
		tries := 0
		o.report = func(context.Context, booking.Errand, string) error { tries++; return errors.New("no such attempt") }
		_, stop := o.run(0)
		after(10 * time.Second)
		stop()
		require.Equal(t, 1, tries, "a refusal is final")
		require.Contains(t, o.logged(), "no such attempt")
	})
}

func TestErrandsThatPanic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		bad := o.add(uuid.New(), 1)
		good := o.add(uuid.New(), 1)
		o.call = func(_ context.Context, j *job) intent.Answer {
			if j == bad {
				panic("the adapter is broken")
			}
			return intent.Answer{Kind: intent.Done}
		}
		_, stop := o.run(0)
		after(5 * time.Second)
		stop()
		require.NotZero(t, good.ended)
		require.Equal(t, 1, o.asked[bad.id], "its attempt is left to the lease")
		require.Contains(t, o.logged(), "the adapter is broken")
		require.Contains(t, o.logged(), bad.errands[0].Attempt.ID.String())
	})
}

func TestErrandsOfAnIntentThatFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		bad, good := o.add(uuid.New(), 1), o.add(uuid.New(), 1)
		tries := 0
		o.advance = func(j *job) error {
			if j != bad {
				return nil
			}
			if tries++; tries < 4 {
				return errors.New("not today")
			}
			return nil
		}
		began := time.Now()
		_, stop := o.run(0)
		after(time.Second / 2)
		o.see(func() {
			require.NotZero(t, good.ended)
			require.Equal(t, 1, tries, "it is left alone for a while")
		})
		after(10 * time.Second)
		stop()
		require.NotZero(t, bad.ended)
		require.InDelta(t, 7, bad.ended.Sub(began).Seconds(), 3, "1, 2 and 4 seconds, and the poll")
		require.Equal(t, 3, strings.Count(o.logged(), "not today"))
	})
}

func TestErrandsAtTheEnd(t *testing.T) {
	t.Parallel()
	t.Run("calls that are out end and are reported, and no other is made", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			o := newOffice(t)
			o.call = slow(4 * time.Second)
			for range 20 {
				o.add(uuid.New(), 2)
			}
			_, stop := o.run(8)
			after(time.Second)
			o.see(func() { require.Equal(t, 8, o.calls) })
			began := time.Now()
			stop()
			require.InDelta(t, 3, time.Since(began).Seconds(), 0.1)
			require.Equal(t, 8, strings.Count(strings.Join(o.said(), ","), "RUN BOOK DONE"))
			require.Len(t, o.asked, 8)
			require.Empty(t, o.logged())
		})
	})
	t.Run("one that hangs is cancelled in the end, and reported as it is", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			o := newOffice(t)
			o.call = slow(time.Hour)
			o.add(uuid.New(), 1)
			_, stop := o.run(0)
			after(time.Second)
			began := time.Now()
			stop()
			require.InDelta(t, 10, time.Since(began).Seconds(), 0.1)
			require.Equal(t, []string{"book", "RUN BOOK UNCLEAR"}, o.said())
		})
	})
	t.Run("a database that is away is not waited for without end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			o := newOffice(t)
			o.report = func(context.Context, booking.Errand, string) error { return problem.ErrUnavailable }
			o.add(uuid.New(), 1)
			_, stop := o.run(0)
			after(time.Second)
			began := time.Now()
			stop()
			require.LessOrEqual(t, time.Since(began), 14*time.Second)
			require.Contains(t, o.logged(), "is not recorded")
		})
	})
	t.Run("what was given out and not asked is given back", func(t *testing.T) {
		for kind, want := range map[intent.StepKind]string{intent.Run: "RUN BOOK UNAVAILABLE", intent.Ask: "ASK BOOK NOT_VISIBLE"} {
			synctest.Test(t, func(t *testing.T) {
				o := newOffice(t)
				j := o.add(uuid.New(), 1)
				j.errands[0].Kind, j.errands[0].Subject = kind, j.id.String()
				begun := make(chan struct{}, 1)
				o.advance = func(*job) error { // told to stop while the step is under way
					begun <- struct{}{}
					o.mu.Unlock()
					<-time.After(time.Millisecond)
					o.mu.Lock()
					return nil
				}
				_, stop := o.run(0)
				<-begun
				stop()
				require.Equal(t, []string{want}, o.said())
			})
		}
	})
}
