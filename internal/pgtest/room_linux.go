package pgtest

import (
	"os"
	"syscall"
)

// memory is where Linux keeps files that live in memory, and ample is how much has to be free there: a whole run of the
// tests fills a small part of it.
const (
	memory = "/dev/shm"
	ample  = 4 << 30 // bytes
)

// room is the folder under which clusters are made. Every database of a test is several hundred files, which a disk takes
// far longer to make and to remove than memory. Whoever sets TMPDIR is followed.
func room() string {
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") == "" && syscall.Statfs(memory, &fs) == nil && fs.Bavail*uint64(fs.Bsize) >= ample { //nolint:gosec // a size
		return memory
	}
	return os.TempDir()
}
