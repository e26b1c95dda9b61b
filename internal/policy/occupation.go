package policy

import "time"

// Span is a stretch of time, [From, Until).
type Span struct{ From, Until time.Time }

// Meets reports whether two stretches have a moment in common; those that only touch have none.
func (s Span) Meets(o Span) bool {
	return later(s.From, o.From).Before(earlier(s.Until, o.Until))
}

// TurnTime says how long a party of at least so many people keeps an exclusive resource.
type TurnTime struct {
	FromPartySize int
	Duration      time.Duration
}

// Occupies is how long a party keeps an exclusive resource that it books for [startsAt, endsAt): for its turn time where
// that is longer, with the buffers around. Each booking brings its own buffers; two may not overlap.
func (r Rules) Occupies(startsAt, endsAt time.Time, party int) Span {
	until := later(endsAt, startsAt.Add(r.turn(party)))
	return Span{From: startsAt.Add(-r.BufferBefore), Until: until.Add(r.BufferAfter)}
}

// Reach is the longest that a party of any size would keep it.
func (r Rules) Reach(startsAt, endsAt time.Time) Span {
	until := endsAt
	for _, t := range r.TurnTimes {
		until = later(until, startsAt.Add(t.Duration))
	}
	return Span{From: startsAt.Add(-r.BufferBefore), Until: until.Add(r.BufferAfter)}
}

// Spreads reports whether a booking may keep an exclusive resource for longer than its slots.
func (r Rules) Spreads() bool {
	return r.BufferBefore > 0 || r.BufferAfter > 0 || len(r.TurnTimes) > 0
}

// turn is the turn time of the largest size that the party reaches; 0 where none is given.
func (r Rules) turn(party int) (turn time.Duration) {
	size := 0
	for _, t := range r.TurnTimes {
		if t.FromPartySize <= party && t.FromPartySize > size {
			size, turn = t.FromPartySize, t.Duration
		}
	}
	return turn
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
