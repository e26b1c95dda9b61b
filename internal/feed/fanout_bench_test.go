package feed_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
)

// BenchmarkFanOut measures from a commit until the event has reached every subscriber of the venue.
func BenchmarkFanOut(b *testing.B) {
	for _, subscribers := range []int{1, 2000} {
		b.Run(fmt.Sprintf("subscribers=%d", subscribers), func(b *testing.B) {
			h := housetest.New(b)
			n := startHouse(b, h, feed.Options{})
			streams := make([]*feed.Subscription, subscribers)
			for i := range streams {
				streams[i] = subscribe(b, h, n, feed.Topic{})
				nextIs(b, streams[i], feed.Snapshot)
			}
			took := make([]time.Duration, 0, 1000)
			for b.Loop() {
				w := begin(b, h)
				f := w.state(fact{uuid.New(), 1})
				w.commit()
				committed := time.Now()
				n.Wake(h.Tenant)
				for _, s := range streams {
					m, err := s.Next(b.Context())
					if err != nil || m.Event == nil || m.Event.EntityID != f.id {
						require.FailNow(b, "another message")
					}
				}
				took = append(took, time.Since(committed))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}
