// Package audience measures what live subscribers cost a server: SlotQ, or npm's graphql-ws, which serves the same document. One
// client for both, so that its own cost is the same on either side.
package audience
