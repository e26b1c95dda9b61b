package models_test

import "github.com/slotq/slotq/internal/problem"

// What the house answers to each command, by the model. The empty code is a yes, which also changes the model.

func (m *model) hold(guest, party int, at []*slot) problem.Code {
	if why := m.refusal(party, at); why != "" {
		return why
	}
	m.reclaim(party, at)
	s := &stay{guest: guest, party: party, at: at, status: "HELD", version: 1}
	s.take(+1)
	m.stays = append(m.stays, s)
	return ""
}

// may is what comes before the rules of any command on a reservation.
func (s *stay) may(version int, from ...string) problem.Code {
	switch {
	case s.lapsed() || s.status == "EXPIRED":
		return problem.HoldExpired
	case version != s.version:
		return problem.VersionStale
	case s.backs != nil && s.status == "HELD":
		return problem.IllegalTransition
	}
	for _, one := range from {
		if s.status == one {
			return ""
		}
	}
	return problem.IllegalTransition
}

func (s *stay) confirm(version int) problem.Code {
	if why := s.may(version, "HELD"); why != "" {
		return why
	}
	s.status, s.version = "CONFIRMED", s.version+1
	return ""
}

func (s *stay) extend(version int) problem.Code {
	why := s.may(version, "HELD")
	if why == "" && s.extended {
		why = problem.PolicyForbids
	}
	if why == "" {
		s.extended, s.version = true, s.version+1
	}
	return why
}

func (s *stay) cancel(version int) problem.Code {
	why := s.may(version, "HELD", "CONFIRMED")
	if why == "" {
		s.end("CANCELLED")
	}
	return why
}

func (m *model) moved(s *stay, version int, to []*slot) problem.Code {
	why := s.may(version, "HELD", "CONFIRMED")
	if why == "" {
		why = m.refusal(s.party, to)
	}
	if why != "" {
		return why
	}
	m.reclaim(s.party, to)
	s.take(-1)
	s.at = to
	s.take(+1)
	s.version++
	return ""
}

func (m *model) join(guest, party int, at *slot) problem.Code {
	for _, e := range m.entries {
		if e.guest == guest && e.at == at && e.live() {
			return problem.AlreadyWaiting
		}
	}
	for _, e := range m.entries {
		if e.guest == guest && e.at == at && e.status == "OFFERED" {
			e.offered.hold.record() // whatever is answered: the old offer stands in the way and is over
		}
	}
	for _, s := range m.stays {
		if s.guest == guest && s.active() && s.has(at) {
			return problem.AlreadyBooked
		}
	}
	m.entries = append(m.entries, &entry{guest: guest, party: party, at: at, status: "WAITING", version: 1})
	return ""
}

func (e *entry) leave(version int) problem.Code {
	switch {
	case version != e.version:
		return problem.VersionStale
	case !e.live():
		return problem.IllegalTransition
	case e.status == "OFFERED":
		e.offered.close("WITHDRAWN", "CANCELLED", "CANCELLED")
	default:
		e.status, e.version = "CANCELLED", e.version+1
	}
	return ""
}

// decide is the one answer to all three decisions on an offer.
func (o *offer) decide(version int, to string) problem.Code {
	switch {
	case o.lapsed() || o.status == "EXPIRED":
		return problem.OfferExpired
	case version != o.version:
		return problem.DecisionStale
	case o.status != "OFFERED":
		return problem.IllegalTransition
	}
	switch to {
	case "ACCEPTED":
		o.status, o.version = to, o.version+1
		o.hold.status, o.hold.version = "CONFIRMED", o.hold.version+1
		o.to.status, o.to.version = "FULFILLED", o.to.version+1
	case "DECLINED":
		o.close(to, "CANCELLED", "DECLINED")
	case "WITHDRAWN":
		o.close(to, "CANCELLED", "WAITING")
	}
	return ""
}
