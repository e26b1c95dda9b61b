package main

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/slotq/slotq/bench/machine"
)

// circumstances are under which the figures were taken.
type circumstances struct {
	machine.Circumstances
	CommitMS float64 `json:"commit_ms"` // what one durable commit takes when nobody else is there, the median
	Seed     uint64  `json:"seed"`
	Rounds   int     `json:"rounds"`
	Seconds  float64 `json:"seconds_a_round"`
	Tries    int     `json:"tries"`
}

func describe(ctx context.Context, db *sql.DB) (c circumstances, err error) {
	c.Tries = tries
	if c.Circumstances, err = machine.Describe(ctx, db); err != nil {
		return c, err
	}
	c.CommitMS, err = commitAlone(ctx, db)
	return c, err
}

// commitAlone takes the time of commits that write next to nothing.
func commitAlone(ctx context.Context, db *sql.DB) (float64, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	var took []measured
	for range 100 {
		start := time.Now()
		if _, err := conn.ExecContext(ctx, `SELECT pg_logical_emit_message(true, 'locks', 'nothing')`); err != nil {
			return 0, err
		}
		took = append(took, measured{Seconds: time.Since(start).Seconds()})
	}
	return median(took, func(m measured) float64 { return m.Seconds * 1000 }), nil
}

// String is the circumstances in one line.
func (c circumstances) String() string {
	return fmt.Sprintf("%s; a durable commit alone %.2g ms; seed %d, %d rounds of %g s, %d tries at most", c.Circumstances, c.CommitMS, c.Seed, c.Rounds, c.Seconds, c.Tries)
}
