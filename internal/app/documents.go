package app

import (
	"errors"
	"fmt"
	"io"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/config"
)

// readDocuments reads the documents that clients may name; nil where no list is given.
func readDocuments(d config.Documents) (*transport.Listed, error) {
	if len(d.DocumentFiles) == 0 {
		return nil, nil
	}
	listed, err := graph.ReadDocuments(d.DocumentFiles...)
	if err != nil {
		return nil, err
	}
	if d.DocumentsOnly && listed.Len() == 0 {
		return nil, errors.New("only listed documents are to be answered, but the lists are empty")
	}
	return listed, nil
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
