package postgres

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// initCluster makes an empty cluster at home/pg. It is made beside its place and renamed, so that a crash half way
// leaves nothing that looks like a database.
func (c *Cluster) initCluster(ctx context.Context) error {
	fresh := filepath.Join(c.home, pgFolder+".new")
	if err := os.RemoveAll(fresh); err != nil { // what an interrupted attempt left
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	password := filepath.Join(fresh+".password", "password")
	if err := os.MkdirAll(filepath.Dir(password), 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Dir(password))
	if err := os.WriteFile(password, []byte(c.access.AdminPassword+"\n"), 0o600); err != nil {
		return err
	}
	for _, path := range []string{fresh, filepath.Dir(password)} {
		if err := c.account.own(path); err != nil {
			return err
		}
	}
	// C.UTF-8 sorts by code point and knows letters beyond ASCII; systems without it fall back to plain C.
	var err error
	for _, locale := range []string{"C.UTF-8", "C"} {
		if err = c.runInitdb(ctx, fresh, password, locale); err == nil {
			return os.Rename(fresh, c.pgdata())
		}
		if !strings.Contains(err.Error(), "locale") {
			break
		}
	}
	return err
}

func (c *Cluster) runInitdb(ctx context.Context, pgdata, passwordFile, locale string) error {
	args := []string{"--pgdata", pgdata, "--username", adminRole, "--pwfile", passwordFile, "--encoding", "UTF8", "--locale", locale}
	if c.opts.Ephemeral {
		// Tests connect thousands of times, and a password that is dear to guess is dear to tell.
		args = append(args, "--no-sync", "--auth", "md5")
	} else {
		args = append(args, "--auth", "scram-sha-256")
	}
	cmd := exec.CommandContext(ctx, c.bins.initdb(), args...)
	c.account.apply(cmd)
	cmd.Dir = "/"
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb %s: %w: %s", c.pgdata(), err, lastLines(out, 5))
	}
	return nil
}
