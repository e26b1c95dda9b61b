package postgres

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// alive tells whether a process runs. A zombie does not: it is dead and only waits for a parent that never asks.
func alive(pid int) bool {
	if pid < 1 {
		return false
	}
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return false
	}
	return !zombie(pid)
}

func zombie(pid int) bool {
	if raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat")); err == nil {
		// "pid (name) state ...": the name may hold anything, so the state is what follows the last parenthesis.
		rest := bytes.TrimSpace(raw[bytes.LastIndexByte(raw, ')')+1:])
		return len(rest) > 0 && rest[0] == 'Z'
	}
	return strings.HasPrefix(ask(pid, "stat="), "Z")
}

// isPostgres tells whether a living process is a PostgreSQL server, since the number in an old postmaster.pid may have
// gone to somebody else, most of all in containers where numbers are small.
func isPostgres(pid int) bool {
	name := ask(pid, "comm=")
	if raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "comm")); err == nil {
		name = strings.TrimSpace(string(raw))
	}
	switch filepath.Base(name) {
	case "postgres", "postmaster":
		return true
	}
	return false
}

// ask reads one column of ps, for systems without /proc.
func ask(pid int, column string) string {
	if _, err := os.Stat("/proc/self/stat"); err == nil {
		return ""
	}
	out, err := exec.Command("ps", "-o", column, "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
