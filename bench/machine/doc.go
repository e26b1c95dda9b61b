// Package machine says under what circumstances figures were taken: which processor, which versions, which commit, how busy.
package machine
