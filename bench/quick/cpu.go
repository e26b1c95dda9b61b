package main

import (
	"fmt"
	"time"

	"github.com/slotq/slotq/bench/process"
)

// used is processor time by who has used it. A busy machine stretches every other figure, and this one hardly.
type used struct {
	server, database, client time.Duration
}

func (u used) less(before used) used {
	return used{u.server - before.server, u.database - before.database, u.client - before.client}
}

func (u used) plus(v used) used {
	return used{u.server + v.server, u.database + v.database, u.client + v.client}
}

func (u used) all() time.Duration { return u.server + u.database + u.client }

// per says what one of n deeds took of whom.
func (u used) per(n int) string {
	each := func(d time.Duration) int64 { return d.Microseconds() / int64(max(n, 1)) }
	return fmt.Sprintf("server %d, PostgreSQL %d, client %d", each(u.server), each(u.database), each(u.client))
}

// processors reads the clocks, with those of a server's process and its children; without one there is no server.
func (b *bench) processors(server int) used {
	u := used{database: process.FamilySpent(b.house.Postmaster()), client: process.OwnSpent()}
	if server > 0 {
		u.server = process.FamilySpent(server)
	}
	return u
}
