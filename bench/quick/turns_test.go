package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTurns lets two parties play: both warm themselves first, then each has its round, and again.
func TestTurns(t *testing.T) {
	t.Parallel()
	var order string
	party := func(name string, perSecond ...float64) *party {
		return &party{
			name: name,
			warm: func(context.Context) error { order += "(" + name + ")"; return nil },
			round: func(context.Context) (beat, error) {
				order += name
				one := perSecond[0]
				perSecond = perSecond[1:]
				return beat{perSecond: one, done: 10, used: used{server: time.Millisecond, client: time.Millisecond}}, nil
			},
		}
	}
	a, b := party("a", 100, 200), party("b", 10, 30)
	require.NoError(t, new(bench).turns(t.Context(), 2, a, b))
	require.Equal(t, "(a)(b)abab", order)
	require.InDelta(t, 150, a.mean(), 1e-9)
	require.InDelta(t, 20, b.mean(), 1e-9)
	require.InDelta(t, 200, a.each(), 1e-9, "4 ms for 20 deeds")
}

// TestWork ends when nothing is left to do, which is no failure; a deed that fails is one.
func TestWork(t *testing.T) {
	t.Parallel()
	all := crowd{new(wire), new(wire), new(wire)}
	_, done, err := all.work(t.Context(), time.Hour, first(7, func(*wire, int) error { return nil }))
	require.NoError(t, err)
	require.Equal(t, 7, done)
	bad := errors.New("bad")
	_, _, err = all.work(t.Context(), time.Hour, func(*wire) error { return bad })
	require.ErrorIs(t, err, bad)
}

func TestChosen(t *testing.T) {
	t.Parallel()
	some, err := chosen("lists,spread")
	require.NoError(t, err)
	require.Equal(t, []string{"spread", "lists"}, []string{some[0].name, some[1].name}, "in their own order")
	_, err = chosen("spread,typo")
	require.ErrorContains(t, err, "typo")
}
