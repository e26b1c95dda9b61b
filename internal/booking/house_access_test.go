package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// told lists the events about a thing, each with its version, in order.
func told(h *housetest.House, id uuid.UUID) (all string) {
	h.Scan(`SELECT coalesce(string_agg(kind || ' ' || entity_version, ', ' ORDER BY id), '') FROM events WHERE entity_id = $1`, []any{id}, &all)
	return all
}

// premises are a house with one of each thing that a command of the house can be about.
type premises struct {
	*housetest.House
	things map[ref.Kind]uuid.UUID
}

func newPremises(t *testing.T, h *housetest.House) premises {
	t.Helper()
	resource := h.Resource(inventory.Pooled, 10, 1, 10)
	things := map[ref.Kind]uuid.UUID{ref.Venue: h.Venue, ref.Resource: resource, ref.Slot: h.Slot(resource, 30*time.Hour, time.Hour), ref.Customer: *h.Guest("Listed").CustomerID}
	venue := ref.Encode(ref.Venue, h.Venue)
	things[ref.Area] = housetest.ID(t, housetest.Must(t)(h.Desk.CreateArea(ctx, h.Admin, booking.CreateArea{VenueID: venue, Name: "Hall", Key: h.Key()}, "test")), ref.Area)
	things[ref.Pause] = housetest.ID(t, housetest.Must(t)(h.Desk.PauseBookings(ctx, h.Admin, booking.PauseBookings{
		VenueID: venue, ResourceID: new(ref.Encode(ref.Resource, h.Table())), Until: time.Now().Add(time.Hour), Reason: "Painting", Key: h.Key()}, "test")), ref.Pause)
	return premises{House: h, things: things}
}

func (p premises) named(kind ref.Kind) string { return ref.Encode(kind, p.things[kind]) }

// version is that of a thing as it stands.
func (p premises) version(table string, kind ref.Kind) int {
	return p.Count(`SELECT version FROM `+table+` WHERE id = $1`, p.things[kind])
}

// houseCommands are the commands of the house, each about things that are named by the given function, at the versions at
// which those of the premises stand.
func (p premises) houseCommands(by actor.Actor, name func(ref.Kind) string) map[string]func(key string) (command.Result, error) {
	desk, until := p.Desk, time.Now().Add(2*time.Hour)
	own := func(kind ref.Kind) *string { id := name(kind); return &id }
	table := booking.CreateResource{Name: "Table", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 4}
	versions := map[ref.Kind]int{ref.Venue: p.version("venues", ref.Venue), ref.Area: p.version("areas", ref.Area), ref.Resource: p.version("resources", ref.Resource), ref.Pause: p.version("pauses", ref.Pause), ref.Slot: p.version("slots", ref.Slot)}
	return map[string]func(key string) (command.Result, error){
		"updateVenue": func(key string) (command.Result, error) {
			return desk.UpdateVenue(ctx, by, booking.UpdateVenue{VenueID: name(ref.Venue), Name: new("Renamed"), ExpectedVersion: versions[ref.Venue], Key: key}, "x")
		},
		"createArea": func(key string) (command.Result, error) {
			return desk.CreateArea(ctx, by, booking.CreateArea{VenueID: name(ref.Venue), Name: "Terrace", Key: key}, "x")
		},
		"updateArea": func(key string) (command.Result, error) {
			return desk.UpdateArea(ctx, by, booking.UpdateArea{AreaID: name(ref.Area), Name: "Garden", ExpectedVersion: versions[ref.Area], Key: key}, "x")
		},
		"createResource": func(key string) (command.Result, error) {
			in := table
			in.VenueID, in.Key = name(ref.Venue), key
			return desk.CreateResource(ctx, by, in, "x")
		},
		"createResource in an area": func(key string) (command.Result, error) {
			in := table
			in.VenueID, in.AreaID, in.Key = p.named(ref.Venue), own(ref.Area), key
			return desk.CreateResource(ctx, by, in, "x")
		},
		"updateResource": func(key string) (command.Result, error) {
			return desk.UpdateResource(ctx, by, booking.UpdateResource{ResourceID: name(ref.Resource), Name: new("Round"), ExpectedVersion: versions[ref.Resource], Key: key}, "x")
		},
		"updateResource into an area": func(key string) (command.Result, error) {
			return desk.UpdateResource(ctx, by, booking.UpdateResource{ResourceID: p.named(ref.Resource), AreaID: own(ref.Area), ExpectedVersion: versions[ref.Resource], Key: key}, "x")
		},
		"pauseBookings": func(key string) (command.Result, error) {
			return desk.PauseBookings(ctx, by, booking.PauseBookings{VenueID: name(ref.Venue), Until: until, Reason: "Storm", Key: key}, "x")
		},
		"pauseBookings of a resource": func(key string) (command.Result, error) {
			return desk.PauseBookings(ctx, by, booking.PauseBookings{VenueID: p.named(ref.Venue), ResourceID: own(ref.Resource), Until: until, Reason: "Storm", Key: key}, "x")
		},
		"endPause": func(key string) (command.Result, error) {
			return desk.EndPause(ctx, by, booking.EndPause{PauseID: name(ref.Pause), ExpectedVersion: versions[ref.Pause], Key: key}, "x")
		},
		"setSwitches": func(key string) (command.Result, error) {
			return desk.SetSwitches(ctx, by, booking.SetSwitches{VenueID: name(ref.Venue), Offers: new(false), Reason: "x", ExpectedVersion: versions[ref.Venue], Key: key}, "x")
		},
		"setSwitches with a list": func(key string) (command.Result, error) {
			return desk.SetSwitches(ctx, by, booking.SetSwitches{VenueID: p.named(ref.Venue), AllowList: []string{name(ref.Customer)}, Reason: "x", ExpectedVersion: versions[ref.Venue], Key: key}, "x")
		},
		"adjustCapacity": func(key string) (command.Result, error) {
			return desk.AdjustCapacity(ctx, by, booking.AdjustCapacity{SlotID: name(ref.Slot), Capacity: 12, Reason: "x", ExpectedVersion: versions[ref.Slot], Key: key}, "x")
		},
	}
}

// TestOneAnswerForAllOfTheHouseThatOneMayNotName: whatever a command of the house names, what the actor can't refer to has
// the one answer, and nothing happens.
func TestOneAnswerForAllOfTheHouseThatOneMayNotName(t *testing.T) {
	t.Parallel()
	h := newPremises(t, housetest.New(t))
	abroad, next := newPremises(t, housetest.In(t, h.DB)), newPremises(t, h.SecondVenue())
	local := h.Admin
	local.VenueIDs = []uuid.UUID{h.Venue}
	before := h.Count(`SELECT count(*) FROM events`) + abroad.Count(`SELECT count(*) FROM events`)
	for _, c := range []struct {
		name  string
		by    actor.Actor
		names func(ref.Kind) string
		but   map[string]bool // customers are the tenant's, whatever the venue
	}{
		{"of another tenant", h.Admin, abroad.named, nil},
		{"of a venue that isn't granted", local, next.named, map[string]bool{"setSwitches with a list": true}},
		{"that doesn't exist", h.Admin, func(k ref.Kind) string { return ref.Encode(k, uuid.New()) }, nil},
		{"of another kind", h.Admin, func(ref.Kind) string { return ref.Encode(ref.Tenant, h.Tenant) }, nil},
		{"malformed", h.Admin, func(ref.Kind) string { return "42" }, nil},
	} {
		for operation, give := range h.houseCommands(c.by, c.names) {
			if c.but[operation] {
				continue
			}
			t.Run(operation+" "+c.name, func(t *testing.T) {
				r := rejected(t, problem.ReferenceNotFound)(give(h.Key()))
				require.Empty(t, r.Refs)
				require.Nil(t, r.Problem.CurrentVersion)
			})
		}
	}
	for _, operation := range []string{"createResource in an area", "updateResource into an area", "pauseBookings of a resource"} {
		t.Run(operation+" of another venue that is granted", func(t *testing.T) {
			rejected(t, problem.ReferenceNotFound)(h.houseCommands(h.Admin, next.named)[operation](h.Key()))
		})
	}
	require.Equal(t, before, h.Count(`SELECT count(*) FROM events`)+abroad.Count(`SELECT count(*) FROM events`), "nothing was touched")
}

// TestWhoMayRunTheHouse: the capability is asked for before anything is looked at.
func TestWhoMayRunTheHouse(t *testing.T) {
	t.Parallel()
	h := newPremises(t, housetest.New(t))
	operated := map[string]bool{"pauseBookings": true, "pauseBookings of a resource": true, "endPause": true} // by staff
	for name, by := range map[string]actor.Actor{"a guest": h.Guest("Ahn"), "an agent": h.Person(actor.Agent, "Bot"), "staff": h.Staff, "nobody": {TenantID: h.Tenant}} {
		commands := h.houseCommands(by, func(k ref.Kind) string { return ref.Encode(k, uuid.New()) })
		commands["createVenue"] = func(key string) (command.Result, error) {
			return h.Desk.CreateVenue(ctx, by, booking.CreateVenue{Code: "new", Name: "New", TimeZone: "UTC", Key: key}, "x")
		}
		for operation, give := range commands {
			t.Run(name+" and "+operation, func(t *testing.T) {
				_, err := give(h.Key())
				if by.Role == actor.Staff && operated[operation] {
					require.NoError(t, err)
					return
				}
				require.ErrorIs(t, err, problem.ErrForbidden)
			})
		}
	}
}

// TestACommandOfTheHouseIsDoneOnce: a key stands for one job, whatever it is, and each leaves an audit entry.
func TestACommandOfTheHouseIsDoneOnce(t *testing.T) {
	t.Parallel()
	h := newPremises(t, housetest.New(t))
	for operation := range h.houseCommands(h.Admin, h.named) {
		t.Run(operation, func(t *testing.T) {
			fresh := newPremises(t, housetest.In(t, h.DB))
			give, key := fresh.houseCommands(fresh.Admin, fresh.named)[operation], fresh.Key()
			audited := fresh.Count(`SELECT count(*) FROM audit_entries`)
			first := housetest.Must(t)(give(key))
			events, audits := fresh.Count(`SELECT count(*) FROM events`), fresh.Count(`SELECT count(*) FROM audit_entries`)
			require.Equal(t, audited+1, audits)
			again := housetest.Must(t)(give(key))
			require.True(t, again.Replayed)
			require.Equal(t, first.Refs, again.Refs)
			require.Equal(t, events, fresh.Count(`SELECT count(*) FROM events`), "a replay does nothing anew")
			rejected(t, problem.IdempotencyMismatch)(fresh.houseCommands(fresh.Admin, func(k ref.Kind) string { return ref.Encode(k, uuid.New()) })[operation](key))
			require.Equal(t, first.Refs, housetest.Must(t)(give(key)).Refs, "whatever else was tried under it")
		})
	}
	sound(t, h.House)
}

// TestAVersionThatMovedOn: every command on a row of the house says which version it read.
func TestAVersionThatMovedOn(t *testing.T) {
	t.Parallel()
	h := newPremises(t, housetest.New(t))
	stale := h.houseCommands(h.Admin, h.named)
	housetest.Must(t)(h.houseCommands(h.Admin, h.named)["updateVenue"](h.Key()))
	housetest.Must(t)(h.houseCommands(h.Admin, h.named)["updateArea"](h.Key()))
	housetest.Must(t)(h.houseCommands(h.Admin, h.named)["updateResource"](h.Key()))
	housetest.Must(t)(h.houseCommands(h.Admin, h.named)["endPause"](h.Key()))
	housetest.Must(t)(h.houseCommands(h.Admin, h.named)["adjustCapacity"](h.Key()))
	for _, operation := range []string{"updateVenue", "updateArea", "updateResource", "updateResource into an area", "endPause", "setSwitches", "setSwitches with a list", "adjustCapacity"} {
		t.Run(operation, func(t *testing.T) {
			r := rejected(t, problem.VersionStale)(stale[operation](h.Key()))
			require.NotEmpty(t, r.Refs, "the row comes along as it stands")
			require.Equal(t, 2, *r.Problem.CurrentVersion)
		})
	}
}
