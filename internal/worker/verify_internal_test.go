package worker

import (
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"
)

// TestAFailedRoundIsRepeatedSoon: the queue's own patience grows to hours, and no round is added while one waits.
func TestAFailedRoundIsRepeatedSoon(t *testing.T) {
	t.Parallel()
	for _, attempt := range []int{1, 10, 24} {
		next := (&verify{}).NextRetry(&river.Job[verifyArgs]{JobRow: &rivertype.JobRow{Attempt: attempt}})
		require.WithinDuration(t, time.Now().Add(time.Minute), next, 30*time.Second)
	}
}
