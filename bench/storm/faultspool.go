package main

import (
	"context"
	"fmt"
	"time"
)

// poolFaults are what a round may draw as well where a pooler stands in front of the database.
var poolFaults = []fault{
	{"pooler killed", killPooler},
	{"pooler restarted", restartPooler},
	{"pooler's sessions ended", endPooled},
}

func killPooler(ctx context.Context, b *blow) (string, error) {
	b.pooler.kill()
	return b.poolerBack(ctx, "kill -9")
}

func restartPooler(ctx context.Context, b *blow) (string, error) {
	b.pooler.stop() // SIGTERM: it drops everybody at once
	return b.poolerBack(ctx, "SIGTERM")
}

// poolerBack starts it again after a while.
func (b *blow) poolerBack(ctx context.Context, how string) (string, error) {
	away := b.some(0, 1200*time.Millisecond)
	sleep(ctx, away)
	if err := b.pooler.revive(); err != nil {
		return "", err
	}
	err := await(ctx, startPatience, b.pooler.healthy)
	b.healed(b.nodes()...)
	return fmt.Sprintf("%s, away %d ms", how, away.Milliseconds()), err
}

// endPooled ends every session that the pooler has, all at once: it finds out at the next word of each. (Its own KILL would end them too; a
// storm that used it stood still for good, as if pgbouncer 1.18 hung after it.)
func endPooled(ctx context.Context, b *blow) (string, error) {
	n := 0
	err := b.db.QueryRowContext(ctx, `SELECT count(pg_terminate_backend(pid)) `+ours).Scan(&n)
	b.healed(b.nodes()...)
	return fmt.Sprintf("pg_terminate_backend of all %d at once", n), err
}
