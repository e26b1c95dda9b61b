package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

const (
	// heapRoom is how much may be allocated between two collections at least. A server with few subscribers holds some ten
	// megabytes; to collect whenever it has allocated as much again, ten times a second, took a sixth of a hold's processor time.
	heapRoom = 64 << 20
	// usualPercent is Go's own measure, by which a large heap is collected as ever.
	usualPercent = 100
	// leastHeap is what counts as alive at least: Go begins to collect at 4 MB times the percent, and that is to be the room.
	leastHeap = 4 << 20
)

var roomy sync.Once

// giveHeapRoom keeps the collector from running more often than is worth it, for the whole process. GOMEMLIMIT holds as
// before, and with a GOGC of the operator's nothing is changed.
func giveHeapRoom() {
	if os.Getenv("GOGC") == "" {
		roomy.Do(measureHeap)
	}
}

// measureHeap sets how much room there is until the next collection, and comes again after that one.
func measureHeap() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	debug.SetGCPercent(percentFor(sample[0].Value.Uint64()))
	type collected struct{ _ *byte } // a pointer: what has none may share its memory with what lives on
	runtime.AddCleanup(&collected{}, func(struct{}) { measureHeap() }, struct{}{})
}

// percentFor is the growth, in percent of what lives, that gives the room.
func percentFor(live uint64) int {
	return int(max(usualPercent, heapRoom*100/max(live, leastHeap)))
}
