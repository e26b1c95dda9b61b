package booking_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// feedOf asks for a feed with a fresh key; the venue is the house's.
func feedOf(h *housetest.House, by actor.Actor, in booking.IssueCalendarFeed) (booking.IssuedCalendarFeed, error) {
	if in.VenueID == "" {
		in.VenueID = ref.Encode(ref.Venue, h.Venue)
	}
	if in.Key == "" {
		in.Key = h.Key()
	}
	return h.Desk.IssueCalendarFeed(ctx, by, in, "test")
}

func resourceRef(id uuid.UUID) *string { text := ref.Encode(ref.Resource, id); return &text }

func customerRef(id uuid.UUID) *string { text := ref.Encode(ref.Customer, id); return &text }

func shutFeed(h *housetest.House, id uuid.UUID, version int) booking.RevokeCalendarFeed {
	return booking.RevokeCalendarFeed{FeedID: ref.Encode(ref.CalendarFeed, id), ExpectedVersion: version, Key: h.Key()}
}

func TestIssueCalendarFeed(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table, guest := h.Table(), h.Guest("Minji")
	details := ical.Details

	t.Run("the address is answered once, and only its digest is kept", func(t *testing.T) {
		in := booking.IssueCalendarFeed{ResourceID: resourceRef(table), Privacy: &details, Key: h.Key()}
		first, err := feedOf(h, h.Staff, in)
		id := housetest.ID(t, housetest.Must(t)(first.Result, err), ref.CalendarFeed)
		require.NotNil(t, first.Path)
		at, ok := ical.ParseAddress(*first.Path)
		require.True(t, ok)
		require.Equal(t, h.Tenant, at.Tenant)
		digest := at.Digest()
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM calendar_feeds WHERE id = $1 AND secret_digest = $2 AND resource_id = $3 AND customer_id IS NULL AND privacy = 'DETAILS' AND version = 1`,
			id, digest[:], table))

		again, err := feedOf(h, h.Staff, in)
		housetest.Must(t)(again.Result, err)
		require.True(t, again.Replayed)
		require.Equal(t, first.Refs, again.Refs)
		require.Nil(t, again.Path, "nobody knows it any more")
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM calendar_feeds WHERE resource_id = $1`, table))

		in.Privacy = nil
		other, err := feedOf(h, h.Staff, in)
		rejected(t, problem.IdempotencyMismatch)(other.Result, err)
		require.Nil(t, other.Path)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'feed.issued' AND entity = 'cf' AND entity_id = $1 AND entity_version = 1 AND customer_id IS NULL`, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'issueCalendarFeed' AND outcome = 'COMMITTED' AND subject = $1 AND venue_id = $2`, ref.Encode(ref.CalendarFeed, id), h.Venue))
	})
	t.Run("a customer gets its own, BUSY unless asked otherwise", func(t *testing.T) {
		for _, named := range []*string{nil, customerRef(*guest.CustomerID)} {
			made, err := feedOf(h, guest, booking.IssueCalendarFeed{CustomerID: named})
			id := housetest.ID(t, housetest.Must(t)(made.Result, err), ref.CalendarFeed)
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM calendar_feeds WHERE id = $1 AND customer_id = $2 AND resource_id IS NULL AND privacy = 'BUSY'`, id, *guest.CustomerID))
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'feed.issued' AND entity_id = $1 AND customer_id = $2`, id, *guest.CustomerID))
		}
	})
	t.Run("staff make one for any customer", func(t *testing.T) {
		made, err := feedOf(h, h.Staff, booking.IssueCalendarFeed{CustomerID: customerRef(*guest.CustomerID)})
		housetest.Must(t)(made.Result, err)
	})
}

func TestIssueCalendarFeedRefusals(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	other, foreign := h.SecondVenue(), housetest.In(t, h.DB)
	table, guest, somebody := h.Table(), h.Guest("Minji"), h.Guest("Jun")
	elsewhere, abroad := other.Table(), foreign.Table()
	limited := h.Staff
	limited.VenueIDs = []uuid.UUID{other.Venue}
	text, unknown := func(s string) *string { return &s }, ical.Privacy("ALL")

	for name, c := range map[string]struct {
		by   actor.Actor
		in   booking.IssueCalendarFeed
		code problem.Code
	}{
		"no such venue":                    {h.Staff, booking.IssueCalendarFeed{VenueID: ref.Encode(ref.Venue, uuid.New()), ResourceID: resourceRef(table)}, problem.ReferenceNotFound},
		"no venue at all":                  {h.Staff, booking.IssueCalendarFeed{VenueID: "x", ResourceID: resourceRef(table)}, problem.ReferenceNotFound},
		"a venue that isn't granted":       {limited, booking.IssueCalendarFeed{ResourceID: resourceRef(table)}, problem.ReferenceNotFound},
		"another tenant's venue":           {h.Staff, booking.IssueCalendarFeed{VenueID: ref.Encode(ref.Venue, foreign.Venue), ResourceID: resourceRef(abroad)}, problem.ReferenceNotFound},
		"another venue's resource":         {h.Staff, booking.IssueCalendarFeed{ResourceID: resourceRef(elsewhere)}, problem.ReferenceNotFound},
		"another tenant's resource":        {h.Staff, booking.IssueCalendarFeed{ResourceID: resourceRef(abroad)}, problem.ReferenceNotFound},
		"no resource":                      {h.Staff, booking.IssueCalendarFeed{ResourceID: text("rs_x")}, problem.ReferenceNotFound},
		"another tenant's customer":        {h.Staff, booking.IssueCalendarFeed{CustomerID: customerRef(*foreign.Guest("Ada").CustomerID)}, problem.ReferenceNotFound},
		"a customer asks for somebody":     {guest, booking.IssueCalendarFeed{CustomerID: customerRef(*somebody.CustomerID)}, problem.ReferenceNotFound},
		"a customer asks for a table":      {guest, booking.IssueCalendarFeed{ResourceID: resourceRef(table)}, problem.PolicyForbids},
		"a customer asks for no table":     {guest, booking.IssueCalendarFeed{ResourceID: resourceRef(uuid.New())}, problem.PolicyForbids},
		"a customer's key for other venue": {actor.Actor{TenantID: h.Tenant, PrincipalID: guest.PrincipalID, Role: actor.Customer, CustomerID: guest.CustomerID, VenueIDs: []uuid.UUID{other.Venue}}, booking.IssueCalendarFeed{}, problem.ReferenceNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			made, err := feedOf(h, c.by, c.in)
			rejected(t, c.code)(made.Result, err)
			require.Nil(t, made.Path)
		})
	}
	for name, c := range map[string]struct {
		by    actor.Actor
		in    booking.IssueCalendarFeed
		field string
	}{
		"both":               {h.Staff, booking.IssueCalendarFeed{ResourceID: resourceRef(table), CustomerID: customerRef(*guest.CustomerID)}, "customerId"},
		"neither":            {h.Staff, booking.IssueCalendarFeed{}, "resourceId"},
		"an unknown privacy": {guest, booking.IssueCalendarFeed{Privacy: &unknown}, "privacy"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := feedOf(h, c.by, c.in)
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, c.field, invalid.Field)
		})
	}
	t.Run("an agent has no calendars", func(t *testing.T) {
		_, err := feedOf(h, h.Person(actor.Agent, "Bot"), booking.IssueCalendarFeed{})
		require.ErrorIs(t, err, problem.ErrForbidden)
	})
	require.Zero(t, h.Count(`SELECT count(*) FROM calendar_feeds`))
	require.Zero(t, h.Count(`SELECT count(*) FROM events`))
}

func TestTwentyOpenFeeds(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest, table := h.Guest("Minji"), h.Table()
	for name, ask := range map[string]func() (booking.IssuedCalendarFeed, error){
		"of a customer": func() (booking.IssuedCalendarFeed, error) { return feedOf(h, guest, booking.IssueCalendarFeed{}) },
		"of a resource": func() (booking.IssuedCalendarFeed, error) {
			return feedOf(h, h.Staff, booking.IssueCalendarFeed{ResourceID: resourceRef(table)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			const callers = 24
			var asking sync.WaitGroup
			results, errs := make([]booking.IssuedCalendarFeed, callers), make([]error, callers)
			for i := range callers {
				asking.Go(func() { results[i], errs[i] = ask() })
			}
			asking.Wait()
			paths := map[string]bool{}
			var last uuid.UUID
			for i, r := range results {
				require.NoError(t, errs[i])
				if r.Outcome == command.Committed {
					require.NotNil(t, r.Path)
					paths[*r.Path], last = true, housetest.ID(t, r.Result, ref.CalendarFeed)
					continue
				}
				rejected(t, problem.PolicyForbids)(r.Result, nil)
			}
			require.Len(t, paths, 20, "all at once, and not one more")

			housetest.Must(t)(h.Desk.RevokeCalendarFeed(ctx, h.Staff, shutFeed(h, last, 1), "test"))
			more, err := ask()
			housetest.Must(t)(more.Result, err)
		})
	}
}

func TestRevokeCalendarFeed(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table, guest := h.Table(), h.Guest("Minji")
	issue := func(by actor.Actor, in booking.IssueCalendarFeed) uuid.UUID {
		made, err := feedOf(h, by, in)
		return housetest.ID(t, housetest.Must(t)(made.Result, err), ref.CalendarFeed)
	}

	t.Run("once, for good", func(t *testing.T) {
		id := issue(guest, booking.IssueCalendarFeed{})
		rejected(t, problem.VersionStale)(h.Desk.RevokeCalendarFeed(ctx, guest, shutFeed(h, id, 2), "test"))
		in := shutFeed(h, id, 1)
		housetest.Must(t)(h.Desk.RevokeCalendarFeed(ctx, guest, in, "test"))
		replay := housetest.Must(t)(h.Desk.RevokeCalendarFeed(ctx, guest, in, "test"))
		require.True(t, replay.Replayed)
		stale := rejected(t, problem.VersionStale)(h.Desk.RevokeCalendarFeed(ctx, guest, shutFeed(h, id, 1), "test"))
		require.Equal(t, 2, *stale.Problem.CurrentVersion)
		rejected(t, problem.IllegalTransition)(h.Desk.RevokeCalendarFeed(ctx, guest, shutFeed(h, id, 2), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM calendar_feeds WHERE id = $1 AND revoked_at IS NOT NULL AND version = 2`, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'feed.revoked' AND entity_id = $1 AND entity_version = 2 AND customer_id = $2`, id, *guest.CustomerID))
	})
	t.Run("ten at once shut it once", func(t *testing.T) {
		id := issue(h.Staff, booking.IssueCalendarFeed{ResourceID: resourceRef(table)})
		var asking sync.WaitGroup
		results, errs := make([]command.Result, 10), make([]error, 10)
		for i := range results {
			asking.Go(func() { results[i], errs[i] = h.Desk.RevokeCalendarFeed(ctx, h.Staff, shutFeed(h, id, 1), "test") })
		}
		asking.Wait()
		done := 0
		for i, r := range results {
			require.NoError(t, errs[i])
			if r.Outcome == command.Committed {
				done++
				continue
			}
			rejected(t, problem.VersionStale)(r, nil)
		}
		require.Equal(t, 1, done)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'feed.revoked' AND entity_id = $1`, id))
	})
	t.Run("only by those who may see it", func(t *testing.T) {
		ofTable, ofGuest := issue(h.Staff, booking.IssueCalendarFeed{ResourceID: resourceRef(table)}), issue(guest, booking.IssueCalendarFeed{})
		limited := h.Staff
		limited.VenueIDs = []uuid.UUID{h.SecondVenue().Venue}
		for name, c := range map[string]struct {
			by actor.Actor
			id uuid.UUID
		}{
			"a table's, by a customer": {guest, ofTable}, "a customer's, by another": {h.Guest("Jun"), ofGuest}, "by staff of another venue": {limited, ofGuest},
			"by another tenant": {housetest.In(t, h.DB).Admin, ofGuest}, "one that isn't": {h.Staff, uuid.New()},
		} {
			t.Run(name, func(t *testing.T) {
				rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeCalendarFeed(ctx, c.by, shutFeed(h, c.id, 1), "test"))
			})
		}
		housetest.Must(t)(h.Desk.RevokeCalendarFeed(ctx, h.Staff, shutFeed(h, ofGuest, 1), "test"))
	})
	t.Run("a version that can't be", func(t *testing.T) {
		_, err := h.Desk.RevokeCalendarFeed(ctx, h.Staff, shutFeed(h, uuid.New(), 0), "test")
		require.ErrorAs(t, err, new(*problem.Invalid))
	})
}
