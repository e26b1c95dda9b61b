package main

import (
	"fmt"
	"strings"
)

// A history consists of lives, twenty kinds in turn: twelve parties came and left, five were never checked out and keep their place
// and time for ever, two cancelled, one never came. A slot is taken back and laid out again twice, as opening rules change; then it
// is held, the hold is extended and confirmed.
const lives = 20

// life is what becomes of a booking behind its confirmation.
type life struct {
	status string
	deeds  []told
}

// told is an event: what it is of, the version that it tells, and the kind.
type told struct {
	entity  string
	version int
	kind    string
}

var before = []told{
	{"sl", 2, "slot.withdrawn"}, {"sl", 3, "slot.reopened"}, {"sl", 4, "slot.withdrawn"}, {"sl", 5, "slot.reopened"},
	{"sl", 6, "slot.taken"}, {"rv", 1, "reservation.held"}, {"rv", 2, "reservation.extended"}, {"rv", 3, "reservation.confirmed"},
}

var (
	left      = life{"COMPLETED", []told{{"rv", 4, "reservation.checked_in"}, {"sl", 7, "slot.freed"}, {"rv", 5, "reservation.completed"}}}
	stayed    = life{"CONFIRMED", nil}
	cancelled = life{"CANCELLED", []told{{"sl", 7, "slot.freed"}, {"rv", 4, "reservation.cancelled"}}}
	missing   = life{"NO_SHOW", []told{{"sl", 7, "slot.freed"}, {"rv", 4, "reservation.no_show"}}}
)

// lifeOf is the nth of twenty.
func lifeOf(nth int) life {
	switch {
	case nth < 12:
		return left
	case nth < 17:
		return stayed
	case nth < 19:
		return cancelled
	}
	return missing
}

// versions are those that a booking and its slot have reached.
func (l life) versions() (reservation, slot int) {
	for _, t := range append(append([]told{}, before...), l.deeds...) {
		if t.entity == "rv" {
			reservation = t.version
		} else {
			slot = t.version
		}
	}
	return reservation, slot
}

// byLife is an expression that picks a value for the life of row i.
func byLife(of func(life) string) string {
	var all []string
	for n := range lives {
		all = append(all, of(lifeOf(n)))
	}
	return fmt.Sprintf("(ARRAY[%s])[i %% %d + 1]", strings.Join(all, ","), lives)
}

// eventTable is a table of all events of the twenty lives: which life, how many events of the twenty come before, and what is told.
func eventTable() (rows string, perTwenty int) {
	var all []string
	for n := range lives {
		for _, t := range append(append([]told{}, before...), lifeOf(n).deeds...) {
			all = append(all, fmt.Sprintf("(%d,%d,'%s',%d,'%s')", n, perTwenty, t.entity, t.version, t.kind))
			perTwenty++
		}
	}
	return "(VALUES " + strings.Join(all, ",") + ") AS e (life, nth, entity, version, kind)", perTwenty
}

// eventsOf is how many events so many bookings leave.
func eventsOf(reservations int) int {
	_, perTwenty := eventTable()
	return reservations / lives * perTwenty
}
