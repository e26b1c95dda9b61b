package architecture_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// listed is what `go list` tells about a package.
type listed struct {
	ImportPath string
	Imports    []string
}

// packages lists all of ours with what they import outside of their tests: a test may join whatever it proves.
func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	var errs bytes.Buffer
	cmd.Stderr = &errs
	raw, err := cmd.Output()
	require.NoError(t, err, errs.String())
	var all []listed
	for decoder := json.NewDecoder(bytes.NewReader(raw)); ; {
		var one listed
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return all
		} else {
			require.NoError(t, err)
		}
		all = append(all, one)
	}
}

func TestImports(t *testing.T) {
	all := packages(t)
	for _, l := range laws {
		t.Run(l.reason, func(t *testing.T) {
			bound := 0
			for _, p := range all {
				if !l.binds(p.ImportPath) {
					continue
				}
				bound++
				for _, path := range p.Imports {
					if l.never(path) {
						t.Errorf("%s imports %s, but %s", short(p.ImportPath), short(path), l.reason)
					}
				}
			}
			require.Positive(t, bound, "the law binds no package: a room was renamed or is gone")
		})
	}

	t.Run(together.reason, func(t *testing.T) {
		for _, p := range all {
			if slices.Contains(p.Imports, together.both[0]) && slices.Contains(p.Imports, together.both[1]) && !slices.Contains(together.only, p.ImportPath) {
				t.Errorf("%s imports both %s and %s, but %s", short(p.ImportPath), short(together.both[0]), short(together.both[1]), together.reason)
			}
		}
	})

	t.Run("every room has its floor, and every floor's rooms exist", func(t *testing.T) {
		exists := map[string]bool{}
		for _, p := range all {
			room, found := roomOf(p.ImportPath)
			if !found {
				continue
			}
			exists[room] = true
			if _, placed := rooms[room]; !placed {
				t.Errorf("internal/%s is on no floor: say in internal/architecture/rooms_test.go where it belongs", room)
			}
		}
		for room, f := range rooms {
			if !exists[room] {
				t.Errorf("internal/%s (%s) doesn't exist any more: take it out of internal/architecture/rooms_test.go", room, f)
			}
		}
	})
}

// TestLaws shows that each law can fail.
func TestLaws(t *testing.T) {
	for _, c := range []struct{ importer, imported string }{
		{"internal/waitlist", "context"}, {"internal/policy", "database/sql"}, {"internal/calendar", "net/http"},
		{"internal/reservation", module + "/internal/booking"}, {"internal/command", module + "/internal/store"},
		{"internal/booking", module + "/internal/store"}, {"internal/reading", module + "/internal/postgres"},
		{"internal/booking", module + "/ent/db/slot"}, {"internal/reading", module + "/graph/model"}, {"internal/feed", "database/sql"},
		{"graph", module + "/internal/store"}, {"graph", module + "/ent/db"}, {"graph/transport", module + "/internal/postgres"},
		{"internal/worker", module + "/internal/store"}, {"internal/worker", module + "/graph"}, {"graph", module + "/internal/worker"},
		{"internal/store", module + "/graph"}, {"internal/auth", module + "/internal/app"},
		{"internal/metrics", module + "/internal/store"}, {"internal/tracing", module + "/graph"},
		{"ent/schema", module + "/internal/booking"}, {"ent/schema", module + "/ent/db"},
		{"internal/demo", module + "/ent/db"}, {"internal/demo", module + "/internal/app"}, {"internal/app", module + "/internal/pgtest"},
		{"schema", module + "/graph"},
	} {
		broken := slices.ContainsFunc(laws, func(l law) bool { return l.binds(module+"/"+c.importer) && l.never(c.imported) })
		require.True(t, broken, "no law forbids that %s imports %s", c.importer, short(c.imported))
	}
}

// roomOf is the room of internal/ that a package lies in.
func roomOf(path string) (room string, found bool) {
	rest, found := strings.CutPrefix(path, module+"/internal/")
	room, _, _ = strings.Cut(rest, "/")
	return room, found
}

func under(path, parent string) bool { return strings.HasPrefix(path, parent+"/") }

// short is a package as a reader of the house names it.
func short(path string) string {
	if path == module {
		return "the command line"
	}
	name, own := strings.CutPrefix(path, module+"/")
	if own {
		return name
	}
	return fmt.Sprintf("%q", path)
}
