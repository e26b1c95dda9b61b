package app

import "github.com/slotq/slotq/internal/throttle"

// pace is how much users and tenants may ask, by the settings.
func (a *App) pace() *throttle.Throttle {
	l := a.serve.Limits
	return throttle.New(
		throttle.Limits{throttle.Queries: throttle.Rate(l.UserQueries), throttle.Commands: throttle.Rate(l.UserCommands), throttle.Streams: throttle.Rate(l.UserStreams)},
		throttle.Limits{throttle.Queries: throttle.Rate(l.TenantQueries), throttle.Commands: throttle.Rate(l.TenantCommands), throttle.Streams: throttle.Rate(l.TenantStreams)},
		throttle.Rate(l.StrangerQueries), a.roster.Answering,
	)
}
