package postgres

import (
	"context"
	"fmt"
	"time"
)

// WaitReady returns when the server answers, trying at growing intervals. What waiting cannot cure (a wrong password, a
// missing database) comes back at once; when ctx ends first the error holds both its end and the server's last word.
func WaitReady(ctx context.Context, db *DB) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := db.Ping(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() == nil && !IsUnavailable(err) {
			return fmt.Errorf("connect to the database: %w", err)
		}
		if pause(ctx, wait) != nil {
			return fmt.Errorf("wait for the database: %w: %w", ctx.Err(), err)
		}
	}
}
