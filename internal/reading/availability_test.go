package reading_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
)

// around asks for every slot from yesterday to two months ahead.
func around(h *house, venue uuid.UUID, party int, unbookable bool) reading.AvailabilityQuery {
	day := calendar.DateOf(time.UTC, h.now)
	return reading.AvailabilityQuery{VenueID: venue, From: day.AddDays(-1), To: day.AddDays(60), PartySize: party, IncludeUnbookable: unbookable}
}

func TestAvailabilityDates(t *testing.T) {
	t.Parallel()
	h := newHouse(t)

	for _, c := range []struct {
		zone  string
		date  string
		first string // the first hour of the date, in UTC
		hours int
	}{
		{"Europe/Berlin", "2031-03-29", "2031-03-28T23:00:00Z", 24},
		{"Europe/Berlin", "2031-03-30", "2031-03-29T23:00:00Z", 23},
		{"Europe/Berlin", "2031-10-26", "2031-10-25T22:00:00Z", 25},
		{"America/Santiago", "2031-09-07", "2031-09-07T04:00:00Z", 23}, // midnight is skipped
		{"Asia/Kathmandu", "2031-05-05", "2031-05-04T18:15:00Z", 24},
	} {
		t.Run(fmt.Sprintf("%s in %s has %d hours", c.date, c.zone, c.hours), func(t *testing.T) {
			venue := h.venue(c.zone)
			table := h.table(venue)
			first, err := time.Parse(time.RFC3339, c.first)
			require.NoError(t, err)
			var want []uuid.UUID
			for hour := -3; hour < c.hours+3; hour++ {
				slot := h.slot(table, first.Add(time.Duration(hour)*time.Hour))
				if hour >= 0 && hour < c.hours {
					want = append(want, slot)
				}
			}
			date, err := calendar.ParseDate(c.date)
			require.NoError(t, err)
			got, err := ids(h.reader.Availability(t.Context(), h.staff, reading.AvailabilityQuery{VenueID: venue, From: date, To: date, PartySize: 1, IncludeUnbookable: true}, whole))
			require.NoError(t, err)
			require.Equal(t, want, got.Nodes)
		})
	}

	venue := h.venue("UTC")
	date := calendar.NewDate(2031, 1, 1)
	t.Run("a range has at most 62 days and doesn't run backwards", func(t *testing.T) {
		for _, c := range []struct {
			to calendar.Date
			ok bool
		}{{date, true}, {date.AddDays(61), true}, {date.AddDays(62), false}, {date.AddDays(-1), false}} {
			_, err := h.reader.Availability(t.Context(), h.staff, reading.AvailabilityQuery{VenueID: venue, From: date, To: c.to, PartySize: 1}, whole)
			if c.ok {
				require.NoError(t, err)
				continue
			}
			requireInvalid(t, err, "to")
		}
	})
	t.Run("the ends of the calendar are dates like any other", func(t *testing.T) {
		for _, date := range []calendar.Date{calendar.NewDate(1, 1, 1), calendar.NewDate(9999, 12, 31)} {
			for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Niue"} {
				got, err := h.reader.Availability(t.Context(), h.staff, reading.AvailabilityQuery{VenueID: h.venue(zone), From: date, To: date, PartySize: 1, IncludeUnbookable: true}, whole)
				require.NoError(t, err)
				require.Empty(t, got.Nodes)
			}
		}
	})
}

func TestBlockers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	soon := h.now.Add(26 * time.Hour)
	far := func(r *policy.Rules) { r.LeadTime, r.BookingHorizon = 2*time.Hour, 48*time.Hour }

	type scene struct {
		name      string
		party     int
		remaining int
		want      []problem.Code
		slot      func(venue uuid.UUID) uuid.UUID
	}
	table := func(at time.Time) func(uuid.UUID) uuid.UUID {
		return func(venue uuid.UUID) uuid.UUID { return h.slot(h.table(venue), at) }
	}
	for _, s := range []scene{
		{"a free table can be booked", 2, 1, nil, table(soon)},
		{"nobody is too few", 0, 1, []problem.Code{problem.PartyTooSmall}, table(soon)},
		{"less than nobody is too few", -4, 1, []problem.Code{problem.PartyTooSmall}, table(soon)},
		{"a party below the minimum is too small", 2, 1, []problem.Code{problem.PartyTooSmall}, func(venue uuid.UUID) uuid.UUID {
			return h.slot(h.resource(venue, inventory.Exclusive, 1, 3, 4), soon)
		}},
		{"a party above the maximum is too large", 7, 1, []problem.Code{problem.PartyTooLarge}, table(soon)},
		{"a huge party is too large and finds no room", 1 << 30, 4, []problem.Code{problem.PartyTooLarge, problem.CapacityExceeded}, func(venue uuid.UUID) uuid.UUID {
			return h.slot(h.room(venue, 4), soon)
		}},
		{"a closed resource is closed", 2, 1, []problem.Code{problem.ResourceClosed}, func(venue uuid.UUID) uuid.UUID {
			table := h.table(venue)
			h.exec(`UPDATE resources SET active = false WHERE id = $1`, table)
			return h.slot(table, soon)
		}},
		{"what has begun is outside the window", 2, 1, []problem.Code{problem.OutsideBookingWindow}, table(h.now.Add(-time.Minute))},
		{"what is inside the lead time is outside the window", 2, 1, []problem.Code{problem.OutsideBookingWindow}, table(h.now.Add(2 * time.Hour))},
		{"what is past the horizon is outside the window", 2, 1, []problem.Code{problem.OutsideBookingWindow}, table(h.now.Add(49 * time.Hour))},
		{"a held table is taken", 2, 0, []problem.Code{problem.SlotOccupied}, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.book(booking{}, slot)
			return slot
		}},
		{"a cancelled table is free", 2, 1, nil, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.book(booking{status: reservation.Cancelled}, slot)
			return slot
		}},
		{"a lapsed hold that nobody has released is free", 2, 1, nil, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.book(booking{expiresAt: h.now.Add(-time.Second)}, slot)
			return slot
		}},
		{"an old deadline of a confirmed reservation frees nothing", 2, 0, []problem.Code{problem.SlotOccupied}, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.book(booking{expiresAt: h.now.Add(-time.Second), status: reservation.Confirmed}, slot)
			return slot
		}},
		{"a room with too few seats is full for the party", 3, 2, []problem.Code{problem.CapacityExceeded}, func(venue uuid.UUID) uuid.UUID {
			slot := h.slot(h.room(venue, 6), soon)
			h.book(booking{party: 4}, slot)
			return slot
		}},
		{"a room with just enough seats is not", 2, 2, nil, func(venue uuid.UUID) uuid.UUID {
			slot := h.slot(h.room(venue, 6), soon)
			h.book(booking{party: 4}, slot)
			return slot
		}},
		{"lapsed seats are counted", 5, 5, nil, func(venue uuid.UUID) uuid.UUID {
			slot := h.slot(h.room(venue, 6), soon)
			h.book(booking{party: 1}, slot)
			h.book(booking{party: 3, expiresAt: h.now.Add(-time.Second)}, slot)
			return slot
		}},
		{"a free table is due to who waits for it", 2, 1, []problem.Code{problem.SlotOccupied}, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.join(venue, wish{party: 2, from: soon, to: soon.Add(time.Hour)})
			return slot
		}},
		{"free seats are due to who waits for them", 1, 6, []problem.Code{problem.CapacityExceeded}, func(venue uuid.UUID) uuid.UUID {
			slot := h.slot(h.room(venue, 6), soon)
			h.join(venue, wish{party: 5, from: soon, to: soon.Add(time.Hour)})
			return slot
		}},
		{"a table whose hold lapsed is due to who waits for it", 2, 1, []problem.Code{problem.SlotOccupied}, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.book(booking{expiresAt: h.now.Add(-time.Second)}, slot)
			h.join(venue, wish{party: 2, from: soon, to: soon.Add(time.Hour)})
			return slot
		}},
		{"an entry that the seats can't serve blocks nobody", 2, 2, nil, func(venue uuid.UUID) uuid.UUID {
			slot := h.slot(h.room(venue, 6), soon)
			h.book(booking{party: 4}, slot)
			h.join(venue, wish{party: 5, from: soon, to: soon.Add(time.Hour)})
			return slot
		}},
		{"an entry for another time blocks nobody", 2, 1, nil, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			h.join(venue, wish{party: 2, from: soon.Add(time.Minute), to: soon.Add(3 * time.Hour)})
			h.join(venue, wish{party: 2, from: soon.Add(-time.Hour), to: soon.Add(59 * time.Minute)})
			return slot
		}},
		{"an entry that was offered the table before blocks nobody", 2, 1, nil, func(venue uuid.UUID) uuid.UUID {
			slot := table(soon)(venue)
			entry := h.join(venue, wish{party: 2, from: soon, to: soon.Add(time.Hour)})
			h.offer(entry, slot, proposal{expiresAt: h.now.Add(-time.Second)})
			h.exec(`UPDATE waitlist_entries SET status = 'WAITING', version = version + 1 WHERE id = $1`, entry)
			return slot
		}},
	} {
		t.Run(s.name, func(t *testing.T) {
			venue := h.venue("UTC", far)
			slot := s.slot(venue)
			all, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, s.party, true), whole)
			require.NoError(t, err)
			require.Len(t, all.Nodes, 1)
			got := all.Nodes[0]
			require.Equal(t, slot, got.ID)
			require.Equal(t, s.remaining, got.Remaining())
			require.Equal(t, append([]problem.Code{}, s.want...), got.Blockers())
			require.Equal(t, len(s.want) == 0, got.Bookable())

			bookable, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, s.party, false), whole)
			require.NoError(t, err)
			require.Len(t, bookable.Nodes, map[bool]int{true: 1, false: 0}[len(s.want) == 0])
		})
	}
	t.Run("a venue that promotes nobody owes nobody", func(t *testing.T) {
		venue := h.venue("UTC", func(r *policy.Rules) { r.AutoPromote = false })
		h.slot(h.table(venue), soon)
		h.join(venue, wish{party: 2, from: soon, to: soon.Add(time.Hour)})
		c, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, 2, false), whole)
		require.NoError(t, err)
		require.Len(t, c.Nodes, 1)
	})
	t.Run("a venue without active rules sells nothing", func(t *testing.T) {
		venue := uuid.New()
		h.exec(`INSERT INTO venues (id, tenant_id, code, name, time_zone, created_at) VALUES ($1, $2, 'bare', 'Bare', 'UTC', now())`, venue, h.tenant)
		slot := h.slot(h.table(venue), soon)
		c, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, 2, true), whole)
		require.NoError(t, err)
		require.Equal(t, []problem.Code{problem.OutsideBookingWindow}, c.Nodes[0].Blockers())
		byID, err := h.reader.SlotsByID(t.Context(), h.staff, []uuid.UUID{slot})
		require.NoError(t, err)
		require.Equal(t, []problem.Code{problem.OutsideBookingWindow}, byID[slot].Blockers())
	})
	t.Run("slots by id speak of the smallest party, each by the rules of its venue", func(t *testing.T) {
		near, wide := h.venue("UTC", far), h.venue("UTC")
		small := h.slot(h.resource(near, inventory.Pooled, 8, 3, 4), soon)
		tooFar := h.slot(h.table(near), h.now.Add(72*time.Hour))
		fine := h.slot(h.table(wide), h.now.Add(72*time.Hour))
		h.book(booking{party: 4}, small)
		byID, err := h.reader.SlotsByID(t.Context(), h.staff, []uuid.UUID{small, tooFar, fine, uuid.New()})
		require.NoError(t, err)
		require.Len(t, byID, 3)
		require.Equal(t, 3, byID[small].Party)
		require.Equal(t, 4, byID[small].Remaining())
		require.True(t, byID[small].Bookable())
		require.Equal(t, []problem.Code{problem.OutsideBookingWindow}, byID[tooFar].Blockers())
		require.True(t, byID[fine].Bookable())
	})
}

func TestAvailabilityBehindManySlotsThatAreDue(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start := h.now.Add(24 * time.Hour).Truncate(time.Hour)
	hour := func(n int) time.Time { return start.Add(time.Duration(n) * time.Hour) }
	// The first reads find nothing that may be shown; later ones leave out what is plainly due, and no more than that.
	table, room := h.table(venue), h.room(venue, 4)
	for i := range 40 {
		h.slot(table, hour(i))
	}
	wanted := h.join(venue, wish{from: start, to: hour(60), resource: &table})
	h.join(venue, wish{party: 3, from: start, to: hour(60), resource: &room})
	var want []uuid.UUID
	for i := range 3 { // offered before to the only one who waits
		slot := h.slot(table, hour(40+i))
		h.exec(`INSERT INTO selections (id, tenant_id, venue_id, slot_id, entry_id, policy_version_id, policy_digest, considered, skipped, override, generation, created_at)
			SELECT gen_random_uuid(), s.tenant_id, s.venue_id, s.id, $1, p.id, 'digest', 1, '[]', false, 1, now()
			FROM slots s JOIN policy_versions p ON p.venue_id = s.venue_id WHERE s.id = $2`, wanted, slot)
		want = append(want, slot)
	}
	for i := range 3 { // too few seats for who waits for the room
		slot := h.slot(room, hour(44+i))
		h.book(booking{party: 2}, slot)
		want = append(want, slot)
	}
	h.slot(room, hour(48)) // enough seats: due
	want = append(want, h.slot(table, hour(60)))
	list := pages{"bookable", bookable(h, 1)}
	for _, first := range []int{1, 2, 3, 7, 8} {
		require.Equal(t, want, walk(t, h, list, h.staff, venue, first, func(int) {}), "pages of %d", first)
	}
}

func TestAvailabilityShowsExactlyWhatTheEvaluatorAllows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	random := rand.New(rand.NewPCG(7, 11)) //nolint:gosec // a reproducible choice of scenes
	for scene := range 6 {
		venue := h.venue("UTC", func(r *policy.Rules) {
			r.LeadTime, r.BookingHorizon = time.Duration(random.IntN(5))*time.Hour, time.Duration(8+random.IntN(20))*time.Hour
			if scene%2 == 1 {
				r.WaitlistFit = policy.BestFitWithSkipLimit
			}
		})
		resources := make([]uuid.UUID, 4)
		for i := range resources {
			resource := h.resource(venue, inventory.Pooled, 4, 1+random.IntN(2), 2+random.IntN(4))
			if random.IntN(2) == 0 {
				resource = h.table(venue)
			}
			resources[i] = resource
			for hour := range 10 {
				slot := h.slot(resource, h.now.Add(time.Duration(3*hour-2)*time.Hour))
				if random.IntN(3) == 0 {
					h.book(booking{expiresAt: h.now.Add(time.Duration(random.IntN(3)-1) * time.Minute)}, slot)
				}
			}
			if random.IntN(4) == 0 {
				h.exec(`UPDATE resources SET active = false WHERE id = $1`, resource)
			}
		}
		for range random.IntN(6) {
			from := h.now.Add(time.Duration(random.IntN(20)) * time.Hour)
			w := wish{party: 1 + random.IntN(5), from: from, to: from.Add(time.Duration(2+random.IntN(9)) * time.Hour), passedOver: random.IntN(5)}
			if random.IntN(3) == 0 {
				w.resource = &resources[random.IntN(len(resources))]
			}
			entry := h.join(venue, w)
			if random.IntN(2) == 0 { // offered once before, and waiting again
				h.offer(entry, h.slot(h.table(venue), h.now.Add(100*24*time.Hour)), proposal{})
				h.exec(`UPDATE waitlist_entries SET status = 'WAITING', version = version + 1 WHERE id = $1`, entry)
				h.exec(`INSERT INTO selections (id, tenant_id, venue_id, slot_id, entry_id, policy_version_id, policy_digest, considered, skipped, override, generation, created_at)
					SELECT gen_random_uuid(), s.tenant_id, s.venue_id, s.id, $1, p.id, 'digest', 1, '[]', s.starts_at < $2, 1, now()
					FROM slots s JOIN policy_versions p ON p.venue_id = s.venue_id WHERE s.resource_id = $3 AND NOT EXISTS (SELECT FROM selections x WHERE x.slot_id = s.id)`,
					entry, h.now.Add(9*time.Hour), resources[random.IntN(len(resources))])
			}
		}
		for party := range 7 {
			all, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, party, true), whole)
			require.NoError(t, err)
			require.Len(t, all.Nodes, 40)
			var want []uuid.UUID
			for _, slot := range all.Nodes {
				if slot.Bookable() {
					want = append(want, slot.ID)
				}
			}
			got := walk(t, h, pages{"bookable", bookable(h, party)}, h.staff, venue, 4, func(int) {})
			require.Equal(t, want, got, "scene %d, party of %d", scene, party)
		}
	}
}
