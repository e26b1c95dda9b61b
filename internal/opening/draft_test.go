package opening_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
)

func TestWith(t *testing.T) {
	t.Parallel()
	before := opening.Rules{Sets: []opening.Set{
		{Windows: daily("09:00"), Exceptions: []calendar.Exception{closed("2027-05-03")}},
		{ResourceID: &own, Windows: daily("19:00"), Exceptions: []calendar.Exception{closed("2027-05-04")}},
	}}
	t.Run("the venue's windows, exceptions kept", func(t *testing.T) {
		after := before.With(opening.Draft{Windows: daily("12:00"), Keep: true})
		require.Equal(t, opening.Set{Windows: daily("12:00"), Exceptions: []calendar.Exception{closed("2027-05-03")}}, after.Own(nil))
		require.Equal(t, before.Own(&own), after.Own(&own))
	})
	t.Run("exceptions replaced", func(t *testing.T) {
		require.Empty(t, before.With(opening.Draft{Windows: daily("12:00")}).Own(nil).Exceptions)
	})
	t.Run("resources that had none of their own, behind those that had", func(t *testing.T) {
		after := before.With(opening.Draft{Resources: []uuid.UUID{plain, own}, Windows: daily("12:00"), Keep: true})
		require.Equal(t, opening.Set{ResourceID: &plain, Windows: daily("12:00")}, after.Own(&plain))
		require.Equal(t, opening.Set{ResourceID: &own, Windows: daily("12:00"), Exceptions: []calendar.Exception{closed("2027-05-04")}}, after.Own(&own))
		require.Nil(t, after.Sets[0].ResourceID)
		require.Len(t, after.Sets, 3)
	})
	t.Run("no windows bring a resource back to the venue's", func(t *testing.T) {
		after := before.With(opening.Draft{Resources: []uuid.UUID{own}})
		require.Len(t, after.Sets, 1)
		require.Equal(t, []string{"09:00"}, starts(after, own, "2027-05-06"))
	})
	t.Run("no windows close the venue", func(t *testing.T) {
		after := before.With(opening.Draft{})
		require.Empty(t, starts(after, plain, "2027-05-06"))
		require.Equal(t, []string{"19:00"}, starts(after, own, "2027-05-06"))
	})
	t.Run("the first rules of a venue stand before those of resources", func(t *testing.T) {
		after := opening.Rules{Sets: []opening.Set{{ResourceID: &own, Windows: daily("19:00")}}}.With(opening.Draft{Windows: daily("09:00")})
		require.Nil(t, after.Sets[0].ResourceID)
	})
	t.Run("what was stays as it was", func(t *testing.T) {
		require.Equal(t, daily("09:00"), before.Own(nil).Windows)
		require.Len(t, before.Sets, 2)
	})
}

func TestSharedResourcesHaveNoSlotsThatOverlap(t *testing.T) {
	t.Parallel()
	room, table, idle := uuid.New(), uuid.New(), uuid.New()
	house := []inventory.Resource{
		{ID: room, Name: "Reading room", Kind: inventory.Pooled, Active: true}, {ID: table, Name: "Table", Kind: inventory.Exclusive, Active: true},
		{ID: idle, Name: "Cellar", Kind: inventory.Pooled},
	}
	overlapping := calendar.Window{Weekdays: []int{1}, Opens: clock("10:00"), Closes: clock("12:00"), SlotLength: time.Hour, Every: 30 * time.Minute}
	plainly, both := daily("09:00"), []calendar.Window{hour("09:00", 2), overlapping}
	tight := calendar.Exception{Date: date("2027-05-03"), Windows: []calendar.Window{overlapping}}
	roomsOwn := opening.Rules{Sets: []opening.Set{{Windows: both}, {ResourceID: &room, Windows: plainly}}}
	for _, c := range []struct {
		name  string
		rules opening.Rules
		draft opening.Draft
		want  []string
	}{
		{"plain windows", opening.Rules{}, opening.Draft{Windows: plainly}, nil},
		{"a table's own", opening.Rules{}, opening.Draft{Resources: []uuid.UUID{table}, Windows: both}, nil},
		{"a room's own", opening.Rules{}, opening.Draft{Resources: []uuid.UUID{table, room}, Windows: both}, []string{"windows", "1", "every"}},
		{"the venue's, under which a room falls", opening.Rules{}, opening.Draft{Windows: both}, []string{"windows", "1", "every"}},
		{"the venue's, where the room has its own", roomsOwn, opening.Draft{Windows: both}, nil},
		{"a room that goes back to the venue's", roomsOwn, opening.Draft{Resources: []uuid.UUID{room}}, []string{"resourceIds"}},
		{"a date of the venue", roomsOwn, opening.Draft{Windows: plainly, Exceptions: []calendar.Exception{closed("2027-05-02"), tight}}, []string{"exceptions", "1", "windows", "0", "every"}},
		{"a resource that isn't sold", opening.Rules{}, opening.Draft{Resources: []uuid.UUID{idle}, Windows: both}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := c.rules.CheckShared(c.draft, house)
			if c.want == nil {
				require.Empty(t, faults)
				return
			}
			require.Len(t, faults, 1)
			require.Equal(t, c.want, faults[0].Field)
			require.Contains(t, faults[0].Message, "Reading room")
		})
	}
}
