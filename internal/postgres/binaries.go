package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ErrNoBinaries says that this machine has no PostgreSQL server to start.
var ErrNoBinaries = errors.New("PostgreSQL server programs were not found; run `make postgres` or set DATABASE_URL")

// binEnv names the folder of the server programs to use instead of searching.
const binEnv = "SLOTQ_POSTGRES_BIN"

// oldestMajor is the first version that knows every server setting this package passes.
const oldestMajor = 14

// binFolders are the places where distributions keep server programs outside PATH.
var binFolders = []string{
	"/usr/lib/postgresql/*/bin", // Debian, Ubuntu
	"/usr/pgsql-*/bin",          // packages of the PostgreSQL project on Red Hat systems
	"/usr/libexec/postgresql*",  // Alpine
	"/usr/lib/postgresql*/bin",  // SUSE
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
	"/opt/local/lib/postgresql*/bin", // MacPorts
	"/Applications/Postgres.app/Contents/Versions/*/bin",
	"/usr/local/pgsql/bin", // built from source
}

// binaries are the server programs of one PostgreSQL installation.
type binaries struct {
	dir   string
	major int
}

func (b binaries) postgres() string { return filepath.Join(b.dir, "postgres") }
func (b binaries) initdb() string   { return filepath.Join(b.dir, "initdb") }

// findBinaries returns the server programs to use. A major above zero demands that version, because a cluster can only
// be run by the major version that made it; zero takes the newest.
func findBinaries(ctx context.Context, major int) (binaries, error) {
	if dir := os.Getenv(binEnv); dir != "" {
		found, err := inspectBinaries(ctx, dir)
		if err != nil {
			return binaries{}, fmt.Errorf("%s=%s: %w", binEnv, dir, err)
		}
		if major != 0 && found.major != major {
			return binaries{}, fmt.Errorf("%s=%s is PostgreSQL %d, the cluster was made by PostgreSQL %d", binEnv, dir, found.major, major)
		}
		return found, nil
	}
	var seen []string
	for _, group := range [][]string{distributionFolders(), configuredFolder(ctx), pathFolder()} {
		var usable []binaries
		for _, dir := range group {
			found, err := inspectBinaries(ctx, dir)
			if err != nil {
				continue
			}
			seen = append(seen, fmt.Sprintf("%d in %s", found.major, dir))
			if major == found.major || major == 0 && found.major >= oldestMajor {
				usable = append(usable, found)
			}
		}
		if len(usable) > 0 {
			return slices.MaxFunc(usable, func(a, b binaries) int { return cmp.Compare(a.major, b.major) }), nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return binaries{}, ctx.Err()
	case len(seen) == 0:
		return binaries{}, ErrNoBinaries
	case major != 0:
		return binaries{}, fmt.Errorf("the cluster was made by PostgreSQL %d, this machine has %s: %w", major, strings.Join(seen, ", "), ErrNoBinaries)
	default:
		return binaries{}, fmt.Errorf("PostgreSQL %d or newer is needed, this machine has %s: %w", oldestMajor, strings.Join(seen, ", "), ErrNoBinaries)
	}
}

func distributionFolders() []string {
	var dirs []string
	for _, pattern := range binFolders {
		found, err := filepath.Glob(pattern)
		if err == nil { // only a malformed pattern is an error, and the patterns are ours
			dirs = append(dirs, found...)
		}
	}
	return dirs
}

func configuredFolder(ctx context.Context) []string {
	out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output()
	if err != nil {
		return nil
	}
	return []string{strings.TrimSpace(string(out))}
}

// pathFolder follows links, because PATH often holds a link to postgres alone and initdb lives beside its target.
func pathFolder() []string {
	found, err := exec.LookPath("postgres")
	if err != nil {
		return nil
	}
	if target, err := filepath.EvalSymlinks(found); err == nil {
		found = target
	}
	return []string{filepath.Dir(found)}
}

var versionWords = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// inspectBinaries reads the version of the programs in dir and sees that both are there.
func inspectBinaries(ctx context.Context, dir string) (binaries, error) {
	b := binaries{dir: dir}
	if _, err := os.Stat(b.initdb()); err != nil {
		return b, err
	}
	out, err := exec.CommandContext(ctx, b.postgres(), "--version").Output()
	if err != nil {
		return b, fmt.Errorf("%s --version: %w", b.postgres(), err)
	}
	match := versionWords.FindSubmatch(out)
	if match == nil {
		return b, fmt.Errorf("%s --version: unexpected answer %q", b.postgres(), out)
	}
	b.major, err = strconv.Atoi(string(match[1]))
	return b, err
}
