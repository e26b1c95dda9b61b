package pgtest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// watchdog is a small process that outlives this one and then stops the server and removes its files. A server made to
// survive the death of its owner would otherwise pile up with every test run that is interrupted, panics or times out.
type watchdog struct {
	leash io.Closer
	cmd   *exec.Cmd
}

// guard lets a watchdog loose over the cluster in the folders. It bites when this process ends, by whatever cause,
// because only then does the other end of its standard input close.
func guard(folders ...string) (*watchdog, error) {
	const script = `cat >/dev/null
for dir in "$@"; do
	pid=$(head -n 1 "$dir/pg/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
	tries=0
	while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
	pid=
done
rm -rf "$@"`
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, "watchdog"}, folders...)...) //nolint:noctx // it has to outlive us
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}                                      // an interrupt at the terminal must not end it
	cmd.Dir = "/"
	leash, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("guard %v: %w", folders, err)
	}
	return &watchdog{leash: leash, cmd: cmd}, nil
}

// release lets the watchdog do its work now and waits for it.
func (w *watchdog) release() error {
	if err := w.leash.Close(); err != nil && !os.IsNotExist(err) {
		return err
	}
	return w.cmd.Wait()
}
