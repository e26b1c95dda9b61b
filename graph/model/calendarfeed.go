package model

import "github.com/slotq/slotq/internal/booking"

// CalendarFeedPayload also carries the secret address of a new feed, which is in no row and so can't be read later.
type CalendarFeedPayload struct {
	answer
	Address *string
}

// IssuedFeed makes the payload of a new feed, or nothing of an error.
func IssuedFeed(issued booking.IssuedCalendarFeed, err error) (*CalendarFeedPayload, error) {
	if err != nil {
		return nil, err
	}
	return &CalendarFeedPayload{answer: answer{issued.Result}, Address: issued.Path}, nil
}
