package reading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/waitlist"
)

// waiters are a waitlist whose past is made.
type waiters struct {
	*reported
	table uuid.UUID
	slots int
}

// joins adds an entry that joined at a moment, in a state.
func (q *waiters) joins(at time.Time, status waitlist.EntryStatus) uuid.UUID {
	q.t.Helper()
	id := q.join(q.venue, wish{from: q.now.Add(time.Hour), to: q.now.Add(1000 * time.Hour)})
	q.past(`UPDATE waitlist_entries SET created_at = $2, joined_at = $2 WHERE id = $1`, id, at)
	if status != waitlist.Waiting {
		q.exec(`UPDATE waitlist_entries SET status = $2, version = version + 1 WHERE id = $1`, id, string(status))
	}
	return id
}

// offers makes an offer to an entry so long after it joined; it ends so in a state, or stays open.
func (q *waiters) offers(entry uuid.UUID, after time.Duration, status waitlist.OfferStatus, answer time.Duration) uuid.UUID {
	q.t.Helper()
	q.slots++
	made := q.offer(entry, q.lasting(q.table, q.now.Add(time.Duration(q.slots)*time.Hour), time.Hour), proposal{})
	q.past(`UPDATE offers o SET created_at = e.created_at + $2 * interval '1 microsecond' FROM waitlist_entries e WHERE o.id = $1 AND e.id = o.entry_id`, made.offer, after.Microseconds())
	if status != waitlist.OfferOpen {
		q.exec(`UPDATE offers SET status = $2, decided_at = created_at + $3 * interval '1 microsecond', version = version + 1 WHERE id = $1`, made.offer, string(status), answer.Microseconds())
	}
	return made.offer
}

func (q *waiters) becomes(entry uuid.UUID, status waitlist.EntryStatus) {
	q.t.Helper()
	q.exec(`UPDATE waitlist_entries SET status = $2, version = version + 1 WHERE id = $1`, entry, string(status))
}

func minutesOf(count, p50, p90, p99, longest int) *reading.Latency {
	of := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	return &reading.Latency{Count: count, P50: of(p50), P90: of(p90), P99: of(p99), Max: of(longest)}
}

func TestReportedWaits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	r := h.reported("Asia/Seoul")
	q := &waiters{reported: r, table: r.table(r.venue)}
	day := calendar.DateOf(r.zone, r.now).AddDays(-10)
	begins, ends := calendar.DayBounds(r.zone, day)
	noon := begins.Add(12 * time.Hour)

	require.Equal(t, reading.WaitReport{}, r.report(day, day).Waits)
	require.Equal(t, reading.OfferReport{}, r.report(day, day).Offers)
	require.Nil(t, r.report(day, day).Promotion)

	// Ten who are offered something after one to ten minutes, and answer in twice the time.
	for n := 1; n <= 10; n++ {
		entry := q.joins(noon, waitlist.Waiting)
		status, goes := waitlist.OfferAccepted, waitlist.Fulfilled
		if n%2 == 0 {
			status, goes = waitlist.OfferDeclined, waitlist.EntryDeclined
		}
		wait := time.Duration(n) * time.Minute
		offer := q.offers(entry, wait, status, 2*wait)
		q.becomes(entry, goes)
		freed := noon.Add(wait / 2)
		if n == 10 { // long before anybody waited
			freed = noon.Add(-time.Hour)
		}
		if n > 2 {
			q.past(`UPDATE selections x SET freed_at = $2 FROM offers o WHERE o.id = $1 AND x.id = o.selection_id`, offer, freed)
		}
	}
	// Others, at both ends of the day and beyond.
	q.joins(begins, waitlist.EntryCancelled)
	q.joins(ends.Add(-time.Microsecond), waitlist.EntryExpired)
	q.joins(begins.Add(-time.Microsecond), waitlist.Waiting)
	q.joins(ends, waitlist.Waiting)
	q.joins(noon, waitlist.Waiting)
	over := q.joins(noon, waitlist.Waiting)
	q.past(`UPDATE waitlist_entries SET from_at = $2, to_at = $3 WHERE id = $1`, over, noon, noon.Add(time.Hour))
	// One whose offer is open, one whose offer lapsed and nobody has recorded it, one that was offered twice.
	q.offers(q.joins(noon, waitlist.Waiting), 20*time.Minute, waitlist.OfferOpen, 0)
	lapsed := q.offers(q.joins(noon, waitlist.Waiting), 20*time.Minute, waitlist.OfferOpen, 0)
	q.past(`UPDATE offers SET expires_at = $2 WHERE id = $1`, lapsed, noon.Add(time.Hour))
	q.past(`UPDATE waitlist_entries SET offer_expires_at = $2 WHERE offer_id = $1`, lapsed, noon.Add(time.Hour))
	twice := q.joins(noon, waitlist.Waiting)
	q.offers(twice, 20*time.Minute, waitlist.OfferWithdrawn, 25*time.Minute)
	q.becomes(twice, waitlist.Waiting)
	q.offers(twice, 13*time.Hour, waitlist.OfferExpired, 14*time.Hour) // the day after
	q.becomes(twice, waitlist.Waiting)
	q.past(`UPDATE waitlist_entries SET joined_at = $2 WHERE id = $1`, twice, r.now) // at the end of the queue

	report := r.report(day, day)
	require.Equal(t, reading.WaitReport{
		Joined: 17, Offered: 13, Fulfilled: 5, Left: 1, Lapsed: 5 + 1 + 1 + 1, Open: 3, UntilOffer: minutesOf(13, 7, 20, 20, 20),
	}, report.Waits)
	require.Equal(t, report.Waits.Joined, report.Waits.Fulfilled+report.Waits.Left+report.Waits.Lapsed+report.Waits.Open)
	require.Equal(t, reading.OfferReport{
		Made: 13, Accepted: 5, Declined: 5, Expired: 1, Withdrawn: 1, Open: 1, UntilAnswer: minutesOf(10, 10, 18, 20, 20),
	}, report.Offers)
	// Half of three to nine minutes, and ten.
	require.Equal(t, &reading.Latency{Count: 8, P50: 3 * time.Minute, P90: 10 * time.Minute, P99: 10 * time.Minute, Max: 10 * time.Minute}, report.Promotion)

	next := r.report(day.AddDays(1), day.AddDays(1))
	require.Equal(t, 1, next.Waits.Joined)
	require.Equal(t, reading.OfferReport{Made: 1, Expired: 1}, next.Offers)
	require.Equal(t, 1, r.report(day.AddDays(-1), day.AddDays(-1)).Waits.Joined)
	require.Equal(t, 19, r.report(day.AddDays(-1), day.AddDays(1)).Waits.Joined)
}
