package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/actor"
)

// Promise is something that the program keeps, and checks again and again whether it has.
type Promise struct {
	Name string // stable
	Text string // for people
}

// Promised tells the reader which promises are checked, in their order, and how often; zero is never.
func (r *Reader) Promised(every time.Duration, promises []Promise) *Reader {
	r.every, r.promises = every, promises
	return r
}

// InvariantReport is whether a tenant's promises were kept when they were last checked. CheckedAt is when the one was that has
// gone unchecked for longest; nil before the first round.
type InvariantReport struct {
	CheckedAt *time.Time
	Every     time.Duration
	Checks    []InvariantCheck
}

// InvariantCheck is one promise, as last checked.
type InvariantCheck struct {
	Name         string
	Promise      string
	CheckedAt    time.Time
	Breaches     int
	LastBreachAt *time.Time
	Took         time.Duration
}

// InvariantRows are what the checks have found.
type InvariantRows interface {
	// InvariantChecks are the tenant's, without the words of the promises.
	InvariantChecks(ctx context.Context) ([]InvariantCheck, error)
}

// Invariants tells of every promise whether it was kept when it was last checked. What an earlier program promised is left out.
func (r *Reader) Invariants(ctx context.Context, a actor.Actor) (report InvariantReport, err error) {
	var found []InvariantCheck
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		found, err = rows.InvariantChecks(ctx)
		return err
	})
	if err != nil {
		return report, fmt.Errorf("read the checks of the invariants: %w", err)
	}
	checks := make(map[string]InvariantCheck, len(found))
	for _, c := range found {
		checks[c.Name] = c
	}
	report = InvariantReport{Every: r.every, Checks: []InvariantCheck{}}
	for _, promise := range r.promises {
		c, checked := checks[promise.Name]
		if !checked {
			continue
		}
		if report.CheckedAt == nil || c.CheckedAt.Before(*report.CheckedAt) {
			report.CheckedAt = &c.CheckedAt
		}
		c.Promise = promise.Text
		report.Checks = append(report.Checks, c)
	}
	return report, nil
}
