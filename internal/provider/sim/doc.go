// Package sim is the reference provider: an outside booking system as docs/providers.md describes one, with a ledger in a
// file and a lever for each thing that goes wrong with real ones. It shares no code with the adapter, so that the two
// prove each other.
package sim
