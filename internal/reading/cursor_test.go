package reading

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

func TestCursor(t *testing.T) {
	t.Parallel()
	l := list{kind: slotList, tenant: uuid.New(), venue: uuid.New()}

	t.Run("a place is read back as it was spelt", func(t *testing.T) {
		for _, sort := range []int64{firstTime, -1, 0, 1, time.Now().UnixMicro(), lastTime} {
			key := Key{Sort: sort, ID: uuid.New()}
			got, ok := l.place(l.cursor(key))
			require.True(t, ok)
			require.Equal(t, key, got)
		}
	})
	t.Run("a time that no row can have is refused even with the right sum", func(t *testing.T) {
		for _, sort := range []int64{math.MinInt64, firstTime - 1, lastTime + 1, math.MaxInt64} {
			_, ok := l.place(l.cursor(Key{Sort: sort, ID: uuid.New()}))
			require.False(t, ok)
		}
	})
	t.Run("another version of cursors is refused even with the right sum", func(t *testing.T) {
		body := append([]byte{cursorVersion + 1, byte(l.kind)}, binary.BigEndian.AppendUint64(nil, 1)...)
		body = append(body, make([]byte, 16)...)
		_, ok := l.place(encoding.EncodeToString(append(body, l.sum(body)...)))
		require.False(t, ok)
	})
	t.Run("a cursor has one spelling", func(t *testing.T) {
		cursor := l.cursor(Key{Sort: 1, ID: uuid.New()})
		last := cursor[len(cursor)-1]
		for _, c := range []byte(base64Alphabet) {
			if c != last {
				_, ok := l.place(cursor[:len(cursor)-1] + string(c))
				require.False(t, ok)
			}
		}
	})
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func FuzzCursor(f *testing.F) {
	l := list{kind: offerList, tenant: uuid.New(), venue: uuid.New()}
	f.Add(l.cursor(Key{Sort: 1, ID: uuid.New()}))
	f.Add("")
	f.Add(base64.RawURLEncoding.EncodeToString(make([]byte, cursorHead+8+cursorID+cursorSum)))
	f.Fuzz(func(t *testing.T, text string) {
		if key, ok := l.place(text); ok {
			require.Equal(t, text, l.cursor(key))
		}
	})
}
