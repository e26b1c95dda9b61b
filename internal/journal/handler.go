package journal

import (
	"context"
	"log/slog"
)

// handler cleans what passes through it.
type handler struct{ next slog.Handler }

// New makes a handler that writes through next: each line of a call gets the call's correlation id, values under the names
// of secrets and of what tells of people are withheld, and texts are searched for both.
func New(next slog.Handler) slog.Handler { return handler{next} }

// Enabled is next's.
func (h handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

// Handle writes the line, cleaned.
func (h handler) Handle(ctx context.Context, line slog.Record) error {
	cleaned := slog.NewRecord(line.Time, line.Level, scrub(line.Message), line.PC)
	id := Correlation(ctx)
	line.Attrs(func(a slog.Attr) bool {
		if a.Key == correlationKey { // whoever knows the call better has named it
			id = ""
		}
		cleaned.AddAttrs(clean(a))
		return true
	})
	if id != "" {
		cleaned.AddAttrs(slog.String(correlationKey, id))
	}
	return h.next.Handle(ctx, cleaned)
}

// WithAttrs cleans what all later lines carry.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.next.WithAttrs(cleanAll(attrs))}
}

// WithGroup is next's.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.next.WithGroup(name)} }
