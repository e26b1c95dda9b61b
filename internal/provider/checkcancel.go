package provider

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/slotq/slotq/internal/intent"
)

func cancels(t *trial) (string, error) {
	_, err := t.cancelled(t.client(nil))
	return "", err
}

// cancelled makes a booking and cancels it.
func (t *trial) cancelled(c *Client) (intent.Order, error) {
	if err := t.cancellation(); err != nil {
		return intent.Order{}, err
	}
	o, _, err := t.booked(c)
	if err != nil {
		return o, err
	}
	return o, wants(t.cancel(c, o.Reference), intent.Done)
}

func findsCancelled(t *trial) (string, error) {
	if err := t.lookup(); err != nil {
		return "", err
	}
	c := t.client(nil)
	o, err := t.cancelled(c)
	if err != nil {
		return "", err
	}
	// A provider may also forget what was cancelled: nothing is there either way.
	switch seen := c.Find(t.ctx, o.Reference); {
	case seen.Kind == intent.NotVisible:
		return "", complain("The lookup isn't answered. %s", seen.Detail)
	case seen.Kind == intent.Found && !seen.Booking.Cancelled:
		return "", complain("The lookup still shows the booking as booked.")
	}
	return "", nil
}

func cancelsAgain(t *trial) (string, error) {
	c := t.client(nil)
	o, err := t.cancelled(c)
	if err != nil {
		return "", err
	}
	return "", wants(t.cancel(c, o.Reference), intent.Done)
}

func cancelsNothing(t *trial) (string, error) {
	if err := t.cancellation(); err != nil {
		return "", err
	}
	return "", wants(t.cancel(t.client(nil), unheard()), intent.Done)
}

// cleaning comes last, whatever was before, and isn't broken off.
var cleaning = check{name: "nothing left behind", promise: "Every test booking is cancelled.", try: leavesNothing}

const cleaningPatience = time.Minute

func leavesNothing(t *trial) (string, error) {
	references := slices.Sorted(maps.Keys(t.open))
	if err := t.cancellation(); err != nil {
		return "", skipped(err.Error() + " These may stay at the provider: " + strings.Join(references, ", ") + ".")
	}
	ctx, stop := context.WithTimeout(t.ctx, cleaningPatience)
	defer stop()
	t.ctx = ctx
	c := t.client(nil)
	var left []string
	for _, reference := range references {
		if t.cancel(c, reference).Kind != intent.Done {
			left = append(left, reference)
		}
	}
	if len(left) > 0 {
		return "", complain("These may still be booked at the provider: %s.", strings.Join(left, ", "))
	}
	return "", nil
}
