package booking

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// CustomerWrite is a new customer, or new contact data of one that exists.
type CustomerWrite struct {
	Customer customer.Customer
	Insert   bool
}

// Contact is how a caller names the customer; nil where the caller gave none.
type Contact = customer.Contact

// canonicalContact is the contact as the digest sees it.
type canonicalContact struct {
	Name  string  `json:"name"`
	Email *string `json:"email"`
	Phone *string `json:"phone"`
}

func canonical(c *Contact) *canonicalContact {
	if c == nil {
		return nil
	}
	return &canonicalContact{Name: c.Name, Email: c.Email, Phone: c.Phone}
}

// checkContact refuses contact data that can't be kept.
func checkContact(c *Contact) error {
	switch {
	case c == nil:
		return nil
	case strings.TrimSpace(c.Name) == "" || utf8.RuneCountInString(c.Name) > 200:
		return problem.NewInvalid("customer.name", "give a name of 1 to 200 characters")
	case c.Email != nil && (len(*c.Email) > 320 || !strings.Contains(*c.Email, "@")):
		return problem.NewInvalid("customer.email", "give an e-mail address of at most 320 characters")
	case c.Phone != nil && (len(*c.Phone) > 40 || customer.PhoneKey(c.Phone) == nil):
		return problem.NewInvalid("customer.phone", "give a phone number of at most 40 characters")
	}
	return nil
}

// whose finds the customer that a new booking or entry belongs to, and locks it so that its caps hold. Ownership follows
// from the credential: a customer books for itself, and contact data that it gives is its own; staff name somebody by
// e-mail, else phone, else somebody new; nobody named is an anonymous walk-in. The write, if any, belongs to the command's
// own changes.
func whose(ctx context.Context, tx Facts, by actor.Actor, contact *Contact) (customer.Customer, *CustomerWrite, error) {
	if by.OwnOnly() {
		return ownCustomer(ctx, tx, by, contact)
	}
	fresh := customer.Customer{ID: ref.NewID(), TenantID: by.TenantID, Name: customer.WalkIn, Version: 1}
	if contact == nil {
		return fresh, &CustomerWrite{Customer: fresh, Insert: true}, nil
	}
	match, err := tx.MatchCustomer(ctx, customer.EmailKey(contact.Email), customer.PhoneKey(contact.Phone))
	if err != nil {
		return customer.Customer{}, nil, fmt.Errorf("match the customer: %w", err)
	}
	if match == nil {
		fresh.Name, fresh.Email, fresh.Phone = contact.Name, contact.Email, contact.Phone
		return fresh, &CustomerWrite{Customer: fresh, Insert: true}, nil
	}
	locked, err := tx.LockCustomer(ctx, match.ID)
	if err != nil {
		return customer.Customer{}, nil, fmt.Errorf("lock the customer: %w", err)
	}
	if locked == nil {
		return customer.Customer{}, nil, ErrMoved
	}
	return *locked, nil, nil
}

func ownCustomer(ctx context.Context, tx Facts, by actor.Actor, contact *Contact) (customer.Customer, *CustomerWrite, error) {
	if by.CustomerID == nil {
		return customer.Customer{}, nil, fmt.Errorf("principal %s acts for no customer", by.PrincipalID)
	}
	own, err := tx.LockCustomer(ctx, *by.CustomerID)
	if err != nil {
		return customer.Customer{}, nil, fmt.Errorf("lock the customer: %w", err)
	}
	if own == nil {
		return customer.Customer{}, nil, fmt.Errorf("customer %s of principal %s is gone", *by.CustomerID, by.PrincipalID)
	}
	if contact == nil {
		return *own, nil, nil
	}
	own.Name = contact.Name
	if contact.Email != nil {
		own.Email = contact.Email
	}
	if contact.Phone != nil {
		own.Phone = contact.Phone
	}
	return *own, &CustomerWrite{Customer: *own}, nil
}
