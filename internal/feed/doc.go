// Package feed is the live side of the event log: it gives committed events their positions, follows each venue's log once
// for all its subscribers, and hands every subscriber the changes it asked for, in order, once each. It also owns the
// encoding of the chain that seals audit entries, because the same pass seals them.
//
// Who may see what is decided by the doors, with a wall here behind them; the SQL stands in store; what an event means
// stands in event.
package feed
