package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"
)

// Role is which half of the program a process is.
type Role string

// The roles. Any number of processes of any role share one database.
const (
	API    Role = "api"    // answers requests and streams
	Worker Role = "worker" // works the queue and the daily jobs
	All    Role = "all"    // both
)

// shortestLedger is how long an idempotency key is promised to be remembered.
const shortestLedger = 7 * 24 * time.Hour

// quickestRounds is how often the invariants can be checked at most: a round reads all there is.
const quickestRounds = 10 * time.Second

// Serve are the settings of a serving process.
type Serve struct {
	Database
	Logging
	Observe
	Limits
	Live
	Identity
	Documents
	Addr            string        `name:"addr" env:"SLOTQ_ADDR" default:"127.0.0.1:8080" help:"Address to listen on; port 0 takes a free one."`
	Role            Role          `name:"role" env:"SLOTQ_ROLE" enum:"api,worker,all" default:"all" help:"What this process does: api answers requests, worker works the queue, all does both."`
	AllowedOrigins  []string      `name:"allowed-origins" env:"SLOTQ_ALLOWED_ORIGINS" placeholder:"ORIGIN" help:"Web pages of other origins that may open sockets, such as https://app.example.com. Pages of this server always may."`
	Introspection   bool          `name:"introspection" env:"SLOTQ_INTROSPECTION" default:"true" negatable:"" help:"Let clients read the schema by introspection."`
	Development     bool          `name:"development" env:"SLOTQ_DEVELOPMENT" help:"Suggest names in answers to misspelt queries. For development only."`
	EventRetention  time.Duration `name:"event-retention" env:"SLOTQ_EVENT_RETENTION" default:"168h" help:"How long a subscriber may be away and still resume without reading anew."`
	LedgerRetention time.Duration `name:"ledger-retention" env:"SLOTQ_LEDGER_RETENTION" default:"168h" help:"How long an idempotency key is remembered; 168h (7 days) at least."`
	VerifyEvery     time.Duration `name:"verify-every" env:"SLOTQ_VERIFY_EVERY" default:"10m" help:"How often every invariant is checked for every tenant, by one worker of all; 0s turns it off."`
	ProviderCalls   int           `name:"provider-calls" env:"SLOTQ_PROVIDER_CALLS" default:"256" help:"Outside booking systems that this process asks at once, at most; waiting for them takes no database connection."`
}

// Works reports whether the process works the queue and the jobs.
func (s Serve) Works() bool { return s.Role != API }

// Answers reports whether the process answers requests of the API.
func (s Serve) Answers() bool { return s.Role != Worker }

// Validate says everything that is wrong with the settings at once.
func (s Serve) Validate() error {
	errs := []error{s.Database.Validate(), s.Logging.Validate(), s.Observe.Validate(), s.Limits.Validate(), s.Live.Validate(), s.Identity.Validate(), checkAddr("SLOTQ_ADDR (--addr)", s.Addr)}
	switch s.Role {
	case API, Worker, All:
	default:
		errs = append(errs, fmt.Errorf("SLOTQ_ROLE (--role) must be api, worker or all, not %q", s.Role))
	}
	for _, origin := range s.AllowedOrigins {
		errs = append(errs, checkOrigin(origin))
	}
	if s.EventRetention < time.Minute {
		errs = append(errs, fmt.Errorf("SLOTQ_EVENT_RETENTION (--event-retention) must be 1m or more, not %s", s.EventRetention))
	}
	if s.LedgerRetention < shortestLedger {
		errs = append(errs, fmt.Errorf("SLOTQ_LEDGER_RETENTION (--ledger-retention) must be 168h (7 days) or more, not %s: clients are promised that a key replays for that long", s.LedgerRetention))
	}
	if s.VerifyEvery != 0 && (s.VerifyEvery < quickestRounds || s.VerifyEvery > 24*time.Hour) {
		errs = append(errs, fmt.Errorf("SLOTQ_VERIFY_EVERY (--verify-every) must be %s to 24h, or 0s to turn it off, not %s", quickestRounds, s.VerifyEvery))
	}
	if s.ProviderCalls < 1 || s.ProviderCalls > 10_000 {
		errs = append(errs, fmt.Errorf("SLOTQ_PROVIDER_CALLS (--provider-calls) must be 1 to 10000, not %d", s.ProviderCalls))
	}
	return errors.Join(errs...)
}

func checkAddr(setting, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if n, parseErr := strconv.Atoi(port); err != nil || parseErr != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%s must be host:port such as 127.0.0.1:8080, not %q", setting, addr)
	}
	return nil
}

// checkOrigin takes an origin as browsers send it: scheme, host and perhaps a port, nothing behind.
func checkOrigin(origin string) error {
	at, err := url.Parse(origin)
	if err != nil || at.Host == "" || (at.Scheme != "http" && at.Scheme != "https") || at.Scheme+"://"+at.Host != origin {
		return fmt.Errorf("SLOTQ_ALLOWED_ORIGINS (--allowed-origins) takes origins such as https://app.example.com, not %q", origin)
	}
	return nil
}
