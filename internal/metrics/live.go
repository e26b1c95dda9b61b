package metrics

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Live is what hangs on a process at one moment, and what it has had since it began.
type Live struct {
	Sockets       int            // open WebSockets
	Connections   int            // sockets that were admitted, and streams of events
	Subscriptions int            // that are running
	Groups        int            // executions that they share
	Subscribers   int            // of the feed: one for each execution, as a rule
	Lag           time.Duration  // for how long the oldest committed event that this process knows of has had no position
	Executed      uint64         // responses made for subscriptions
	Delivered     uint64         // responses handed to subscribers
	Refused       uint64         // sockets for which there was no room
	Closed        map[int]uint64 // sockets that are gone by the code that ended them, which is one of the protocol's or 0
}

// Live adds the figures of what hangs on this process. read is called once for each look and must not wait for anything.
func (r *Registry) Live(read func() Live) {
	figure := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	r.registry.MustRegister(&live{
		read:          read,
		sockets:       figure("slotq_sockets", "Open WebSockets."),
		connections:   figure("slotq_connections", "Sockets that were admitted, and streams of server-sent events."),
		subscriptions: figure("slotq_subscriptions", "Subscriptions that are running."),
		groups:        figure("slotq_feed_groups", "Executions that subscriptions share."),
		subscribers:   figure("slotq_feed_subscribers", "Subscribers of the feed."),
		lag:           figure("slotq_feed_lag_seconds", "For how long the oldest committed event that this process knows of has had no position."),
		executed:      figure("slotq_feed_executed_total", "Responses made for subscriptions."),
		delivered:     figure("slotq_feed_delivered_total", "Responses handed to subscribers."),
		refused:       figure("slotq_sockets_refused_total", "Sockets for which there was no room."),
		closed:        figure("slotq_sockets_closed_total", "Sockets that are gone, by the code that ended them; 0 for codes of a client's making.", "code"),
	})
}

type live struct {
	read                                                          func() Live
	sockets, connections, subscriptions, groups, subscribers, lag *prometheus.Desc
	executed, delivered, refused, closed                          *prometheus.Desc
}

// Describe names the figures.
func (l *live) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{l.sockets, l.connections, l.subscriptions, l.groups, l.subscribers, l.lag, l.executed, l.delivered, l.refused, l.closed} {
		to <- d
	}
}

// Collect shows the figures.
func (l *live) Collect(to chan<- prometheus.Metric) {
	now := l.read()
	for d, value := range map[*prometheus.Desc]float64{
		l.sockets: float64(now.Sockets), l.connections: float64(now.Connections), l.subscriptions: float64(now.Subscriptions),
		l.groups: float64(now.Groups), l.subscribers: float64(now.Subscribers), l.lag: now.Lag.Seconds(),
	} {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	for d, value := range map[*prometheus.Desc]uint64{l.executed: now.Executed, l.delivered: now.Delivered, l.refused: now.Refused} {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value))
	}
	for code, count := range now.Closed {
		to <- prometheus.MustNewConstMetric(l.closed, prometheus.CounterValue, float64(count), strconv.Itoa(code))
	}
}
