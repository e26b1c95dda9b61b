package loadtest_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain also demands that no run leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
