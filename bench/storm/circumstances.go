package main

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/bench/machine"
)

// circumstances are under which a storm blew.
type circumstances struct {
	machine.Circumstances
	Clients int `json:"clients"`
}

func describe(ctx context.Context, s *storm) (c circumstances, err error) {
	c.Clients = s.people
	c.Circumstances, err = machine.Describe(ctx, s.rig.db)
	return c, err
}

// String is the circumstances in one line.
func (c circumstances) String() string {
	return fmt.Sprintf("%s; %d clients", c.Circumstances, c.Clients)
}
