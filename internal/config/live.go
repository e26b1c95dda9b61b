package config

import (
	"errors"
	"fmt"
	"net/url"
)

// Live are the settings of what stays connected.
type Live struct {
	MaxConnections      int    `name:"max-connections" env:"SLOTQ_MAX_CONNECTIONS" default:"20000" help:"HTTP connections open at once in this process, at most: streams are among them, sockets that stand are not."`
	MaxSockets          int    `name:"max-sockets" env:"SLOTQ_MAX_SOCKETS" default:"10000" help:"Sockets and streams open at once in this process, at most."`
	MaxSocketsPerTenant int    `name:"max-sockets-per-tenant" env:"SLOTQ_MAX_SOCKETS_PER_TENANT" default:"5000" help:"Of one tenant."`
	MaxSocketsPerUser   int    `name:"max-sockets-per-user" env:"SLOTQ_MAX_SOCKETS_PER_USER" default:"100" help:"Of one person or program, with all of its keys."`
	NATS                string `name:"nats-url" env:"NATS_URL" placeholder:"URL" help:"Carry events between processes over NATS JetStream, such as nats://host:4222; 'embedded' starts a NATS in this process and says its address. Without one, each process reads them in the database."`
	NATSPrefix          string `name:"nats-prefix" env:"SLOTQ_NATS_PREFIX" default:"slotq" help:"What subjects and the stream are named after, where several deployments share one NATS."`
	NATSReplicas        int    `name:"nats-replicas" env:"SLOTQ_NATS_REPLICAS" default:"1" help:"Copies of the stream that a NATS cluster keeps: 1, 3 or 5."`
}

// EmbeddedNATS is the address that asks for a NATS of the process's own.
const EmbeddedNATS = "embedded"

// Validate refuses what can't work. It never repeats the address, which may hold a password.
func (l Live) Validate() error {
	var errs []error
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"SLOTQ_MAX_CONNECTIONS (--max-connections)", l.MaxConnections},
		{"SLOTQ_MAX_SOCKETS (--max-sockets)", l.MaxSockets},
		{"SLOTQ_MAX_SOCKETS_PER_TENANT (--max-sockets-per-tenant)", l.MaxSocketsPerTenant},
		{"SLOTQ_MAX_SOCKETS_PER_USER (--max-sockets-per-user)", l.MaxSocketsPerUser},
	} {
		if limit.value < 1 || limit.value > 1_000_000 {
			errs = append(errs, fmt.Errorf("%s must be 1 to 1000000, not %d", limit.name, limit.value))
		}
	}
	if at, err := url.Parse(l.NATS); l.NATS != "" && l.NATS != EmbeddedNATS && (err != nil || at.Host == "") {
		errs = append(errs, errors.New("NATS_URL (--nats-url) must be a URL such as nats://host:4222, or 'embedded'"))
	}
	if !namesSubject(l.NATSPrefix) {
		errs = append(errs, fmt.Errorf("SLOTQ_NATS_PREFIX (--nats-prefix) must be 1 to 40 letters, digits and underscores, not %q", l.NATSPrefix))
	}
	switch l.NATSReplicas {
	case 1, 3, 5:
	default:
		errs = append(errs, fmt.Errorf("SLOTQ_NATS_REPLICAS (--nats-replicas) must be 1, 3 or 5, not %d", l.NATSReplicas))
	}
	return errors.Join(errs...)
}

func namesSubject(text string) bool {
	for _, r := range text {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' {
			return false
		}
	}
	return text != "" && len(text) <= 40
}
