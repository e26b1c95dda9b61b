package app

import (
	"fmt"
	"io"
	"sync"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/web/dashboard"
)

// dashboardDocuments are those of the screens that the program serves; they are checked once in a process.
var dashboardDocuments = sync.OnceValues(func() (*transport.Listed, error) { return graph.ListDocuments(dashboard.Documents()) })

// readDocuments reads the documents that clients may name: those of the dashboard, and the lists that are given.
func readDocuments(d config.Documents) (*transport.Listed, error) {
	ours, err := dashboardDocuments()
	if err != nil {
		return nil, fmt.Errorf("the dashboard's documents: %w", err)
	}
	if len(d.DocumentFiles) == 0 {
		return ours, nil
	}
	listed, err := graph.ReadDocuments(d.DocumentFiles...)
	if err != nil {
		return nil, err
	}
	return listed.With(ours), nil
}

// CheckDocuments says what is wrong with lists of documents, or how many there are.
func CheckDocuments(check config.DocumentListsCheck, out io.Writer) error {
	listed, err := graph.ReadDocuments(check.Files...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "documents: %d, all as their hashes say and fit for the schema\n", listed.Len())
	return err
}
