// Package relay carries numbered events between nodes over NATS JetStream, so that each node follows a venue without reading
// the database. The log in the database stays the truth: what a follower misses on the way it reads there, and a node that
// has lost NATS finds by looking, a second later.
package relay
