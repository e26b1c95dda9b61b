// Command render writes docs/states.md.
package main

import (
	"log"
	"os"

	"github.com/slotq/slotq/internal/statechart"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: render FILE")
	}
	if err := os.WriteFile(os.Args[1], []byte(statechart.Page()), 0o644); err != nil { //nolint:gosec // a page for everybody
		log.Fatal(err)
	}
}
