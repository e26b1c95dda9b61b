package main

import (
	"context"
	"fmt"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/slotq/slotq/internal/invariant"
)

// checks are what was looked at in a round.
type checks struct {
	Invariants int `json:"invariants"` // of each tenant
	Tenants    int `json:"tenants"`
	Keys       int `json:"keys"`
	Histories  int `json:"histories"`
	Acts       int `json:"acts"` // in them
	Undecided  int `json:"undecided"`
}

// judge holds the database against every invariant and against the journal.
func (s *storm) judge(ctx context.Context, r *round, o *outcome) error {
	var report invariant.Report
	patience := startPatience
	if r.backlog != nil {
		patience = numberPatience
	}
	err := await(ctx, patience, func(ctx context.Context) (err error) { // on a machine that is full a look may take too long
		report, err = invariant.VerifyQuiet(ctx, s.rig.own)
		return err
	})
	if err != nil {
		return fmt.Errorf("the invariants: %w", err)
	}
	o.Checks.Invariants, o.Checks.Tenants = len(report.Checked), report.Tenants
	for _, v := range report.Violations {
		o.Violations = append(o.Violations, v.String())
	}
	deeds, err := readJournal(r.path)
	if err != nil {
		return err
	}
	if err := s.rig.cityAgrees(ctx); err != nil {
		o.Violations = append(o.Violations, err.Error())
	}
	t, err := s.rig.readTruth(ctx, r.began)
	if err != nil {
		return err
	}
	o.Checks.Keys, o.Commands = len(deeds), len(deeds)
	for _, d := range deeds {
		o.Sent += d.sent
		o.Unheard += d.unheard
	}
	o.Violations = append(o.Violations, compare(deeds, t)...)
	o.histories(r, deeds, t)
	o.Violations = append(o.Violations, s.allSeen(ctx, t)...)
	for _, p := range s.rig.processes() {
		if n := p.falls(); n > 0 {
			o.Violations = append(o.Violations, fmt.Sprintf("%s ended by itself, %d times; its last words are in %s", p.name, n, p.log))
		}
	}
	return nil
}

// histories looks for an order of everything that was done to each slot.
func (o *outcome) histories(r *round, deeds []*deed, t *truth) {
	ends := map[string]ending{}
	for id, f := range t.reservations {
		ends[id] = f.ending
	}
	over := time.Now()
	for _, one := range append(append([]slot{}, r.tables...), r.seats...) {
		history := historyOf(one.id, deeds, ends, over)
		o.Checks.Histories++
		o.Checks.Acts += len(history)
		switch found, drawn := linear(one.units, history); found {
		case porcupine.Illegal:
			picture := fmt.Sprintf("%s-%s.html", r.path, one.id)
			_ = porcupine.VisualizePath(slotModel(one.units), drawn, picture) // it is for people, and the violation stands without it
			o.Violations = append(o.Violations, fmt.Sprintf("slot %s of %d units: no order of its %d acts explains the answers; a picture of them is %s",
				one.id, one.units, len(history), picture))
		case porcupine.Unknown:
			o.Checks.Undecided++
		}
	}
}

// spoilOne takes an acknowledged reservation out of the books beneath every wall, so that one sees the checks find it.
func (s *storm) spoilOne(ctx context.Context, r *round) error {
	tx, err := s.rig.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SET LOCAL session_replication_role = replica`); err != nil {
		return err
	}
	var id string
	err = tx.QueryRowContext(ctx, `SELECT id FROM reservations
		WHERE status = 'CONFIRMED' AND NOT tied AND NOT promotional AND created_at >= $1 AND tenant_id = (SELECT id FROM tenants WHERE code = $2) LIMIT 1`, r.began, journaled).Scan(&id)
	if err != nil {
		return fmt.Errorf("spoil: %w", err)
	}
	for _, statement := range []string{
		`UPDATE slots SET taken = taken - 1 WHERE id IN (SELECT slot_id FROM allocations WHERE reservation_id = $1)`,
		`DELETE FROM occupancies WHERE reservation_id = $1`,
		`DELETE FROM allocations WHERE reservation_id = $1`,
		`DELETE FROM reservations WHERE id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, id); err != nil {
			return fmt.Errorf("spoil: %w", err)
		}
	}
	s.say("  spoiled on purpose: reservation %s is taken out of the books beneath every wall\n", id)
	return tx.Commit()
}
