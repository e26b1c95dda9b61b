package feed

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/problem"
)

// FuzzCursor looks for a text that is read as a place in the log and isn't the one spelling of that place.
func FuzzCursor(f *testing.F) {
	tenant, venue := uuid.MustParse("0190a0b0-0000-7000-8000-000000000001"), uuid.MustParse("0190a0b0-0000-7000-8000-000000000002")
	for _, position := range []int64{0, 1, 255, 1 << 40, 1 << 62} {
		f.Add(EncodeCursor(tenant, venue, position))
	}
	f.Add(EncodeCursor(venue, tenant, 1))
	f.Add("")
	f.Add("AQ")
	f.Fuzz(func(t *testing.T, text string) {
		position, err := decodeCursor(tenant, venue, text)
		if err != nil {
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, "after", invalid.Field)
			require.Zero(t, position)
			return
		}
		require.GreaterOrEqual(t, position, int64(0))
		require.Equal(t, text, EncodeCursor(tenant, venue, position))
	})
}

// FuzzCursorOfAnother looks for a place whose cursor somebody else's log would take for a place of its own.
func FuzzCursorOfAnother(f *testing.F) {
	one := uuid.MustParse("0190a0b0-0000-7000-8000-000000000001")
	f.Add(one[:], one[:], int64(1), uint8(0), uint8(0))
	f.Add([]byte{}, []byte("a venue"), int64(1)<<62, uint8(28), uint8(7))
	f.Fuzz(func(t *testing.T, tenantBytes, venueBytes []byte, position int64, at, bit uint8) {
		if position < 0 || position > 1<<62 {
			return
		}
		var tenant, venue uuid.UUID
		copy(tenant[:], tenantBytes)
		copy(venue[:], venueBytes)
		text := EncodeCursor(tenant, venue, position)
		read, err := decodeCursor(tenant, venue, text)
		require.NoError(t, err)
		require.Equal(t, position, read)

		other := venue
		other[at%16] ^= 1 << (bit % 8)
		_, err = decodeCursor(tenant, other, text)
		require.Error(t, err, "another venue's")
		raw, err := cursorEncoding.DecodeString(text)
		require.NoError(t, err)
		raw[at%cursorLength] ^= 1 << (bit % 8)
		if read, err := decodeCursor(tenant, venue, cursorEncoding.EncodeToString(raw)); err == nil {
			require.NotEqual(t, position, read, "a slip is never the same place") // four bytes of a sum let one in four billion slips through
		}
	})
}
