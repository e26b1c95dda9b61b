// Package provider talks to outside booking systems, and finds out before they serve whether they keep what they promise.
// It owns the HTTP/JSON protocol of docs/providers.md: what is sent, how long an answer is waited for, and which answers
// are believed. What an answer means for an intent stands in package intent; when somebody is asked, the caller decides,
// and never inside a transaction.
package provider
