// Package transport carries GraphQL over HTTP and over WebSockets, and bounds what an operation
// may ask before it runs.
//
// It owns the wire: status codes, media types, body and message limits, the graphql-transport-ws
// protocol with its close codes, the documents that may be named by their hash, and the walks that
// refuse what would cost too much. It knows no schema, no credential and no business rule: who may
// connect is decided by the InitFunc handed in, and every error made here passes the server's error
// presenter, which gives it its correlationId.
package transport
