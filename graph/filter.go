package graph

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
)

// intentFilter reads the conditions of a list; problem.ErrNotFound for what can't be a venue's id.
func intentFilter(in *model.IntentFilter) (reading.IntentFilter, error) {
	if in == nil {
		return reading.IntentFilter{}, nil
	}
	narrow := reading.IntentFilter{Statuses: in.Statuses}
	if in.VenueID != nil {
		id, ok := ref.Decode(ref.Venue, *in.VenueID)
		if !ok {
			return narrow, problem.ErrNotFound
		}
		narrow.VenueID = &id
	}
	return narrow, nil
}

// reservationFilter reads the conditions of a list; problem.ErrNotFound for what can't be a resource's id.
func reservationFilter(in *model.ReservationFilter) (reading.ReservationFilter, error) {
	if in == nil {
		return reading.ReservationFilter{}, nil
	}
	narrow := reading.ReservationFilter{Statuses: in.Statuses, From: in.From, To: in.To, Late: in.Late, Requested: in.Requested, Search: in.Search}
	if in.ResourceID != nil {
		id, ok := ref.Decode(ref.Resource, *in.ResourceID)
		if !ok {
			return narrow, problem.ErrNotFound
		}
		narrow.ResourceID = &id
	}
	return narrow, nil
}

// customerFilter reads the customer that a list is narrowed to; problem.ErrNotFound for what can't be a customer's id.
func customerFilter(text *string) (*uuid.UUID, error) {
	if text == nil {
		return nil, nil
	}
	id, ok := ref.Decode(ref.Customer, *text)
	if !ok {
		return nil, problem.ErrNotFound
	}
	return &id, nil
}
