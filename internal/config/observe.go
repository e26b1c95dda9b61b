package config

import (
	"errors"
	"fmt"
	"time"
)

// DefaultMetricsAddr is where metrics are served unless the operator says otherwise: only to this machine, and not at 9090,
// which is Prometheus' own, but where exporters of its kind usually are. One who didn't name it isn't stopped by another
// program that has it.
const DefaultMetricsAddr = "127.0.0.1:9464"

// longestNotice is how long a program that was told to stop may go on as if it hadn't been.
const longestNotice = 5 * time.Minute

// Observe says how the process shows what it does. Traces are set by the standard variables (OTEL_EXPORTER_OTLP_ENDPOINT and
// its like) alone.
type Observe struct {
	MetricsAddr string        `name:"metrics-addr" env:"SLOTQ_METRICS_ADDR" default:"127.0.0.1:9464" help:"Private address of /metrics, /healthz, /readyz and /debug/pprof; port 0 takes a free one, empty is none. Whoever reaches it may read profiles: never make it public."`
	DrainNotice time.Duration `name:"drain-notice" env:"SLOTQ_DRAIN_NOTICE" default:"0s" help:"How long to go on serving, not ready any more, after being told to stop, so that a balancer moves on first."`
}

// Validate refuses an address or a notice that can't work.
func (o Observe) Validate() error {
	var errs []error
	if o.MetricsAddr != "" {
		errs = append(errs, checkAddr("SLOTQ_METRICS_ADDR (--metrics-addr)", o.MetricsAddr))
	}
	if o.DrainNotice < 0 || o.DrainNotice > longestNotice {
		errs = append(errs, fmt.Errorf("SLOTQ_DRAIN_NOTICE (--drain-notice) must be 0s to %s, not %s", longestNotice, o.DrainNotice))
	}
	return errors.Join(errs...)
}
