// Package e2e holds stories of whole processes: the program is built, started as a user starts it, spoken to over GraphQL
// and killed. Nothing here imports the program's own rooms.
package e2e
