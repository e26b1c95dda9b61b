package reading

import (
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/agenda"
)

func TestActionCursor(t *testing.T) {
	t.Parallel()
	l := list{kind: actionList, tenant: uuid.New(), venue: uuid.New()}
	now := time.Now().UTC().Truncate(time.Microsecond)
	key := ActionKey{Due: &now, Since: now.Add(-time.Hour), ID: uuid.New(), Matter: agenda.LateParty}

	t.Run("a place is read back as it was spelt, also where nothing hurries", func(t *testing.T) {
		for _, due := range []*time.Time{&now, nil} {
			k := key
			k.Due = due
			got, ok := l.actionPlace(l.actionCursor(k))
			require.True(t, ok)
			require.Equal(t, k, got)
		}
	})
	t.Run("what no item can have is refused even with the right sum", func(t *testing.T) {
		for _, sorts := range [][]int64{{lastTime + 1, 0, 1}, {firstTime - 1, 0, 1}, {0, lastTime + 1, 1}, {0, never, 1}, {0, 0, 0}, {0, 0, -1}, {0, 0, math.MaxInt16 + 1}, {0, 0, math.MaxInt64}} {
			_, ok := l.actionPlace(l.spell(key.ID[:], sorts...))
			require.False(t, ok, sorts)
		}
		_, ok := l.actionPlace(l.spell(key.ID[:], never, 0, 1))
		require.True(t, ok)
	})
	t.Run("a cursor of another shape, list, tenant or venue is none", func(t *testing.T) {
		for _, cursor := range []string{"", "x", l.cursor(Key{Sort: 1, ID: key.ID}), l.actionCursor(key) + "A"} {
			_, ok := l.actionPlace(cursor)
			require.False(t, ok, cursor)
		}
		for _, other := range []list{{actionList, uuid.New(), l.venue}, {actionList, l.tenant, uuid.New()}, {offerList, l.tenant, l.venue}} {
			_, ok := other.actionPlace(l.actionCursor(key))
			require.False(t, ok)
		}
	})
}
