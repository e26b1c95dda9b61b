// Package loadtest puts load on a SlotQ from outside, through its API alone: calls come at a constant rate, whatever becomes of
// the ones before, and how long each took is counted from when it was due. So a server that stands still for a second shows a
// second in its figures, and not one slow call. It works at a venue that it makes for the purpose and touches no other.
package loadtest
