package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// clock is a small program that prints what its wall clock says, how long it took by the monotonic one to look twice, and what a deadline of
// a minute has left.
const clock = `package main

import "time"

func main() {
	now := time.Now()
	println(now.UnixNano(), time.Since(now).Nanoseconds(), time.Until(now.Add(time.Minute)).Nanoseconds(), time.Until(now.Round(0).Add(time.Minute)).Nanoseconds())
}
`

func TestAWrongClock(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "clock")
	require.NoError(t, os.WriteFile(source, []byte(clock), 0o600))
	require.NoError(t, build(ctx, "go", program, source))

	read := func(t *testing.T, skew ...string) (ahead, took, left, leftOnTheWall time.Duration) {
		cmd := exec.CommandContext(ctx, program)
		cmd.Env = append(os.Environ(), skew...)
		before := time.Now()
		out, err := cmd.CombinedOutput() // println writes to standard error
		after := time.Now()
		require.NoError(t, err, string(out))
		fields := strings.Fields(string(out))
		require.Len(t, fields, 4)
		for i, into := range []*time.Duration{&ahead, &took, &left, &leftOnTheWall} {
			*into, err = time.ParseDuration(fields[i] + "ns")
			require.NoError(t, err)
		}
		ahead -= time.Duration(before.UnixNano())
		require.Less(t, after.Sub(before), time.Minute, "the machine is too slow to tell")
		return ahead, took, left, leftOnTheWall
	}
	for skew, by := range map[string]time.Duration{"7m": 7 * time.Minute, "-7m": -7 * time.Minute, "0s": 0} {
		t.Run(skew, func(t *testing.T) {
			ahead, took, left, leftOnTheWall := read(t, variable+"="+skew)
			require.InDelta(t, by.Seconds(), ahead.Seconds(), 60)
			require.GreaterOrEqual(t, took, time.Duration(0))
			for _, d := range []time.Duration{took, time.Minute - left, time.Minute - leftOnTheWall} {
				require.Less(t, d.Abs(), 30*time.Second, "durations are right")
			}
		})
	}
	t.Run("without a word the clock is right", func(t *testing.T) {
		ahead, _, _, _ := read(t)
		require.InDelta(t, 0, ahead.Seconds(), 60)
	})
	t.Run("what is no duration ends the program", func(t *testing.T) {
		cmd := exec.CommandContext(ctx, program)
		cmd.Env = append(os.Environ(), variable+"=seven")
		out, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "must be whole seconds such as -7m: seven")
	})
}

func TestAnotherToolchain(t *testing.T) {
	for _, source := range []string{"", imports, reading, imports + reading + reading} {
		_, err := wrong(source)
		require.ErrorContains(t, err, "this release of Go needs another way")
	}
	text, err := wrong(imports + reading)
	require.NoError(t, err)
	require.Contains(t, text, "sec += wrongBy")
}
