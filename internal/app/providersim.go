package app

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/provider/sim"
)

// ProviderSim runs an outside booking system to try things with, until ctx ends. Its address is the one line on standard
// output; what it does stands in the log.
func ProviderSim(ctx context.Context, c config.ProviderSim) error {
	log, err := c.Logger(os.Stderr)
	if err != nil {
		return err
	}
	token := ""
	if c.TokenEnv != "" {
		if token = os.Getenv(c.TokenEnv); token == "" {
			return fmt.Errorf("the variable %s that --token-env names is empty", c.TokenEnv)
		}
	}
	if c.WithParent {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // ends with whoever holds the other end
			cancel()
		}()
	}
	return sim.Run(ctx, sim.Options{
		Addr: c.Addr, Ledger: c.Ledger, Token: token, Mode: c.Mode, DelayMs: c.DelayMs, Times: c.Times,
		Deadline: c.Deadline, Settle: c.Settle, WritesPerSecond: c.WritesPerSecond, ReleaseFirst: c.ReleaseFirst,
		Log: log, Ready: func(url string) { fmt.Println(url) },
	})
}
