// Package auth owns credentials: what an API key looks like, how one is issued and revoked, and who stands behind a token
// on HTTP and on sockets. What the actor may do is actor's to say; that every root field asks is the door's work.
package auth
