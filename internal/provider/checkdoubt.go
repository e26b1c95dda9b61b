package provider

import (
	"cmp"
	"time"

	"github.com/slotq/slotq/internal/intent"
)

func survivesCut(t *trial) (string, error) {
	if err := t.lookup(); err != nil {
		return "", err
	}
	o := order()
	if err := wants(t.book(t.client(cut), o), intent.Unclear); err != nil {
		return "", err
	}
	seen := t.settled(t.client(nil), o)
	if seen.Kind == intent.Absent {
		return "The order never arrived: it wasn't found until the settle time was over.", nil
	}
	return "", finds(seen, o)
}

// settled looks for a booking until it is found or, by the contract, won't come any more.
func (t *trial) settled(c *Client, o intent.Order) intent.Sighting {
	until := time.Now().Add(cmp.Or(c.Contract().Settle, c.Contract().Deadline))
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		seen, left := c.Find(t.ctx, o.Reference), time.Until(until)
		if seen.Kind != intent.Absent || left <= 0 {
			return seen
		}
		if !t.wait(min(pause, left)) {
			return notVisible("The run was broken off.")
		}
	}
}

// mangled books over a wire that mangles the answer. The provider did its part, so the lookup has to find the booking.
func mangled(mangle func([]byte) []byte) func(*trial) (string, error) {
	return func(t *trial) (string, error) {
		o := order()
		if err := wants(t.book(t.client(mangling(mangle)), o), intent.Unclear); err != nil {
			return "", err
		}
		if t.lookup() != nil {
			return "It wasn't believed. The contract doesn't promise a lookup, so a person would have to settle it.", nil
		}
		return "", finds(t.settled(t.client(nil), o), o)
	}
}
