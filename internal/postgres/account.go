package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is whom the server runs as. PostgreSQL refuses to run as root, so root lends it an unprivileged user.
type account struct {
	name     string
	uid, gid int
	borrowed bool // this process is root and the account is another
}

// chooseAccount returns this process's own account, or as root: the owner of the existing cluster at pgdata, else
// postgres, else nobody.
func chooseAccount(pgdata string) (account, error) {
	if os.Geteuid() != 0 {
		return account{name: "the current user", uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	if info, err := os.Stat(pgdata); err == nil {
		if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid != 0 {
			return account{name: userName(int(owner.Uid)), uid: int(owner.Uid), gid: int(owner.Gid), borrowed: true}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(found.Uid)
		gid, gidErr := strconv.Atoi(found.Gid)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return account{}, fmt.Errorf("user %s: %w", name, err)
		}
		return account{name: name, uid: uid, gid: gid, borrowed: true}, nil
	}
	return account{}, errors.New("PostgreSQL does not run as root and this system has neither a user postgres nor nobody; start slotq as an ordinary user")
}

func userName(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return u.Username
	}
	return "uid " + strconv.Itoa(uid)
}

// apply makes cmd run as the account, with an environment that hides the secrets of ours and any PG variable that
// would change the server's mind.
func (a account) apply(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if a.borrowed {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)} //nolint:gosec // ids of the system
	}
	cmd.Env = []string{"LC_ALL=C"} // the messages we look for are the untranslated ones
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
}

// reaches tells whether the account may enter dir. It asks the kernel by going there, because mode bits alone miss
// access lists and closed parents.
func (a account) reaches(program, dir string) bool {
	cmd := exec.Command(program, "--version")
	a.apply(cmd)
	cmd.Dir = dir
	return cmd.Run() == nil
}

// own gives path and all below it to the account; links are changed themselves and never followed.
func (a account) own(path string) error {
	if !a.borrowed {
		return nil
	}
	return filepath.WalkDir(path, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(name, a.uid, a.gid)
	})
}
