package app

import (
	"path/filepath"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/relay"
)

// joinNodes connects to the other nodes' NATS, if there is one, or starts one for them.
func (a *App) joinNodes() (err error) {
	at := a.serve.NATS
	if at == "" {
		return nil
	}
	if at == config.EmbeddedNATS {
		if a.nats, err = relay.StartEmbedded(filepath.Join(a.serve.Data, "nats"), relay.AnyPort); err != nil {
			return err
		}
		at = a.nats.URL()
		a.log.Info("nats is ready; give other processes its address as NATS_URL", "url", at)
	}
	a.relay, err = relay.Connect(at, relay.Options{Prefix: a.serve.NATSPrefix, Replicas: a.serve.NATSReplicas, Log: a.log})
	return err
}

// wire is how events come to the other nodes; nil when they read them in the log.
func (a *App) wire() feed.Wire {
	if a.relay == nil {
		return nil
	}
	return a.relay
}

func (a *App) leaveNodes() {
	if a.relay != nil {
		a.relay.Close()
	}
	if a.nats != nil {
		a.nats.Close()
	}
}
