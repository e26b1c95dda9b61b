package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// clockOff is how far the second node that answers is ahead, and the second that works behind: longer than any hold, offer, lease or intent
// of a storm lasts, so that whoever asked the process's clock about one of them would always be wrong.
const clockOff = 7 * time.Minute

// skewVariable is what a program that bench/skew built reads.
const skewVariable = "SLOTQ_CLOCK_SKEW"

var errSecondNodes = errors.New("-skewed, -beside and -older all say what the second node of each kind runs: give one of them")

// setClock makes a node that is not yet started a skewed one.
func (n *node) setClock(program string) {
	n.off = clockOff
	if !n.api {
		n.off = -clockOff
	}
	n.program, n.env = program, append(n.env, skewVariable+"="+n.off.String())
}

// clockLeeway is how far an answer's date may be from when it was asked for.
const clockLeeway = 30 * time.Second

// clocksAreOff demands that each node's clock is as wrong as it was told: a program that was built otherwise would show nothing.
func (r *rig) clocksAreOff(ctx context.Context) error {
	for _, n := range r.nodes() {
		now, err := n.clock(ctx)
		if err != nil {
			return err
		}
		if off := time.Until(now); (off - n.off).Abs() > clockLeeway {
			return fmt.Errorf("the clock of %s is off by %s and not by %s; -skewed takes what bench/skew built (make skewed)", n.name, off.Round(time.Second), n.off)
		}
	}
	return nil
}

// clock is what a node's clock says: every answer has a date.
func (n *node) clock(ctx context.Context) (time.Time, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, n.health, nil)
	if err != nil {
		return time.Time{}, err
	}
	response, err := pulse.Do(request)
	if err != nil {
		return time.Time{}, err
	}
	defer response.Body.Close()
	said := response.Header.Get("Date")
	now, err := http.ParseTime(said)
	if err != nil {
		return time.Time{}, fmt.Errorf("the date of an answer of %s: %w", n.name, err)
	}
	return now, nil
}
