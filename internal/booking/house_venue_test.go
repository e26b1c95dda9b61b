package booking_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func newVenue(h *housetest.House, code string) booking.CreateVenue {
	return booking.CreateVenue{Code: code, Name: "Harbour", TimeZone: "Australia/Lord_Howe", Key: h.Key()}
}

func TestANewVenue(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)

	t.Run("it begins under the defaults, which are in force, and can be booked as soon as it has something", func(t *testing.T) {
		id := housetest.ID(t, housetest.Must(t)(h.Desk.CreateVenue(ctx, h.Admin, newVenue(h, "harbour"), "test")), ref.Venue)
		rules := policy.Default()
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE venue_id = $1 AND status = 'ACTIVE' AND number = 1 AND version = 2 AND digest = $2 AND activated_at = created_at`, id, rules.Digest()))
		require.Equal(t, "venue.created 1", told(h, id))
		var terms uuid.UUID
		h.Scan(`SELECT id FROM policy_versions WHERE venue_id = $1`, []any{id}, &terms)
		require.Equal(t, "policy.drafted 1, policy.activated 2", told(h, terms))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'createVenue' AND venue_id = $1 AND subject = $2`, id, ref.Encode(ref.Venue, id)))

		r := housetest.Must(t)(h.Desk.CreateResource(ctx, h.Admin, booking.CreateResource{
			VenueID: ref.Encode(ref.Venue, id), Name: "Table", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 4, Key: h.Key()}, "test"))
		housetest.Must(t)(hold(h, h.Guest("First"), 2, h.Slot(housetest.ID(t, r, ref.Resource), 30*time.Hour, time.Hour)))
		sound(t, h)
	})
	t.Run("a code names one venue, and a refusal says which", func(t *testing.T) {
		first := housetest.ID(t, housetest.Must(t)(h.Desk.CreateVenue(ctx, h.Admin, newVenue(h, "pier"), "test")), ref.Venue)
		r := rejected(t, problem.PolicyForbids)(h.Desk.CreateVenue(ctx, h.Admin, newVenue(h, "pier"), "test"))
		require.Contains(t, r.Problem.Message, "pier")
		require.Equal(t, first, housetest.ID(t, r, ref.Venue))
		require.Equal(t, []string{"code"}, r.Problem.Field)
		abroad := housetest.In(t, h.DB)
		housetest.Must(t)(abroad.Desk.CreateVenue(ctx, abroad.Admin, newVenue(abroad, "pier"), "test"))
	})
	t.Run("of many who want the same code at once one gets it, and the others hear that it is taken", func(t *testing.T) {
		desks := []*booking.Desk{h.Desk, deskOver(h.DB)}
		results := together(t, 6, func(i int) (command.Result, error) {
			return desks[i%2].CreateVenue(ctx, h.Admin, newVenue(h, "island"), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "POLICY_FORBIDS": 5}, tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE code = 'island'`))
	})
	t.Run("a key that is limited to venues makes none that it could not reach", func(t *testing.T) {
		local := h.Admin
		local.VenueIDs = []uuid.UUID{h.Venue}
		rejected(t, problem.PolicyForbids)(h.Desk.CreateVenue(ctx, local, newVenue(h, "dock"), "test"))
		require.Zero(t, h.Count(`SELECT count(*) FROM venues WHERE code = 'dock'`))
	})
	t.Run("what can't be kept is refused by its field", func(t *testing.T) {
		for field, bad := range map[string][]booking.CreateVenue{
			"code":     {{Code: ""}, {Code: "Harbour"}, {Code: "-a"}, {Code: "a b"}, {Code: "a\n"}, {Code: "é"}, {Code: strings.Repeat("a", 61)}},
			"name":     {{Name: " "}, {Name: "a\tb"}, {Name: "\u200b"}, {Name: strings.Repeat("창", 201)}},
			"timeZone": {{TimeZone: "Local"}, {TimeZone: "asia/seoul"}, {TimeZone: "Mars/Olympus"}, {TimeZone: "+09:00"}},
		} {
			for _, in := range bad {
				whole := newVenue(h, "fine")
				switch field {
				case "code":
					whole.Code = in.Code
				case "name":
					whole.Name = in.Name
				default:
					whole.TimeZone = in.TimeZone
				}
				invalid(t, field)(h.Desk.CreateVenue(ctx, h.Admin, whole, "test"))
			}
		}
		for _, in := range []booking.CreateVenue{{Code: strings.Repeat("a", 60), Name: strings.Repeat("창", 200), TimeZone: "Asia/Calcutta"}, {Code: "0-", Name: " 🪑 ", TimeZone: "UTC"}} {
			in.Key = h.Key()
			housetest.Must(t)(h.Desk.CreateVenue(ctx, h.Admin, in, "test"))
		}
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE code = '0-' AND name = '🪑'`), "without the blanks around it")
	})
}

// invalid demands that a call was refused for a field before anything was looked at.
func invalid(t *testing.T, field string) func(command.Result, error) {
	return func(_ command.Result, err error) {
		t.Helper()
		var bad *problem.Invalid
		require.ErrorAs(t, err, &bad)
		require.Equal(t, field, bad.Field, bad.Message)
	}
}

func TestAChangedVenue(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	update := func(h *housetest.House, version int, in booking.UpdateVenue) (command.Result, error) {
		in.VenueID, in.ExpectedVersion, in.Key = ref.Encode(ref.Venue, h.Venue), version, h.Key()
		return h.Desk.UpdateVenue(ctx, h.Admin, in, "test")
	}
	numbers := func(h *housetest.House) (opening, version int) {
		h.Scan(`SELECT opening_number, version FROM venues WHERE id = $1`, []any{h.Venue}, &opening, &version)
		return opening, version
	}
	t.Run("a name is one change, and slots stay as they are", func(t *testing.T) {
		h := housetest.In(t, db)
		housetest.Must(t)(update(h, 1, booking.UpdateVenue{Name: new("  Quay ")}))
		opening, version := numbers(h)
		require.Equal(t, []int{0, 2}, []int{opening, version})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE id = $1 AND name = 'Quay' AND time_zone = 'Asia/Seoul' AND layout_days = 14`, h.Venue))
		require.Equal(t, "venue.changed 2", told(h, h.Venue))
	})
	t.Run("another zone, or slots further ahead, let the layout follow, once for both", func(t *testing.T) {
		h := housetest.In(t, db)
		housetest.Must(t)(update(h, 1, booking.UpdateVenue{TimeZone: new("Pacific/Apia"), LayoutDays: new(30)}))
		opening, version := numbers(h)
		require.Equal(t, []int{1, 2}, []int{opening, version})
		housetest.Must(t)(update(h, 2, booking.UpdateVenue{LayoutDays: new(400)}))
		opening, _ = numbers(h)
		require.Equal(t, 2, opening)
		require.Zero(t, h.Count(`SELECT laid_out_number FROM venues WHERE id = $1`, h.Venue), "which is the layout's own to say")
	})
	t.Run("what changes nothing is done and raises no version", func(t *testing.T) {
		h := housetest.In(t, db)
		housetest.Must(t)(update(h, 1, booking.UpdateVenue{Name: new("Main"), TimeZone: new("Asia/Seoul"), LayoutDays: new(14)}))
		opening, version := numbers(h)
		require.Equal(t, []int{0, 1}, []int{opening, version})
		require.Empty(t, told(h, h.Venue))
	})
	t.Run("of two changes of the same version one is stale", func(t *testing.T) {
		h := housetest.In(t, db)
		results := together(t, 2, func(i int) (command.Result, error) {
			return update(h, 1, booking.UpdateVenue{Name: new([]string{"Left", "Right"}[i])})
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 1}, tally(results))
	})
	t.Run("what can't be kept is refused by its field", func(t *testing.T) {
		h := housetest.In(t, db)
		invalid(t, "input")(update(h, 1, booking.UpdateVenue{}))
		invalid(t, "expectedVersion")(update(h, 0, booking.UpdateVenue{Name: new("x")}))
		invalid(t, "name")(update(h, 1, booking.UpdateVenue{Name: new("")}))
		invalid(t, "timeZone")(update(h, 1, booking.UpdateVenue{TimeZone: new("")}))
		invalid(t, "layoutDays")(update(h, 1, booking.UpdateVenue{LayoutDays: new(0)}))
		invalid(t, "layoutDays")(update(h, 1, booking.UpdateVenue{LayoutDays: new(401)}))
	})
}

func TestAreas(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	create := func(h *housetest.House, name string) (command.Result, error) {
		return h.Desk.CreateArea(ctx, h.Admin, booking.CreateArea{VenueID: ref.Encode(ref.Venue, h.Venue), Name: name, Key: h.Key()}, "test")
	}
	rename := func(id uuid.UUID, version int, name string) (command.Result, error) {
		return h.Desk.UpdateArea(ctx, h.Admin, booking.UpdateArea{AreaID: ref.Encode(ref.Area, id), Name: name, ExpectedVersion: version, Key: h.Key()}, "test")
	}
	hall := housetest.ID(t, housetest.Must(t)(create(h, norm.NFD.String("Café"))), ref.Area)

	t.Run("a name names one area of a venue, however it is spelled", func(t *testing.T) {
		for _, same := range []string{norm.NFC.String("Café"), norm.NFD.String("Café"), " Café "} {
			r := rejected(t, problem.PolicyForbids)(create(h, same))
			require.Contains(t, r.Problem.Message, "Café")
		}
		housetest.Must(t)(create(h, "café")) // in other letters it is another
		housetest.Must(t)(create(h.SecondVenue(), "Café"))
		invalid(t, "name")(create(h, "a\x1bb"))
	})
	t.Run("it is renamed, to a name that is free, or to its own", func(t *testing.T) {
		housetest.Must(t)(rename(hall, 1, "Hall"))
		require.Equal(t, "area.created 1, area.changed 2", told(h, hall))
		housetest.Must(t)(rename(hall, 2, "Hall"))
		require.Equal(t, 2, h.Count(`SELECT version FROM areas WHERE id = $1`, hall), "nothing changed")
		rejected(t, problem.PolicyForbids)(rename(hall, 2, "café"))
	})
	t.Run("of many who want the same name at once one gets it", func(t *testing.T) {
		require.Equal(t, map[string]int{"COMMITTED": 1, "POLICY_FORBIDS": 3}, tally(together(t, 4, func(int) (command.Result, error) { return create(h, "Roof") })))
	})
	t.Run("of two that are renamed to the same name at once one gets it, with no lock between them but the wall", func(t *testing.T) {
		areas := []uuid.UUID{housetest.ID(t, housetest.Must(t)(create(h, "A")), ref.Area), housetest.ID(t, housetest.Must(t)(create(h, "B")), ref.Area)}
		require.Equal(t, map[string]int{"COMMITTED": 1, "POLICY_FORBIDS": 1}, tally(together(t, 2, func(i int) (command.Result, error) { return rename(areas[i], 1, "C") })))
	})
}
