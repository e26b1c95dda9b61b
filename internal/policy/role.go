package policy

import "github.com/slotq/slotq/internal/actor"

// ChannelOf is the channel by which somebody of a role books.
func ChannelOf(role actor.Role) Channel {
	switch role {
	case actor.Staff, actor.Admin:
		return FrontDesk
	case actor.Agent:
		return ByAgent
	default:
		return Guest
	}
}
