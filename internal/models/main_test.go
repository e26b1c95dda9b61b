package models_test

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/slotq/slotq/internal/pgtest"
)

// TestMain keeps the tests short; -rapid.checks and -rapid.steps make them longer.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.checks": "25", "rapid.steps": "50"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(pgtest.Main(m))
}

var ctx = context.Background()
