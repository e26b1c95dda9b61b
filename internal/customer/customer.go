// Package customer owns who reservations belong to: contact data and how two spellings of it are recognised as one. It is
// pure.
package customer

import (
	"strings"

	"github.com/google/uuid"
	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"
)

// Customer is a person that reservations belong to. Contact data stands here and in no event, log or audit entry.
type Customer struct {
	ID       uuid.UUID
	TenantID uuid.UUID
	Name     string
	Email    *string
	Phone    *string
	Version  int
}

// WalkIn is the name of a customer who gave none.
const WalkIn = "Walk-in"

// Contact is how a caller describes a customer.
type Contact struct {
	Name  string
	Email *string
	Phone *string
}

// EmailKey is the form in which an e-mail address is compared: trimmed, in Unicode normal form C, lower case. nil stays
// nil, and so does an address of blanks.
func EmailKey(email *string) *string {
	if email == nil {
		return nil
	}
	key := strings.ToLower(norm.NFC.String(strings.TrimSpace(*email)))
	if key == "" {
		return nil
	}
	return &key
}

// PhoneKey is the form in which a phone number is compared: E.164 for an international number, else its digits.
func PhoneKey(phone *string) *string {
	if phone == nil {
		return nil
	}
	if number, err := phonenumbers.Parse(*phone, "ZZ"); err == nil {
		key := phonenumbers.Format(number, phonenumbers.E164)
		return &key
	}
	key := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, *phone)
	if key == "" {
		return nil
	}
	return &key
}
