package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/slotq/slotq/bench/figure"
)

// flatness measures a full database beside an empty one. That takes houses of its own, which the program of bench/flat furnishes;
// this one's makes way for them.
func (b *bench) flatness(ctx context.Context, program, slotq string) error {
	b.end()
	cmd := exec.CommandContext(ctx, program, "-slotq", slotq, "-quick")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it has servers to stop
	cmd.WaitDelay = 30 * time.Second
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	found := 0
	for line := range bytes.Lines(out) {
		var f figure.Figure
		if json.Unmarshal(line, &f) == nil && f.Figure != "" {
			f.Peer = "an empty database"
			b.tell(f)
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("%s told no figure: %s", program, out)
	}
	return nil
}
