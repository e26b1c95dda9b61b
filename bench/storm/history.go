package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
)

// act is what somebody, or time, did to a slot, and how it ended.
type act struct {
	kind string // hold, confirm, cancel, lapse or stand
	who  string // the reservation; of a hold that was refused nobody
	done bool
	all  []string // of stand: whoever has units in the end
}

// The acts. A lapse is time's, at the very moment at which a hold ends; stand is what is found when all is over.
const (
	actHold    = "hold"
	actConfirm = "confirm"
	actCancel  = "cancel"
	actLapse   = "lapse"
	actStand   = "stand"
)

// party has a unit of a slot.
type party struct {
	who  string
	firm bool
}

// parties are in the order of their names, so that equal ones look equal. They are never changed in place.
type parties []party

func (p parties) find(who string) int {
	return slices.IndexFunc(p, func(one party) bool { return one.who == who })
}

func (p parties) with(one party) parties {
	at, _ := slices.BinarySearchFunc(p, one, func(a, b party) int {
		switch {
		case a.who < b.who:
			return -1
		case a.who > b.who:
			return 1
		}
		return 0
	})
	return slices.Insert(slices.Clone(p), at, one)
}

func (p parties) without(at int) parties { return slices.Delete(slices.Clone(p), at, at+1) }

// slotModel is a slot of so many units, as one clerk with one book would keep it: a hold is taken if a unit is free and refused if none is,
// nothing in between; what is refused because a hold has lapsed has lapsed.
func slotModel(units int) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return parties{} },
		Step: func(state, input, _ any) (bool, any) {
			return step(units, state.(parties), input.(act))
		},
		Equal: func(a, b any) bool { return slices.Equal(a.(parties), b.(parties)) },
		DescribeOperation: func(input, _ any) string {
			a := input.(act)
			return fmt.Sprintf("%s %s %t", a.kind, a.who, a.done)
		},
	}
}

func step(units int, now parties, a act) (legal bool, next parties) {
	at := now.find(a.who)
	switch a.kind {
	case actHold:
		if !a.done {
			return len(now) >= units, now
		}
		if at >= 0 || len(now) >= units {
			return false, now
		}
		return true, now.with(party{who: a.who})
	case actConfirm:
		if !a.done {
			return at < 0, now
		}
		if at < 0 || now[at].firm {
			return false, now
		}
		return true, now.without(at).with(party{who: a.who, firm: true})
	case actCancel:
		if !a.done {
			return at < 0, now
		}
		if at < 0 {
			return false, now
		}
		return true, now.without(at)
	case actLapse:
		if at < 0 || now[at].firm {
			return false, now
		}
		return true, now.without(at)
	case actStand:
		return slices.EqualFunc(now, slices.Sorted(slices.Values(a.all)), func(p party, who string) bool { return p.who == who }), now
	}
	return false, now
}

// clockSlack is how far the moment of a lapse, which is the database's, may be from where the clients' clock has it. It is the same clock;
// what is between is reading it.
const clockSlack = 5 * time.Millisecond

// ending is how a reservation stands when all is over, as the database has it.
type ending struct {
	status  string
	expires time.Time // of one that lapsed
}

// historyOf makes a slot's history from the deeds of the journal, from what lapsed, and from who stands in the end.
func historyOf(slot string, deeds []*deed, ends map[string]ending, over time.Time) (all []porcupine.Operation) {
	add := func(a act, from, to int64) {
		all = append(all, porcupine.Operation{ClientId: len(all), Input: a, Call: from, Return: to})
	}
	stand := act{kind: actStand}
	for _, d := range deeds {
		if len(d.slots) != 1 || d.slots[0] != slot || d.known == 0 {
			continue
		}
		a, judged := actOf(d)
		if !judged {
			continue
		}
		add(a, d.asked, d.known)
		if a.kind != actHold || !a.done {
			continue
		}
		switch end := ends[a.who]; end.status {
		case "EXPIRED":
			add(act{kind: actLapse, who: a.who}, end.expires.Add(-clockSlack).UnixNano(), end.expires.Add(clockSlack).UnixNano())
		case "HELD", "CONFIRMED", "CHECKED_IN":
			stand.all = append(stand.all, a.who)
		}
	}
	add(stand, over.UnixNano(), over.UnixNano())
	return all
}

// actOf is a deed as an act on its slot. What was refused for another reason than that a place is taken or time is up says nothing of the slot.
func actOf(d *deed) (a act, judged bool) {
	switch d.command {
	case "holdSlot":
		if d.said == committed {
			return act{kind: actHold, who: d.result, done: true}, true
		}
		return act{kind: actHold}, d.problem == "SLOT_OCCUPIED" || d.problem == "CAPACITY_EXCEEDED"
	case "confirmReservation":
		a = act{kind: actConfirm, who: d.about, done: d.said == committed}
	case "cancelReservation":
		a = act{kind: actCancel, who: d.about, done: d.said == committed}
	default:
		return act{}, false
	}
	return a, a.done || d.problem == "HOLD_EXPIRED"
}

// historyPatience is how long one slot's history may be searched for an order that explains it.
const historyPatience = 20 * time.Second

// linear looks for an order in which one clerk could have done it all.
func linear(units int, history []porcupine.Operation) (porcupine.CheckResult, porcupine.LinearizationInfo) {
	return porcupine.CheckOperationsVerbose(slotModel(units), history, historyPatience)
}
