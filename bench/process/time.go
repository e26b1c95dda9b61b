package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Where the times stand in /proc/PID/stat, counted from behind the process's name.
const (
	parent = 1
	user   = 11
	system = 12
	// Of children that have ended and been waited for.
	endedUser   = 13
	endedSystem = 14
)

// Spent is the processor time that a process has used; nothing where there is no such process.
func Spent(pid int) time.Duration { return sum(stat(pid), user, system) }

// FamilySpent is what a process, its children and those of them that have ended have used. A child that ends while the others are
// read would count twice or never, so all is read again until none has.
func FamilySpent(pid int) (all time.Duration) {
	own := func() time.Duration { return sum(stat(pid), user, system, endedUser, endedSystem) }
	for range 100 {
		before := own()
		all = before
		for _, child := range children(pid) {
			all += Spent(child)
		}
		if own() == before {
			break
		}
	}
	return all
}

// OwnSpent is what this process has used.
func OwnSpent() time.Duration {
	var self syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &self) // of ourselves it can't fail
	return time.Duration(self.Utime.Nano() + self.Stime.Nano())
}

func children(pid int) (all []int) {
	paths, _ := filepath.Glob("/proc/[0-9]*") // the pattern is right
	for _, path := range paths {
		child, _ := strconv.Atoi(filepath.Base(path))
		if fields := stat(child); len(fields) > parent && fields[parent] == strconv.Itoa(pid) {
			all = append(all, child)
		}
	}
	return all
}

// stat are the fields behind the process's name, which may hold anything.
func stat(pid int) []string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
}

func sum(fields []string, which ...int) (all time.Duration) {
	for _, nth := range which {
		if nth < len(fields) {
			n, _ := strconv.Atoi(fields[nth])
			all += time.Duration(n) * 10 * time.Millisecond // Linux counts hundredths of a second
		}
	}
	return all
}
