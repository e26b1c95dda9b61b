package metrics

import "github.com/prometheus/client_golang/prometheus"

// Live tells, at the moment of a look, what hangs on this process. What is nil isn't shown.
type Live struct {
	Sockets     func() float64 // open WebSockets
	Streams     func() float64 // open streams of server-sent events
	Operations  func() float64 // subscriptions that are running
	Subscribers func() float64 // of the feed
	Groups      func() float64 // executions that subscriptions share
	Lag         func() float64 // seconds from an event's commit to its subscribers, of the last that was delivered here
	Dropped     func() float64 // subscribers let go because they were too slow, since the process began
}

// Live adds the figures of what hangs on this process.
func (r *Registry) Live(l Live) {
	r.gauge("slotq_sockets", "Open WebSockets.", l.Sockets)
	r.gauge("slotq_streams", "Open streams of server-sent events.", l.Streams)
	r.gauge("slotq_subscriptions", "Subscriptions that are running.", l.Operations)
	r.gauge("slotq_feed_subscribers", "Subscribers of the feed.", l.Subscribers)
	r.gauge("slotq_feed_groups", "Executions that subscriptions share.", l.Groups)
	r.gauge("slotq_feed_lag_seconds", "From an event's commit to its subscribers, of the last that was delivered here.", l.Lag)
	if l.Dropped != nil {
		r.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "slotq_feed_dropped_total", Help: "Subscribers that were let go because they were too slow.",
		}, l.Dropped))
	}
}

// Loop adds the figure of a loop of the worker: how many seconds ago it last began a round.
func (r *Registry) Loop(name string, idle func() float64) {
	r.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "slotq_worker_loop_idle_seconds", Help: "How long ago a loop of the worker last began a round; they do every second.",
		ConstLabels: prometheus.Labels{"loop": name},
	}, idle))
}

func (r *Registry) gauge(name, help string, read func() float64) {
	if read != nil {
		r.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
	}
}
