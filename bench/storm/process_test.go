package main

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// brief is a process that ends as soon as it has begun, or stays until it is stopped.
func brief(t *testing.T, does string) *process {
	t.Helper()
	return &process{name: "it", program: "/bin/sh", args: []string{"-c", does}, log: filepath.Join(t.TempDir(), "log"), ask: func(context.Context) error { return nil }}
}

func over(t *testing.T, p *process) {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it hasn't ended")
	}
}

func TestHowAProcessEnds(t *testing.T) {
	t.Run("by itself, once it could be used", func(t *testing.T) {
		p := brief(t, "exit 1")
		require.NoError(t, p.start())
		require.NoError(t, p.healthy(t.Context()))
		over(t, p)
		require.NoError(t, p.rise())
		require.Equal(t, 1, p.falls())
		over(t, p)
	})
	t.Run("before it could be used: it had nothing to begin with", func(t *testing.T) {
		p := brief(t, "exit 1")
		p.ask = func(context.Context) error { return errors.New("not yet") }
		require.NoError(t, p.start())
		require.Error(t, p.healthy(t.Context()))
		over(t, p)
		require.NoError(t, p.revive())
		require.Zero(t, p.falls())
		over(t, p)
	})
	t.Run("in favour of another program", func(t *testing.T) {
		p := brief(t, "sleep 60")
		require.NoError(t, p.start())
		require.NoError(t, p.healthy(t.Context()))
		first := p.ended
		willingly, err := p.replace("/bin/bash")
		require.NoError(t, err)
		require.True(t, willingly)
		<-first // closed: it is gone
		require.Equal(t, "/bin/bash", p.cmd.Path)
		require.NoError(t, p.rise(), "it runs, and is left alone")
		require.True(t, p.stop())
		require.Zero(t, p.falls())
	})
}
