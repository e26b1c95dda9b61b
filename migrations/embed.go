// Package migrations carries the versioned SQL of SlotQ's database inside the binary. It owns the files and their order;
// internal/postgres runs them.
package migrations

import "embed"

// FS holds every migration, goose format, named <UTC timestamp>_<what the business gained>.sql.
//
//go:embed *.sql
var FS embed.FS
