package config

import (
	"errors"
	"fmt"
	"time"
)

// ProviderSim is an outside booking system to try things with.
type ProviderSim struct {
	Logging
	Addr            string        `name:"addr" default:"127.0.0.1:8090" help:"Address to listen on; port 0 takes a free one. Whoever reaches it can change its mode."`
	Ledger          string        `name:"ledger" default:"provider-sim.jsonl" placeholder:"FILE" help:"File that holds every booking; an old one is read back."`
	TokenEnv        string        `name:"token-env" placeholder:"VAR" help:"Environment variable that holds the credential which callers must bring. Without it, none is asked for."`
	Mode            string        `name:"mode" enum:"ok,delay,drop_answer,late,race,unauthorized,error,duplicate,rate_limit" default:"ok" help:"What happens to bookings and cancellations at first; POST /mode changes it. One of ${enum}."`
	DelayMs         int           `name:"delay-ms" default:"0" help:"How slow the mode is; 0 is the mode's own default."`
	Times           int           `name:"times" default:"0" help:"How many calls the mode meets before all is well again; 0 means until it is changed."`
	Deadline        time.Duration `name:"deadline" default:"10s" help:"Declared: how long callers should wait for an answer."`
	Settle          time.Duration `name:"settle" default:"5s" help:"Declared: after this, what can't be found won't come."`
	WritesPerSecond float64       `name:"writes-per-second" default:"0" help:"Declared: how many bookings and cancellations it takes; 0 means any number."`
	ReleaseFirst    bool          `name:"release-first" help:"Declared: a party has one booking, so the old one is given up before the new one is taken."`
	WithParent      bool          `name:"with-parent" hidden:"" help:"End when standard input does."`
}

// Validate says everything that is wrong with the settings at once.
func (s ProviderSim) Validate() error {
	errs := []error{s.Logging.Validate(), checkAddr("--addr", s.Addr)}
	if s.Ledger == "" {
		errs = append(errs, errors.New("--ledger must name a file"))
	}
	if s.Deadline < time.Millisecond || s.Deadline > time.Minute {
		errs = append(errs, fmt.Errorf("--deadline must be 1ms to 1m, not %s", s.Deadline))
	}
	if s.Settle < time.Millisecond || s.Settle > 24*time.Hour {
		errs = append(errs, fmt.Errorf("--settle must be 1ms to 24h, not %s", s.Settle))
	}
	if s.WritesPerSecond < 0 || s.WritesPerSecond > 10_000 {
		errs = append(errs, fmt.Errorf("--writes-per-second must be 0 to 10000, not %g", s.WritesPerSecond))
	}
	return errors.Join(errs...)
}
