package store_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

var update = flag.Bool("update", false, "write the plans down as they are now: go test ./internal/store -run TestPlans -update")

// TestPlans runs what is done often in a house with a past, takes the statements from the wire as they pass, and asks the server
// how it would carry each out: as the application, behind the walls between tenants, by the plan that is kept whatever the
// arguments. A plan may not read what grows from end to end, and any change of a plan shows in a file.
func TestPlans(t *testing.T) {
	t.Parallel()
	h := settle(t)
	must := housetest.Must(t)
	for _, c := range h.deeds(must) {
		t.Run(c.name, func(t *testing.T) { // one after another: a later one finds what an earlier one left
			if c.before != nil {
				c.before()
			}
			wire, pool := housetest.NewWire(t, h.DB)
			c.deed(housekeeping{pool: pool, desk: booking.NewDesk(store.NewDatabase(pool), func(uuid.UUID) {}, slog.New(slog.DiscardHandler)), reader: reading.New(store.NewReads(pool))})
			plans := h.plansOf(t, wire.Statements())
			require.NotEmpty(t, plans, "nothing was asked")
			h.judge(t, c.name, plans)
			compare(t, h.major, c.name, plans)
		})
	}
}

// allowance is what some deeds may cost although it is a flaw, and why that does no harm.
type allowance struct {
	flaw, reason string
	deeds        []string
}

var allowances = []allowance{
	{"index reservation_expires_at for all tenants", "it holds what has lapsed and is not swept yet; that is swept every second", []string{"hold", "promotion", "lapse", "day-listing"}},
	{"index x_attempts_undo for all tenants", "it holds what could not be undone and waits for a person: few", []string{"action-queue"}},
}

// allowed are the flaws that a deed may have.
func allowed(deed string) map[string]bool {
	all := map[string]bool{}
	for _, a := range allowances {
		if slices.Contains(a.deeds, deed) {
			all[a.flaw] = true
		}
	}
	return all
}

// judge demands that no plan of a deed reads what grows from end to end, and that no allowance outlives its plan.
func (h *settled) judge(t *testing.T, name string, plans []plan) {
	t.Helper()
	var wrong []string
	may, met := allowed(name), map[string]bool{}
	for _, p := range plans {
		for _, flaw := range h.flaws(p) {
			met[flaw] = true
			if !may[flaw] {
				wrong = append(wrong, fmt.Sprintf("%s in\n%s\n\n%s\n", flaw, p.statement, p.plan))
			}
		}
	}
	for flaw := range may {
		if !met[flaw] {
			wrong = append(wrong, "no plan needs this allowance any more: "+flaw)
		}
	}
	require.Empty(t, strings.Join(wrong, "\n"))
}

// housekeeping is what a deed is done with: all over one line, on which the statements are seen.
type housekeeping struct {
	pool   *postgres.DB
	desk   *booking.Desk
	reader *reading.Reader
}

// deed is done often, and must cost the same when there is much behind it.
type deed struct {
	name   string
	before func()
	deed   func(housekeeping)
}

// lookUpTogether asks all that only a group of commands asks: of several at once.
func (h *settled) lookUpTogether(pool *postgres.DB, by actor.Actor, held uuid.UUID) {
	ctx, t, ids := h.t.Context(), h.t, []uuid.UUID{held, uuid.New()}
	keys := []command.Digest{command.KeyDigest(h.Key()), command.KeyDigest(h.Key())}
	require.NoError(t, store.NewDatabase(pool).Group(ctx, h.Tenant, []int64{1, 2}, func(ctx context.Context, tx booking.GroupTx, _ []bool) error {
		rows, err := tx.Records(ctx, []uuid.UUID{by.PrincipalID, by.PrincipalID}, keys)
		require.Empty(t, rows)
		_, reservations := tx.Reservations(ctx, ids)
		_, allocations := tx.AllocationsOf(ctx, ids)
		_, versions := tx.PolicyVersions(ctx, []uuid.UUID{h.Policy, uuid.New()})
		_, offers := tx.Offers(ctx, ids)
		_, customers := tx.LockCustomers(ctx, []uuid.UUID{*by.CustomerID, uuid.New()})
		_, active := tx.ActiveReservationsOf(ctx, []uuid.UUID{*by.CustomerID, uuid.New()}, time.Now())
		return errors.Join(err, reservations, allocations, versions, offers, customers, active)
	}))
}

// deeds are those whose statements are hot.
func (h *settled) deeds(must func(command.Result, error) command.Result) []deed {
	ctx, t := h.t.Context(), h.t
	guest, owner := h.Guest("Gil"), h.Guest("Hana")
	var held, offer, wanted uuid.UUID
	on := func(id uuid.UUID, version int) booking.ReservationCommand {
		return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: h.Key()}
	}
	hold := func(desk *booking.Desk, by actor.Actor, slot uuid.UUID) uuid.UUID {
		return housetest.ID(t, must(desk.HoldSlot(ctx, by, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Key: h.Key()}, "test")), ref.Reservation)
	}
	join := func(desk *booking.Desk) {
		in := booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, Key: h.Key()}
		h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{wanted}, &in.From, &in.To)
		must(desk.JoinWaitlist(ctx, owner, in, "test"))
	}
	feed := func(k housekeeping) *store.FeedLog { return store.NewFeedLog(k.pool) }
	seoul, err := time.LoadLocation("Asia/Seoul")
	require.NoError(t, err)
	from, to := calendar.DateOf(seoul, time.Now().Add(29*time.Hour)), calendar.DateOf(seoul, time.Now().Add(31*time.Hour)) // what Evening makes, at any hour
	return []deed{
		{"hold", nil, func(k housekeeping) { held = hold(k.desk, guest, h.Evening()) }},
		{"group", nil, func(k housekeeping) { h.lookUpTogether(k.pool, guest, held) }},
		{"confirm", nil, func(k housekeeping) { must(k.desk.ConfirmReservation(ctx, guest, on(held, 1), "test")) }},
		{"cancel", nil, func(k housekeeping) { must(k.desk.CancelReservation(ctx, guest, on(held, 2), "OTHER", "test")) }},
		{"join", func() {
			wanted = h.Evening()
			held = hold(h.Desk, guest, wanted)
		}, func(k housekeeping) { join(k.desk) }},
		{"promotion", func() { must(h.Desk.CancelReservation(ctx, guest, on(held, 1), "OTHER", "test")) }, func(k housekeeping) {
			offers, err := k.desk.DrainVacancies(ctx, h.Tenant)
			require.NoError(t, err)
			require.Equal(t, 1, offers)
		}},
		{"confirm-offer", func() { h.Scan(`SELECT id FROM offers WHERE customer_id = $1`, []any{owner.CustomerID}, &offer) }, func(k housekeeping) {
			must(k.desk.ConfirmOffer(ctx, h.Staff, booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, Source: "PHONE", Key: h.Key()}, "test"))
		}},
		{"lapse", func() { h.RunOut(hold(h.Desk, guest, h.Evening())) }, func(k housekeeping) {
			did, err := k.desk.CatchUp(ctx, h.Tenant)
			require.NoError(t, err)
			require.Positive(t, did)
		}},
		{"request", nil, func(k housekeeping) {
			in := booking.RequestReservation{SlotIDs: []string{ref.Encode(ref.Slot, h.tiedHouse.Evening())}, PartySize: 2, Key: h.Key()}
			r, err := k.desk.RequestReservation(ctx, guest, in, "test")
			require.NoError(t, err)
			require.Equal(t, command.Accepted, r.Outcome, "%v", r.Problem)
		}},
		{"number-events", nil, func(k housekeeping) {
			grown, _, err := feed(k).Number(ctx, h.Tenant)
			require.NoError(t, err)
			require.NotEmpty(t, grown)
		}},
		{"seal-audit", nil, func(k housekeeping) {
			_, err := feed(k).Seal(ctx, h.Tenant)
			require.NoError(t, err)
		}},
		{"find-work", nil, func(k housekeeping) {
			_, err := feed(k).Pending(ctx)
			require.NoError(t, err)
		}},
		{"feed-page", nil, func(k housekeeping) {
			page, err := feed(k).Page(ctx, h.Tenant, h.Venue, 5000, 100)
			require.NoError(t, err)
			require.Len(t, page, 100)
		}},
		{"day-listing", nil, func(k housekeeping) {
			page, err := k.reader.Availability(ctx, h.Staff, reading.AvailabilityQuery{VenueID: h.Venue, From: from, To: to, PartySize: 2}, reading.Page{First: 50})
			require.NoError(t, err)
			require.NotEmpty(t, page.Nodes)
		}},
		{"reservations-page", nil, func(k housekeeping) {
			page, err := k.reader.Reservations(ctx, h.Staff, h.Venue, reading.ReservationFilter{}, reading.Page{First: 50})
			require.NoError(t, err)
			require.Len(t, page.Nodes, 50)
		}},
		{"customers-reservations-page", nil, func(k housekeeping) {
			_, err := k.reader.Reservations(ctx, guest, h.Venue, reading.ReservationFilter{}, reading.Page{First: 50})
			require.NoError(t, err)
		}},
		{"waitlist-page", nil, func(k housekeeping) {
			_, err := k.reader.Entries(ctx, h.Staff, h.Venue, nil, reading.Page{First: 50})
			require.NoError(t, err)
		}},
		{"action-queue", nil, func(k housekeeping) {
			_, err := k.reader.ActionQueue(ctx, h.Staff, h.Venue, nil, reading.Page{First: 50})
			require.NoError(t, err)
		}},
	}
}

// compare holds plans against the file of a deed. Another version of PostgreSQL words and weighs plans otherwise; what it may not
// read from end to end is judged there too.
func compare(t *testing.T, major int, name string, plans []plan) {
	t.Helper()
	var text strings.Builder
	for _, p := range plans {
		fmt.Fprintf(&text, "-- %s\n%s\n\n", p.brief(), p.plan)
	}
	path := filepath.Join("testdata", "plans", name+".txt")
	if *update {
		require.Equal(t, keptOf, major, "the plans are kept as this version of PostgreSQL makes them")
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	}
	if major != keptOf {
		return
	}
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, ways(string(kept)), ways(text.String()), "plans have changed; if they are meant to: go test ./internal/store -run TestPlans -update")
}

var (
	scans   = regexp.MustCompile(`(?m)^-- .*|(?:Seq|Index|Index Only|Bitmap Heap) Scan (?:Backward )?(?:using \S+ )?on \w+`)
	byIndex = regexp.MustCompile(`(?:Index|Index Only|Bitmap Heap) Scan (?:Backward )?(?:using \S+ )?on`)
)

// ways are how the statements of plans get at their rows, in no order: each table from end to end, or by an index. Which of two
// indexes is taken, where both know enough to be no flaw, and which of two single rows is read first costs about the same, and the
// planner chooses now this, now that, by a sample of rows.
func ways(plans string) []string {
	var all []string
	statement := ""
	for _, found := range scans.FindAllString(plans, -1) {
		if strings.HasPrefix(found, "-- ") {
			statement = found
			continue
		}
		all = append(all, statement+": "+byIndex.ReplaceAllString(found, "by index on"))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// keptOf is the version of PostgreSQL whose plans are kept.
const keptOf = 15

// settled is a house with a past.
type settled struct {
	lived
	tiedHouse *housetest.House
	major     int
	partial   map[string]bool // indexes that leave out what is over
}

// settle furnishes a house and copies what stands in it until the planner takes an index for shorter than a table. All is the same in
// each run, and no table has more rows than the server looks at for its statistics.
func settle(t *testing.T) *settled {
	t.Helper()
	db := pgtest.New(t)
	h := &settled{lived: furnish(t, db), partial: map[string]bool{}}
	h.tiedHouse = h.SecondVenue()
	h.tiedHouse.Tie("library", housetest.Usual())
	h.fillPast(t, pgtest.Admin(t, db))
	return h
}
