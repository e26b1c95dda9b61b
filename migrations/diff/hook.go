package main

import (
	"errors"
	"fmt"
	"strings"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/postgres"
	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqltool"
	"entgo.io/ent/dialect/sql/schema"
)

// wall is the prefix of everything that is made by hand because ent can't say it.
const wall = "x_"

// keepWalls takes out of a plan whatever would tear down a wall, or a table that isn't ent's.
func keepWalls(next schema.Differ) schema.Differ {
	return schema.DiffFunc(func(current, desired *atlas.Schema) ([]atlas.Change, error) {
		changes, err := next.Diff(current, desired)
		if err != nil {
			return nil, err
		}
		return withoutWalls(changes), nil
	})
}

func withoutWalls(changes []atlas.Change) []atlas.Change {
	var kept []atlas.Change
	for _, change := range changes {
		switch c := change.(type) {
		case *atlas.DropTable:
			continue
		case *atlas.ModifyTable:
			if c.Changes = withoutWalls(c.Changes); len(c.Changes) == 0 {
				continue
			}
		case *atlas.DropIndex:
			if strings.HasPrefix(c.I.Name, wall) || excludes(c.I) {
				continue
			}
		case *atlas.DropForeignKey:
			if strings.HasPrefix(c.F.Symbol, wall) {
				continue
			}
		case *atlas.DropCheck:
			if strings.HasPrefix(c.C.Name, wall) {
				continue
			}
		}
		kept = append(kept, change)
	}
	return kept
}

func excludes(index *atlas.Index) bool {
	for _, attribute := range index.Attrs {
		if constraint, ok := attribute.(*postgres.Constraint); ok && constraint.IsExclude() {
			return true
		}
	}
	return false
}

var errWouldWrite = errors.New("would write")

// readOnly lets a check see the plan without a file being written.
type readOnly struct{ *sqltool.GooseDir }

// WriteFile refuses, and shows what would have been written.
func (readOnly) WriteFile(name string, content []byte) error {
	if name == migrate.HashFileName {
		return nil
	}
	return fmt.Errorf("%w %s:\n%s", errWouldWrite, name, content)
}
