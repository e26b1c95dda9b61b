// Package credential owns what a credential is: an API key, a membership, when one may be rotated or revoked; what the
// tokens of keys and sessions look like, and the digest that is kept of one. Whether a token is good is decided by auth,
// who may issue one by the desk.
package credential
