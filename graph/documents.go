package graph

import (
	"github.com/slotq/slotq/graph/generated"
	"github.com/slotq/slotq/graph/transport"
)

// ReadDocuments reads the lists of documents that clients may name by their hash, see transport.ReadListed. The error tells
// every document that is not what its hash says, or that the contract does not answer.
func ReadDocuments(files ...string) (*transport.Listed, error) {
	return transport.ReadListed(generated.NewExecutableSchema(generated.Config{}).Schema(), files...)
}

// ListDocuments reads one list as ReadDocuments does a file.
func ListDocuments(raw []byte) (*transport.Listed, error) {
	return transport.List(generated.NewExecutableSchema(generated.Config{}).Schema(), raw)
}
