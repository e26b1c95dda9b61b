// Package demo starts a SlotQ for a measurement: the built program with the demo's tenants, on a PostgreSQL of its own that keeps
// every promise of durability, with no limits on how fast one key may ask.
package demo
