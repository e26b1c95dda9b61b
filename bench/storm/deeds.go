package main

import (
	"time"

	"github.com/slotq/slotq/internal/loadtest"
)

const holdFields = "reservation { id version status }"

func (p *person) hold(slots ...slot) (answer, bool) {
	var ids []string
	for _, s := range slots {
		ids = append(ids, s.id)
	}
	return p.give(order{command: "holdSlot", input: "HoldSlotInput", fields: holdFields, result: "reservation.id", slots: ids,
		with: loadtest.Vars{"slotIds": ids, "partySize": 1}})
}

// onReservation gives confirmReservation or cancelReservation.
func (p *person) onReservation(command, input, id string, version int64, slots []string, more loadtest.Vars) (answer, bool) {
	with := loadtest.Vars{"reservationId": id, "expectedVersion": version}
	for name, value := range more {
		with[name] = value
	}
	return p.give(order{command: command, input: input, fields: holdFields, result: "reservation.id", about: id, slots: slots, with: with})
}

func (p *person) confirm(id string, version int64, slots []string) (answer, bool) {
	return p.onReservation("confirmReservation", "ReservationCommandInput", id, version, slots, nil)
}

func (p *person) cancel(id string, version int64, slots []string) (answer, bool) {
	return p.onReservation("cancelReservation", "CancelReservationInput", id, version, slots, loadtest.Vars{"reasonCode": "CUSTOMER_REQUEST"})
}

// book holds a slot or a few, and mostly confirms in time, and sometimes changes its mind.
func (p *person) book(slots ...slot) {
	a, ok := p.hold(slots...)
	if !ok || a.said != committed {
		p.think(200 * time.Millisecond)
		return
	}
	var ids []string
	for _, s := range slots {
		ids = append(ids, s.id)
	}
	held := a.payload.Get("reservation")
	id, version := held.Get("id").String(), held.Get("version").Int()
	if p.chance(0.05) {
		p.think(holdTTL + holdTTL/4) // too late, perhaps
	} else {
		p.think(150 * time.Millisecond)
	}
	if p.chance(0.75) {
		if a, ok = p.confirm(id, version, ids); !ok || a.said != committed {
			return
		}
		version = a.payload.Get("reservation.version").Int()
		p.think(150 * time.Millisecond)
	}
	if p.chance(0.93) { // what stays fills the place up
		p.cancel(id, version, ids)
	}
}

const (
	entryNow  = `query($id: ID!) { it: waitlistEntry(id: $id) { status version offer { id version status hold { id version } } } }`
	intentNow = `query($id: ID!) { it: intent(id: $id) { status } }`
)

// queue books a slot of the venue with a queue, or waits for it.
func (p *person) queue(s slot) {
	a, ok := p.hold(s)
	if !ok {
		return
	}
	if a.said == committed {
		held := a.payload.Get("reservation")
		p.keep(held.Get("id").String(), held.Get("version").Int(), s)
		return
	}
	a, ok = p.give(order{command: "joinWaitlist", input: "JoinWaitlistInput", fields: "entry { id version }", result: "entry.id", slots: []string{s.id},
		with: loadtest.Vars{"venueId": s.venue, "partySize": 1, "from": s.from.Format(time.RFC3339), "to": s.to.Format(time.RFC3339)}})
	if !ok || a.said != committed {
		return
	}
	entry := a.payload.Get("entry.id").String()
	for p.last.Err() == nil {
		now := p.look(entryNow, entry)
		switch status := now.Get("status").String(); {
		case status == "OFFERED":
			p.answerOffer(now.Get("offer.id").String(), now.Get("offer.version").Int(), s)
			return
		case status == "WAITING" && p.until.Err() != nil && p.leave(entry, now.Get("version").Int()):
			return
		case status != "" && status != "WAITING":
			return
		}
		sleep(p.last, time.Duration(50+p.dice.IntN(150))*time.Millisecond)
	}
}

// leave gives up waiting; false when it has just been offered something, or nobody knows.
func (p *person) leave(entry string, version int64) bool {
	a, ok := p.give(order{command: "leaveWaitlist", input: "WaitlistCommandInput", fields: "entry { id }", result: "entry.id", about: entry,
		with: loadtest.Vars{"entryId": entry, "expectedVersion": version}})
	return ok && a.said == committed
}

// keep confirms what is held and gives it up after a while, so that the queue moves.
func (p *person) keep(id string, version int64, s slot) {
	a, ok := p.confirm(id, version, []string{s.id})
	if !ok || a.said != committed {
		return
	}
	p.think(300 * time.Millisecond)
	p.cancel(id, a.payload.Get("reservation.version").Int(), []string{s.id})
}

func (p *person) answerOffer(id string, version int64, s slot) {
	with := loadtest.Vars{"offerId": id, "expectedVersion": version}
	switch {
	case p.chance(0.7):
		with["confirmationSource"] = "FRONT_DESK"
		a, ok := p.give(order{command: "confirmOffer", input: "ConfirmOfferInput", fields: "offer { id } " + holdFields, result: "offer.id", about: id, with: with})
		if ok && a.said == committed {
			made := a.payload.Get("reservation")
			p.think(200 * time.Millisecond)
			p.cancel(made.Get("id").String(), made.Get("version").Int(), []string{s.id})
		}
	case p.chance(0.7):
		with["reasonCode"] = "OTHER"
		p.give(order{command: "declineOffer", input: "DeclineOfferInput", fields: "offer { id }", result: "offer.id", about: id, with: with})
	}
	// Else it lapses.
}

// intentLife is how long an outside booking may take before it is given up.
const intentLife = 12 * time.Second

// request asks for a place in which the outside booking system has a say, and reads how it ends.
func (p *person) request(s slot) {
	a, ok := p.give(order{command: "requestReservation", input: "RequestReservationInput", fields: "intent { id status }", result: "intent.id", slots: []string{s.id},
		with: loadtest.Vars{"slotIds": []string{s.id}, "partySize": 1, "expiresAt": time.Now().Add(intentLife).UTC().Format(time.RFC3339Nano)}})
	if !ok || a.said != accepted {
		p.think(100 * time.Millisecond)
		return
	}
	id := a.payload.Get("intent.id").String()
	for p.until.Err() == nil {
		if status := p.look(intentNow, id).Get("status").String(); finished[status] {
			p.journal.note(entry{What: told, Key: a.key, About: id, Said: status})
			return
		}
		p.think(300 * time.Millisecond)
	}
}

// finished are the ends of an intent.
var finished = map[string]bool{"SUCCEEDED": true, "FAILED_RACE": true, "FAILED_AUTH": true, "FAILED_UPSTREAM": true, "CANCELLED": true, "EXPIRED": true}
