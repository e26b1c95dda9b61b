// Package credential owns what a credential looks like: the token of an API key and the token of a session, how each is
// spelt, and the digest that is kept of it. Whether one is good is decided by auth, who may issue one by the desk.
package credential
