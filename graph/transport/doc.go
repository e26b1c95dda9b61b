// Package transport carries GraphQL over HTTP and over WebSockets, and bounds what an operation
// may ask before it runs.
//
// It owns the wire: status codes, media types, body and message limits, the graphql-transport-ws
// protocol with its close codes, and the walk that refuses oversized documents. It knows no schema,
// no credential and no business rule: who may connect is decided by the InitFunc handed in, and
// every error made here passes the server's error presenter, which gives it its correlationId.
package transport
