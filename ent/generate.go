// Package ent holds the tables (schema/) and, generated from them, the client (db/).
package ent

//go:generate go tool ent generate --target ./db --feature sql/lock,sql/execquery,sql/versioned-migration ./schema
