// Package models holds the desk against a model of it: a house written down in a hundred lines of Go without a database, a
// clock or a lock. Whatever guests, staff and time do in whatever order, both must give the same answers and have the same rows.
// The package has nothing but tests.
package models
