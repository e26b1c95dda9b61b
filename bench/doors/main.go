package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// load is how much is measured.
type load struct {
	subscribers int
	events      int
	crowd       int
	stalled     int
	keepingUp   int
}

func main() {
	slotq := flag.String("slotq", "bin/slotq", "the program to measure")
	peer := flag.String("peer", "bench/doors/peer", "folder of the peer, npm ci done; empty leaves it out")
	only := flag.String("only", "", "fanout, crowd or stalled; empty runs all")
	var l load
	flag.IntVar(&l.subscribers, "subscribers", 2000, "who listen to one venue")
	flag.IntVar(&l.events, "events", 100, "events they are told")
	flag.IntVar(&l.crowd, "crowd", 5000, "sockets that come back at once")
	flag.IntVar(&l.stalled, "stalled", 200, "subscribers who stop reading")
	flag.IntVar(&l.keepingUp, "keeping-up", 300, "subscribers beside them who read")
	flag.Parse()
	if err := run(*slotq, *peer, *only, l); err != nil {
		fmt.Fprintln(os.Stderr, "doors:", err)
		os.Exit(1)
	}
}

// run measures SlotQ and then the peer, one after the other, so that neither takes the other's processor.
func run(slotq, peer, only string, l load) error {
	starts := []func() (*target, error){func() (*target, error) { return startSlotQ(slotq) }}
	if peer != "" {
		starts = append(starts, func() (*target, error) { return startPeer(filepath.Clean(peer)) })
	}
	for _, start := range starts {
		if err := measure(start, only, l); err != nil {
			return err
		}
	}
	return nil
}

func measure(start func() (*target, error), only string, l load) error {
	for _, scenario := range []struct {
		name string
		run  func(*target, load) error
	}{{"fanout", fanout}, {"crowd", crowd}, {"stalled", stalled}} {
		if only != "" && only != scenario.name {
			continue
		}
		t, err := start() // each begins with a fresh process, so that memory is comparable
		if err != nil {
			return err
		}
		err = scenario.run(t, l)
		t.stop()
		if err != nil {
			return fmt.Errorf("%s of %s: %w", scenario.name, t.name, err)
		}
	}
	return nil
}

// figure is one line of the result.
type figure struct {
	Figure string  `json:"figure"`
	Of     string  `json:"of"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
}

func say(t *target, name string, value float64, unit string) {
	line, _ := json.Marshal(figure{name, t.name, float64(int64(value*1000)) / 1000, unit}) // a struct of plain fields
	fmt.Println(string(line))
}
