package worker

import (
	"context"
	"log/slog"
)

// quiet passes warnings and errors of the job queue on; its news about itself is for nobody.
type quiet struct{ slog.Handler }

// Enabled lets only warnings and worse through.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}
