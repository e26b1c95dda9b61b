package main

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

// processors reads the clocks; zeroes where the system has no /proc.
func (s *server) processors() used {
	var self syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &self) // of ourselves it can't fail
	return used{
		server: ticks(s.cmd.Process.Pid, false), database: s.clusterTime(),
		client: time.Duration(self.Utime.Nano() + self.Stime.Nano()),
	}
}

// clusterTime is what the postmaster, its children and those that have ended have used. A child that ends while the others are
// read would count twice or never, so all is read again until none has.
func (s *server) clusterTime() (all time.Duration) {
	postmaster := s.postmaster()
	for range 100 {
		before := ticks(postmaster, true)
		all = before
		children, _ := filepath.Glob("/proc/[0-9]*/stat")
		for _, path := range children {
			if fields := statOf(path); len(fields) > 1 && fields[1] == strconv.Itoa(postmaster) {
				all += sum(fields, 11, 12)
			}
		}
		if ticks(postmaster, true) == before {
			break
		}
	}
	return all
}

// ticks is what a process has used, with its children that have ended if they are wanted.
func ticks(pid int, ended bool) time.Duration {
	fields := statOf(fmt.Sprintf("/proc/%d/stat", pid))
	if ended {
		return sum(fields, 11, 12, 13, 14)
	}
	return sum(fields, 11, 12)
}

// statOf are the fields behind the process's name, which may hold anything.
func statOf(path string) []string {
	raw, err := os.ReadFile(path)
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
