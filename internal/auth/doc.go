// Package auth owns who stands behind a call: by an API key, by a token of the identity provider, or by a session's cookie on
// a request that is sure to come from a page of ours. It knows members and lets them stay. What an actor may do is actor's to
// say; that every root field asks is the door's work.
package auth
