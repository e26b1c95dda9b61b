// Package model owns the Go form of what exists in the GraphQL contract only: pages, payloads, stream events, and a few
// inputs. models.go is generated. Everything else in the contract is bound to the domain's own types, and how fields are
// answered is graph's work.
package model
