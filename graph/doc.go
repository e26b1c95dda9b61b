// Package graph is the GraphQL door: it gives every field of the contract in schema/ its answer. It owns identifiers and
// pages as clients see them, who is let in by which capability, the batches behind nested fields, what an event on a stream
// looks like, and the public code of every error. What may be done is decided by booking, what may be seen by reading, what
// is heard by feed; how bytes travel is graph/transport's work.
//
// The frames of the *.resolvers.go files are generated from the contract and keep what is written inside them; generated/
// and model/models.go are generated whole.
package graph
