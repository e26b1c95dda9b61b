package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say how the relay uses NATS; zero values take the defaults named beside them.
type Options struct {
	Prefix   string        // of subjects and of the stream's name, for several deployments on one NATS; "slotq"
	Replicas int           // of the stream in the cluster; 1
	Keep     time.Duration // how long events stay in the stream, for followers that are cut off a moment; 10 minutes
	KeepMB   int64         // and how many megabytes of them; 256
	Log      *slog.Logger  // slog.Default
}

func (o Options) withDefaults() Options {
	if o.Prefix == "" {
		o.Prefix = "slotq"
	}
	if o.Replicas == 0 {
		o.Replicas = 1
	}
	if o.Keep == 0 {
		o.Keep = 10 * time.Minute
	}
	if o.KeepMB == 0 {
		o.KeepMB = 256
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// Relay is a node's connection to NATS. It is safe for concurrent use.
type Relay struct {
	options Options
	conn    *nats.Conn
	js      jetstream.JetStream
}

// answerIn bounds each question to the server.
const answerIn = 2 * time.Second

// Connect connects and sees that the stream is there. While NATS is away, at the start or later, it goes on trying in the
// background; only an address or a credential that can't work is an error.
func Connect(url string, o Options) (*Relay, error) {
	o = o.withDefaults()
	r := &Relay{options: o}
	conn, err := nats.Connect(url,
		nats.Name("slotq"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250*time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.ReconnectBufSize(-1), // what can't be sent now is read from the log by then
		nats.Timeout(answerIn),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Log.Warn("nats is away; nodes look into the log until it is back", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { o.Log.Info("nats is back") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { o.Log.Debug("nats", "error", err) }),
	)
	if err != nil {
		return nil, fmt.Errorf("connect to nats: %w", err)
	}
	r.conn = conn
	if r.js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(answerIn)); err != nil {
		conn.Close()
		return nil, fmt.Errorf("use jetstream: %w", err)
	}
	return r, nil
}

// Close leaves NATS; what is still on its way out is given a moment.
func (r *Relay) Close() {
	_ = r.conn.FlushTimeout(answerIn)
	r.conn.Close()
}

// Connected reports whether NATS is reached.
func (r *Relay) Connected() bool { return r.conn.IsConnected() }

var errAway = errors.New("nats is away")

// ensure makes the stream, or makes it what the options say. It keeps what the newest nodes may still ask for, and refuses
// nothing: the oldest give way.
func (r *Relay) ensure(ctx context.Context) error {
	if !r.conn.IsConnected() {
		return errAway
	}
	ctx, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	_, err := r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        r.stream(),
		Description: "numbered events of SlotQ; the log in the database is the truth",
		Subjects:    []string{r.options.Prefix + ".events.>"},
		Retention:   jetstream.LimitsPolicy,
		Discard:     jetstream.DiscardOld,
		Storage:     jetstream.FileStorage,
		Replicas:    r.options.Replicas,
		MaxAge:      r.options.Keep,
		MaxBytes:    r.options.KeepMB << 20,
		Duplicates:  min(r.options.Keep, 2*time.Minute),
	})
	if err != nil {
		return fmt.Errorf("make the stream %s: %w", r.stream(), err)
	}
	return nil
}

func (r *Relay) stream() string { return r.options.Prefix + "-events" }

func (r *Relay) subject(tenant, venue uuid.UUID) string {
	return r.options.Prefix + ".events." + tenant.String() + "." + venue.String()
}

func (r *Relay) pokes() string { return r.options.Prefix + ".pokes" }
