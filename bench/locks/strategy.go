package main

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
)

// strategy is a way to guard the units of a slot. take asks for one unit inside a booking's transaction and says whether there was
// one; when it was, the counter has been written and goes with the transaction.
type strategy struct {
	name      string
	isolation sql.IsolationLevel
	take      func(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error)
}

// strategies take turns in this order.
var strategies = []strategy{
	{"conditional", sql.LevelReadCommitted, takeConditionally},
	{"optimistic", sql.LevelReadCommitted, takeOptimistically},
	{product, sql.LevelReadCommitted, takeLocked},
	{"advisory", sql.LevelReadCommitted, takeAdvised},
	{"serializable", sql.LevelSerializable, takeSerializably},
}

// errOvertaken says that somebody wrote the slot between our look and our write.
var errOvertaken = errors.New("the slot has changed since it was read")

const (
	readSlot = `SELECT taken, capacity, version FROM locks.slots WHERE tenant_id = $1 AND id = $2`
	lockSlot = readSlot + ` FOR NO KEY UPDATE` // as the product does it: rows that only refer to the slot can be written meanwhile

	writeSlot          = `UPDATE locks.slots SET taken = $3, version = version + 1 WHERE tenant_id = $1 AND id = $2`
	writeSlotAtVersion = writeSlot + ` AND version = $4`
	writeSlotIfFree    = `UPDATE locks.slots SET taken = taken + 1, version = version + 1 WHERE tenant_id = $1 AND id = $2 AND taken + 1 <= capacity`

	adviseSlot = `SELECT pg_advisory_xact_lock(hashtextextended($1, 7))`
)

// takeConditionally looks and writes in one statement. Whoever waits for the row sees its newest version when it wakes.
func takeConditionally(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error) {
	return wrote(tx.ExecContext(ctx, writeSlotIfFree, tenant, slot))
}

// takeOptimistically locks nothing, and writes only if nobody has written since.
func takeOptimistically(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error) {
	seen, err := look(ctx, tx, readSlot, tenant, slot)
	if err != nil || !seen.free() {
		return false, err
	}
	written, err := wrote(tx.ExecContext(ctx, writeSlotAtVersion, tenant, slot, seen.taken+1, seen.version))
	if err == nil && !written {
		err = errOvertaken
	}
	return written, err
}

// takeLocked locks the row before it looks.
func takeLocked(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error) {
	return lookAndWrite(ctx, tx, lockSlot, tenant, slot)
}

// takeAdvised locks a number that stands for the slot. The look is a statement of its own, since a snapshot taken before the lock
// could miss what the lock's last holder wrote.
func takeAdvised(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error) {
	if _, err := tx.ExecContext(ctx, adviseSlot, slot.String()); err != nil {
		return false, err
	}
	return lookAndWrite(ctx, tx, readSlot, tenant, slot)
}

// takeSerializably trusts that the server undoes a transaction that has looked at what another was writing.
func takeSerializably(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error) {
	return lookAndWrite(ctx, tx, readSlot, tenant, slot)
}

func lookAndWrite(ctx context.Context, tx *sql.Tx, query string, tenant, slot uuid.UUID) (bool, error) {
	seen, err := look(ctx, tx, query, tenant, slot)
	if err != nil || !seen.free() {
		return false, err
	}
	return wrote(tx.ExecContext(ctx, writeSlot, tenant, slot, seen.taken+1))
}

// sight is what was seen of a slot.
type sight struct{ taken, capacity, version int64 }

func (s sight) free() bool { return s.taken < s.capacity }

func look(ctx context.Context, tx *sql.Tx, query string, tenant, slot uuid.UUID) (s sight, err error) {
	err = tx.QueryRowContext(ctx, query, tenant, slot).Scan(&s.taken, &s.capacity, &s.version)
	return s, err
}

func wrote(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	rows, err := result.RowsAffected()
	return rows == 1, err
}
