package main

import (
	"fmt"
	"slices"

	"github.com/slotq/slotq/internal/command"
)

// compare holds a round's journal against the truth, and says what doesn't agree.
func compare(deeds []*deed, t *truth) (wrong []string) {
	c := comparison{truth: t, asked: map[string]string{}, last: map[string]string{}}
	for _, d := range deeds {
		c.deed(d)
	}
	c.ends(deeds)
	c.nobodys()
	return c.wrong
}

// comparison is under way.
type comparison struct {
	*truth
	asked map[string]string // who asked for a thing, by the thing's id
	last  map[string]string // how a reservation has to stand, as far as its clients were told
	wrong []string
}

func (c *comparison) say(format string, values ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, values...))
}

// deed judges what one key was told, and the ledger's row of it.
func (c *comparison) deed(d *deed) {
	name := d.command + " " + d.key
	for _, s := range d.different {
		c.say("%s: two answers: %s", name, s)
	}
	for _, s := range d.strange {
		c.say("%s: an answer that the contract doesn't have: %s", name, s)
	}
	if d.known == 0 {
		c.say("%s: nobody ever said what became of it, asked %d times", name, d.sent)
		return
	}
	row, written := c.ledger[command.KeyDigest(d.key)]
	switch {
	case !written && d.done():
		c.say("%s: acknowledged, and the ledger has no row of it", name)
	case written && (row.outcome != d.said || row.problem != d.problem):
		c.say("%s: told %s %s, the ledger has %s %s", name, d.said, d.problem, row.outcome, row.problem)
	case d.done() && !slices.Contains(row.refs, d.result):
		c.say("%s: told %s, the ledger has %v", name, d.result, row.refs)
	}
	if d.done() && makes[d.command] {
		if other, twice := c.asked[d.result]; twice {
			c.say("%s: made %s, as %s did", name, d.result, other)
		}
		c.asked[d.result] = name
	}
}

// makes are the commands that make something new.
var makes = map[string]bool{"holdSlot": true, "joinWaitlist": true, "requestReservation": true}

// ends judges how the things stand that the clients were told of.
func (c *comparison) ends(deeds []*deed) {
	for _, d := range deeds {
		if !d.done() {
			continue
		}
		name := d.command + " " + d.key
		switch d.command {
		case "holdSlot":
			c.last[d.result] = "EXPIRED" // unless more was done about it
		case "confirmReservation":
			c.last[d.about] = "CONFIRMED"
		case "cancelReservation":
			c.last[d.about] = "CANCELLED"
		case "confirmOffer":
			c.offerEnds(name, d.about, "ACCEPTED", "CONFIRMED")
		case "declineOffer":
			c.offerEnds(name, d.about, "DECLINED", "CANCELLED")
		case "joinWaitlist":
			if _, there := c.entries[d.result]; !there {
				c.say("%s: acknowledged, and entry %s is not there", name, d.result)
			}
		case "leaveWaitlist":
			if status := c.entries[d.about]; status != "CANCELLED" {
				c.say("%s: acknowledged, and entry %s is %q", name, d.about, status)
			}
		case "requestReservation":
			c.intentEnds(name, d)
		}
	}
	for id, status := range c.last {
		switch f, there := c.reservations[id]; {
		case !there:
			c.say("reservation %s of %s was acknowledged and is not there", id, c.asked[id])
		case f.status != status:
			c.say("reservation %s of %s has to be %s by what was acknowledged, and is %s", id, c.asked[id], status, f.status)
		}
	}
}

func (c *comparison) offerEnds(name, id, status, hold string) {
	o, there := c.offers[id]
	switch {
	case !there:
		c.say("%s: acknowledged, and offer %s is not there", name, id)
		return
	case o.status != status:
		c.say("%s: acknowledged, and offer %s is %s", name, id, o.status)
	}
	if _, later := c.last[o.hold]; !later {
		c.last[o.hold] = hold
	}
}

func (c *comparison) intentEnds(name string, d *deed) {
	i, there := c.intents[d.result]
	switch {
	case !there:
		c.say("%s: accepted, and intent %s is not there", name, d.result)
		return
	case !finished[i.status]:
		c.say("%s: intent %s is still %s", name, d.result, i.status)
	case d.told == "EXPIRED" && i.status != "SUCCEEDED":
		// By the clock it was over; what was being decided at that moment may have ended it by another name, as long as nobody has a place.
	case d.told != "" && d.told != i.status:
		c.say("%s: intent %s was told to be %s, and is %s", name, d.result, d.told, i.status)
	}
	made, there := c.reservations[i.reservation]
	switch {
	case i.status == "SUCCEEDED" && (!there || made.status != "CONFIRMED"):
		c.say("%s: intent %s succeeded, and its reservation %s is %q", name, d.result, i.reservation, made.status)
	case i.status == "SUCCEEDED" && c.booked[made.reference] != 1:
		c.say("%s: intent %s succeeded, and outside there are %d bookings under %q", name, d.result, c.booked[made.reference], made.reference)
	case i.status != "SUCCEEDED" && there && made.status == "CONFIRMED":
		c.say("%s: intent %s is %s, and its reservation stands", name, d.result, i.status)
	}
	if i.reservation != "" {
		c.asked[i.reservation] = name
	}
}

// nobodys finds what stands in the books and nobody has asked for.
func (c *comparison) nobodys() {
	for id, f := range c.reservations {
		if c.asked[id] == "" && !f.promotional {
			c.say("reservation %s, %s, was acknowledged to nobody", id, f.status)
		}
	}
	for id := range c.entries {
		if c.asked[id] == "" {
			c.say("entry %s was acknowledged to nobody", id)
		}
	}
	for id := range c.intents {
		if c.asked[id] == "" {
			c.say("intent %s was acknowledged to nobody", id)
		}
	}
}
