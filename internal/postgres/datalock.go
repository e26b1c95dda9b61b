package postgres

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

const (
	lockFile = "slotq.lock"
	pidFile  = "slotq.pid"
)

// InUseError refuses a data folder that a running SlotQ holds.
type InUseError struct {
	Dir string
	PID int // 0 when the holder has not written it yet
}

func (e *InUseError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("data folder %s is in use by another slotq", e.Dir)
	}
	return fmt.Sprintf("data folder %s is in use by another slotq (pid %d); stop it or choose another folder with --data", e.Dir, e.PID)
}

// dirLock is this process's claim on a folder. The kernel drops it when the process dies, however it dies.
type dirLock struct {
	dir  string
	lock *flock.Flock
}

// lockDir claims dir or returns *InUseError. The pid stands in a file of its own, since the lock file itself cannot be
// rewritten by the next holder without a moment in which it is empty.
func lockDir(dir string) (*dirLock, error) {
	l := &dirLock{dir: dir, lock: flock.New(filepath.Join(dir, lockFile))}
	taken, err := l.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !taken {
		return nil, &InUseError{Dir: dir, PID: readPID(filepath.Join(dir, pidFile))}
	}
	if err := writeFile(filepath.Join(dir, pidFile), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644); err != nil {
		_ = l.lock.Unlock()
		return nil, err
	}
	return l, nil
}

// release gives the folder back. The lock file stays: removing it would let a waiting process lock a nameless file.
func (l *dirLock) release() error {
	_ = os.Remove(filepath.Join(l.dir, pidFile))
	return l.lock.Unlock()
}

// readPID returns the process id on the first line of a file, 0 when there is none.
func readPID(path string) int {
	raw, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid < 1 {
		return 0
	}
	return pid
}

// writeFile replaces a file in one step, so that a reader or a crash never meets half of it.
func writeFile(path string, content []byte, perm os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if err := tmp.Chmod(perm); err != nil {
		_ = tmp.Close()
		return err
	}
	if _, err := tmp.Write(content); err != nil {
		_ = tmp.Close()
		return err
	}
	if err := tmp.Sync(); err != nil {
		_ = tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
