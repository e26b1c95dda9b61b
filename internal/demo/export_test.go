package demo

import "context"

// Act lets one simulated customer do one thing.
func (s *Seeder) Act(ctx context.Context) { s.act(ctx) }
