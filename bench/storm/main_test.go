package main

import (
	"os"
	"testing"

	"github.com/slotq/slotq/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
