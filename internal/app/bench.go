package app

import (
	"context"
	"io"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/loadtest"
)

// Bench puts load on a running SlotQ. The summary goes to out, and what is told meanwhile to terminal.
func Bench(ctx context.Context, b config.Bench, out, terminal io.Writer) error {
	return loadtest.Run(ctx, loadtest.Options{
		Scenario: b.Scenario, URL: b.URL, Token: b.Token, Rate: b.Rate, For: b.Duration, Most: b.Most,
		Capacity: b.Capacity, List: b.List, JSON: b.JSON, Out: out, Terminal: terminal,
	})
}
