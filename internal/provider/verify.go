package provider

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/slotq/slotq/internal/intent"
)

// Verify tries whether a provider keeps what its contract promises, as p.Contract has it: a provider that isn't verified
// may not serve. What the contract doesn't promise is noted as such; what it promises and doesn't keep fails. Test bookings
// bear references and targets that begin with "verify-", and all are cancelled again, whatever happens.
//
// A provider that fails is no error, but a transcript that hasn't passed. The error says that the run couldn't be made or
// was broken off; the transcript then holds what was done, and hasn't passed either.
func Verify(ctx context.Context, p intent.Provider, o Options) (Transcript, error) {
	t := Transcript{StartedAt: time.Now().UTC(), Provider: p.Code, Checks: []Check{}}
	if err := CheckEndpoint(p.Endpoint); err != nil {
		t.EndedAt = t.StartedAt
		return t, err
	}
	t.Endpoint = p.Endpoint
	o = o.withDefaults()
	o.TripAfter = math.MaxInt // answers are mangled on purpose: that is no reason to rest
	if o.Transport == nil {
		own := newTransport()
		defer own.CloseIdleConnections()
		o.Transport = own
	}
	v := &verification{provider: p, options: o, open: map[string]bool{}}
	t.Passed = true
	serves := true
	for _, c := range checks {
		var result Check
		switch {
		case ctx.Err() != nil:
			result = Check{Name: c.name, Promise: c.promise, Detail: "Not tried: the run was broken off.", Exchanges: []Exchange{}}
		case !serves:
			result = Check{Name: c.name, Promise: c.promise, Detail: "Not tried: the provider takes no booking at all.", Exchanges: []Exchange{}}
		default:
			result = v.run(ctx, c)
		}
		t.Checks = append(t.Checks, result)
		t.Passed = t.Passed && (result.Passed || result.Skipped)
		serves = serves && (result.Passed || !c.first)
	}
	clean := v.run(context.WithoutCancel(ctx), cleaning)
	t.Checks = append(t.Checks, clean)
	t.Passed = t.Passed && (clean.Passed || clean.Skipped) && ctx.Err() == nil
	t.EndedAt = time.Now().UTC()
	return t, ctx.Err()
}

// run makes one check and writes down what came of it.
func (v *verification) run(ctx context.Context, c check) Check {
	record := &recorder{next: v.options.Transport}
	try := &trial{verification: v, ctx: ctx, record: record}
	result := Check{Name: c.name, Promise: c.promise}
	detail, err := c.try(try)
	switch {
	case err == nil:
		result.Passed, result.Detail = true, detail
		if detail == "" {
			result.Detail = c.promise
		}
	case notPromised(err):
		result.Skipped, result.Detail = true, err.Error()
	default:
		result.Detail = err.Error()
	}
	result.Exchanges = record.exchanges()
	return result
}

// over is the way to the provider, with a bad wire on it if one is given.
func (t *trial) over(w wire) http.RoundTripper {
	if w == nil {
		return t.record
	}
	return tampered{next: t.record, wire: w}
}
