package config

import (
	"errors"
	"fmt"
)

// Limits are how many operations a second are let through in the long run, for all API processes together, and how many run
// at once in one. Four seconds' worth may come at once.
type Limits struct {
	UserQueries     int `name:"user-queries" env:"SLOTQ_USER_QUERIES" default:"100" help:"Queries a second of one user or key, in the long run; 0 sets no limit."`
	UserCommands    int `name:"user-commands" env:"SLOTQ_USER_COMMANDS" default:"50" help:"Mutations a second of one user or key."`
	UserStreams     int `name:"user-streams" env:"SLOTQ_USER_STREAMS" default:"50" help:"Subscriptions that one user or key begins a second."`
	TenantQueries   int `name:"tenant-queries" env:"SLOTQ_TENANT_QUERIES" default:"2000" help:"Queries a second of one tenant."`
	TenantCommands  int `name:"tenant-commands" env:"SLOTQ_TENANT_COMMANDS" default:"1000" help:"Mutations a second of one tenant."`
	TenantStreams   int `name:"tenant-streams" env:"SLOTQ_TENANT_STREAMS" default:"1000" help:"Subscriptions that one tenant begins a second."`
	StrangerQueries int `name:"stranger-queries" env:"SLOTQ_STRANGER_QUERIES" default:"50" help:"Requests a second of all who bring no valid credential, in this process alone."`
	MaxOperations   int `name:"max-operations" env:"SLOTQ_MAX_OPERATIONS" default:"64" help:"Operations that run at once in this process; the others wait a moment for their turn. 0 sets no limit."`
}

// Validate refuses limits below nothing.
func (l Limits) Validate() error {
	var errs []error
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"USER_QUERIES", l.UserQueries}, {"USER_COMMANDS", l.UserCommands}, {"USER_STREAMS", l.UserStreams},
		{"TENANT_QUERIES", l.TenantQueries}, {"TENANT_COMMANDS", l.TenantCommands}, {"TENANT_STREAMS", l.TenantStreams},
		{"STRANGER_QUERIES", l.StrangerQueries}, {"MAX_OPERATIONS", l.MaxOperations},
	} {
		if limit.value < 0 || limit.value > 1_000_000 {
			errs = append(errs, fmt.Errorf("SLOTQ_%s must be 0 to 1000000, not %d", limit.name, limit.value))
		}
	}
	return errors.Join(errs...)
}
