// Command skew builds a program of the very same source whose clock may be wrong, so that several of them on one machine can differ.
//
//	go run ./bench/skew -o bin/slotq-skewed . && SLOTQ_CLOCK_SKEW=-7m bin/slotq-skewed serve
//
// Only the wall clock is wrong, by as much as SLOTQ_CLOCK_SKEW says at the start: what measures how long something takes, such as a
// deadline or a timer, goes by the monotonic clock as it does on a machine whose clock was set wrongly. The program itself knows nothing
// of it: the toolchain is given another file in the place of its own time.go. It is for trials, and never for a release.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	tool := flag.String("go", "go", "the toolchain")
	out := flag.String("o", "", "the program that is built")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "skew: say what to build, and where: skew -o bin/slotq-skewed .")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := build(ctx, *tool, *out, flag.Arg(0))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "skew:", err)
		os.Exit(1)
	}
}
