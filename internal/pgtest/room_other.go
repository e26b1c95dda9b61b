//go:build !linux

package pgtest

import "os"

// room is the folder under which clusters are made.
func room() string { return os.TempDir() }
