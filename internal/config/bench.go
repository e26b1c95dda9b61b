package config

import (
	"errors"
	"fmt"
	"net/url"
	"time"
)

// Bench puts load on a running SlotQ through its API.
type Bench struct {
	Scenario string        `arg:"" enum:"hold,hot,story,list" help:"What every call does. hold: holds a slot of its own; hot: all hold the same slot; story: holds a slot and confirms it; list: reads a page of a list with what lies below."`
	URL      string        `name:"url" env:"SLOTQ_URL" required:"" placeholder:"URL" help:"The SlotQ to try, such as http://127.0.0.1:8080."`
	Token    string        `name:"token" env:"SLOTQ_TOKEN" required:"" placeholder:"TOKEN" help:"An administrator's API key: a venue is made for the load, and no other is touched. Prefer the variable: flags show in the list of processes."`
	Rate     float64       `name:"rate" default:"40" help:"Calls a second, at even distances, whatever becomes of those before. A server lets 50 commands a second of one key through unless told otherwise (SLOTQ_USER_COMMANDS)."`
	Duration time.Duration `name:"duration" default:"10s" help:"How long calls are made."`
	Most     int           `name:"most" default:"512" help:"Calls that are out at once. The others wait here, and their time runs from when they were due."`
	Capacity int           `name:"capacity" default:"0" help:"hot: how many may have the slot; those after are refused. 0 is enough for all, or 100000 if they are more."`
	List     string        `name:"list" enum:"reservations,availability" default:"reservations" help:"list: which one. One of ${enum}."`
	JSON     bool          `name:"json" help:"Write the summary as JSON."`
}

// The most that one run may ask for: its slots are all made before.
const (
	mostBenchRate  = 20_000
	mostBenchCalls = 200_000
	mostBenchUnits = 100_000 // the largest capacity that a resource may have
)

// Validate says everything that is wrong with the settings at once. It never repeats the token.
func (b Bench) Validate() error {
	var errs []error
	if at, err := url.Parse(b.URL); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		errs = append(errs, fmt.Errorf("SLOTQ_URL (--url) must be an address such as http://127.0.0.1:8080, not %q", b.URL))
	}
	if b.Token == "" {
		errs = append(errs, errors.New("SLOTQ_TOKEN (--token) is needed"))
	}
	if !(b.Rate > 0 && b.Rate <= mostBenchRate) {
		errs = append(errs, fmt.Errorf("--rate must be more than 0 and at most %d, not %g", mostBenchRate, b.Rate))
	}
	if b.Duration < time.Second || b.Duration > time.Hour {
		errs = append(errs, fmt.Errorf("--duration must be 1s to 1h, not %s", b.Duration))
	}
	if calls := b.Rate * b.Duration.Seconds(); len(errs) == 0 && b.Scenario != "list" && calls > mostBenchCalls {
		errs = append(errs, fmt.Errorf("--rate and --duration ask for %.0f calls; at most %d slots are made", calls, mostBenchCalls))
	}
	if b.Most < 1 || b.Most > 10_000 {
		errs = append(errs, fmt.Errorf("--most must be 1 to 10000, not %d", b.Most))
	}
	if b.Capacity < 0 || b.Capacity > mostBenchUnits {
		errs = append(errs, fmt.Errorf("--capacity must be 0 to %d, not %d", mostBenchUnits, b.Capacity))
	}
	return errors.Join(errs...)
}
