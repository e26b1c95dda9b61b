package provider

import (
	"sync"

	"github.com/slotq/slotq/internal/intent"
)

// rush is how many ask for the same booking at once.
const rush = 10

func repeats(t *trial) (string, error) {
	if err := t.idempotence(); err != nil {
		return "", err
	}
	c := t.client(nil)
	o, first, err := t.booked(c)
	if err != nil {
		return "", err
	}
	again := t.book(c, o)
	if err := wants(again, intent.Done); err != nil {
		return "", err
	}
	return "", same(first, again.Booking)
}

func rushes(t *trial) (string, error) {
	if err := t.idempotence(); err != nil {
		return "", err
	}
	c, o := t.client(nil), order()
	answers := make([]intent.Answer, rush)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = t.book(c, o) })
	}
	all.Wait()
	for _, answer := range answers {
		if err := wants(answer, intent.Done); err != nil {
			return "", err
		}
		if err := same(answers[0].Booking, answer.Booking); err != nil {
			return "", err
		}
	}
	return "", nil
}

func same(one, other intent.Booking) error {
	if one.UpstreamRef != other.UpstreamRef {
		return complain("The same reference was booked twice, as %s and as %s.", one.UpstreamRef, other.UpstreamRef)
	}
	return nil
}
