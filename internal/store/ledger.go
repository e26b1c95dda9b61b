package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entcommand "github.com/slotq/slotq/ent/db/command"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// keyPoll is how often a taken key is tried again. Waiting inside a lock statement would end in an error that ends the
// transaction with it.
const keyPoll = 20 * time.Millisecond

// WaitForKey tries the key's lock until it is free or patience is over.
func (t *tx) WaitForKey(ctx context.Context, lock int64, patience time.Duration) (bool, error) {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	again := time.NewTicker(keyPoll)
	defer again.Stop()
	for {
		var free bool
		if err := t.sql.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`, lock).Scan(&free); err != nil || free {
			return free, err
		}
		select {
		case <-again.C:
		case <-deadline.C:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// Record reads a key's row.
func (t *tx) Record(ctx context.Context, owner uuid.UUID, key command.Digest) (*command.Record, error) {
	row, err := t.ent.Command.Query().
		Where(entcommand.TenantID(t.tenant), entcommand.PrincipalID(owner), entcommand.KeyDigest(key[:])).Only(ctx)
	if db.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return recordOf(row)
}

func recordOf(row *db.Command) (*command.Record, error) {
	record := &command.Record{Operation: row.Operation, CreatedAt: row.CreatedAt, CompletedAt: row.CompletedAt}
	copy(record.InputDigest[:], row.InputDigest)
	record.Result = command.Result{Outcome: row.Outcome, CorrelationID: row.CorrelationID}
	if row.Problem != nil {
		record.Result.Problem = &problem.Problem{}
		if err := json.Unmarshal([]byte(*row.Problem), record.Result.Problem); err != nil {
			return nil, fmt.Errorf("read the problem of command %s: %w", row.ID, err)
		}
	}
	var texts []string
	if err := json.Unmarshal([]byte(row.Refs), &texts); err != nil {
		return nil, fmt.Errorf("read the refs of command %s: %w", row.ID, err)
	}
	for _, text := range texts {
		if r, ok := ref.Parse(text); ok {
			record.Result.Refs = append(record.Result.Refs, r)
		}
	}
	return record, nil
}

// applyRecords writes the rows of the commands.
func (t *tx) applyRecords(ctx context.Context, rows []booking.LedgerRow) error {
	if len(rows) == 0 {
		return nil
	}
	creates := make([]*db.CommandCreate, len(rows))
	for i, row := range rows {
		create, err := t.createRecord(row)
		if err != nil {
			return err
		}
		creates[i] = create
	}
	return t.ent.Command.CreateBulk(creates...).Exec(ctx)
}

func (t *tx) createRecord(row booking.LedgerRow) (*db.CommandCreate, error) {
	texts := []string{}
	for _, r := range row.Record.Result.Refs {
		texts = append(texts, r.String())
	}
	refs, err := json.Marshal(texts)
	if err != nil {
		return nil, err
	}
	create := t.ent.Command.Create().SetTenantID(t.tenant).SetPrincipalID(row.Owner).SetKeyDigest(row.Key[:]).
		SetOperation(row.Record.Operation).SetInputDigest(row.Record.InputDigest[:]).SetOutcome(row.Record.Result.Outcome).
		SetRefs(string(refs)).SetCorrelationID(row.Record.Result.CorrelationID).
		SetCreatedAt(row.Record.CreatedAt).SetCompletedAt(row.Record.CompletedAt)
	if p := row.Record.Result.Problem; p != nil {
		raw, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		create.SetProblem(string(raw))
	}
	return create, nil
}
