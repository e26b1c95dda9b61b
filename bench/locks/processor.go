package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// tick is the unit in which Linux tells programs of processor time, on every machine.
const tick = 10 * time.Millisecond

// processorTime is what the server of a backend has spent since it started: its first process, all that this one has started, and
// those of them that have ended. -1 where there is no /proc.
func processorTime(backend int) time.Duration {
	own, ok := readProcess(strconv.Itoa(backend))
	if !ok {
		return -1
	}
	first, ok := readProcess(strconv.Itoa(own.parent))
	if !ok {
		return -1
	}
	ticks := first.ticks + first.ended
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return -1
	}
	for _, folder := range folders {
		if p, ok := readProcess(filepath.Base(folder)); ok && p.parent == own.parent {
			ticks += p.ticks
		}
	}
	return time.Duration(ticks) * tick
}

type process struct {
	parent       int
	ticks, ended int64 // its own time, and that of children that have ended
}

func readProcess(pid string) (p process, ok bool) {
	raw, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return p, false
	}
	// "pid (name) state parent ...": the name may hold anything, so what counts follows the last parenthesis.
	fields := bytes.Fields(raw[bytes.LastIndexByte(raw, ')')+1:])
	if len(fields) < 15 {
		return p, false
	}
	number := func(i int) int64 {
		n, err := strconv.ParseInt(string(fields[i]), 10, 64)
		ok = ok && err == nil
		return n
	}
	ok = true
	p = process{parent: int(number(1)), ticks: number(11) + number(12), ended: number(13) + number(14)}
	return p, ok
}
