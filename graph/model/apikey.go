package model

import "github.com/slotq/slotq/internal/booking"

// APIKeyPayload also carries the secret that was just made, which is in no row and so can't be read later.
type APIKeyPayload struct {
	answer
	Secret *string
}

// IssuedKey makes the payload of a key with its secret, or nothing of an error.
func IssuedKey(issued booking.IssuedAPIKey, err error) (*APIKeyPayload, error) {
	if err != nil {
		return nil, err
	}
	return &APIKeyPayload{answer: answer{issued.Result}, Secret: issued.Secret}, nil
}
