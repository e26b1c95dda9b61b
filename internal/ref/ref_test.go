package ref_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ref"
)

var some = uuid.MustParse("0190f3a4-5b6c-7d8e-9fa0-b1c2d3e4f507")

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, kind := range ref.KindValues() {
		for _, id := range []uuid.UUID{some, uuid.Nil, uuid.Max, uuid.New()} {
			text := ref.Encode(kind, id)
			require.False(t, seen[text])
			seen[text] = true
			back, ok := ref.Decode(kind, text)
			require.True(t, ok, text)
			require.Equal(t, id, back)
			r, ok := ref.Parse(text)
			require.True(t, ok)
			require.Equal(t, ref.Ref{Kind: kind, ID: id}, r)
			require.Equal(t, text, r.String())
			require.Regexp(t, `^[a-z]{2}_[A-Za-z0-9_-]{22}$`, text, "safe in a URL")
		}
	}
}

func TestKindsDontMix(t *testing.T) {
	t.Parallel()
	for _, made := range ref.KindValues() {
		for _, asked := range ref.KindValues() {
			_, ok := ref.Decode(asked, ref.Encode(made, some))
			require.Equal(t, made == asked, ok, "%s read as %s", made, asked)
		}
	}
}

func TestWhatIsNoIdentifier(t *testing.T) {
	t.Parallel()
	good := ref.Encode(ref.Slot, some)
	for name, text := range map[string]string{
		"nothing":               "",
		"a number":              "42",
		"a bare prefix":         "sl_",
		"no prefix":             good[3:],
		"an empty prefix":       good[2:],
		"an unknown kind":       "zz" + good[2:],
		"a kind in capitals":    "SL" + good[2:],
		"another separator":     "sl-" + good[3:],
		"one letter short":      good[:len(good)-1],
		"one letter long":       good + "A",
		"padded":                good + "==",
		"padding for letters":   good[:len(good)-2] + "==",
		"a blank before":        " " + good,
		"a blank after":         good + " ",
		"a line break inside":   good[:10] + "\n" + good[11:],
		"a line break appended": good + "\n",
		"a carriage return":     good[:len(good)-1] + "\r",
		"the other alphabet":    "sl_" + strings.Repeat("+", 21) + "A",
		"a slash":               "sl_" + strings.Repeat("/", 21) + "A",
		"a letter of another":   "sl_" + strings.Repeat("é", 11),
		"a plain uuid":          some.String(),
		"a uuid with a prefix":  "sl_" + some.String(),
		"plain base64":          base64.StdEncoding.EncodeToString([]byte("Slot:42")),
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := ref.Parse(text)
			require.False(t, ok, "%q", text)
		})
	}
}

func TestOneSpelling(t *testing.T) {
	t.Parallel()
	// The last letter carries two bits; its other four must be zero, or sixteen spellings would name one thing.
	good, alphabet, accepted := ref.Encode(ref.Slot, some), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 0
	for _, last := range alphabet {
		if r, ok := ref.Parse(good[:len(good)-1] + string(last)); ok {
			accepted++
			require.Equal(t, good[:len(good)-1]+string(last), r.String())
		}
	}
	require.Equal(t, 4, accepted)
}

func TestEveryFlippedBit(t *testing.T) {
	t.Parallel()
	good := ref.Encode(ref.Offer, some)
	for at := range len(good) {
		for bit := range 8 {
			flipped := []byte(good)
			flipped[at] ^= 1 << bit
			if r, ok := ref.Parse(string(flipped)); ok {
				require.Equal(t, string(flipped), r.String(), "what is accepted has this one spelling")
				require.NotEqual(t, ref.Ref{Kind: ref.Offer, ID: some}, r, "and never names the same thing")
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, kind := range ref.KindValues() {
		f.Add(ref.Encode(kind, some))
	}
	for _, s := range []string{"", "_", "sl_", "sl_====", "rv_AAAAAAAAAAAAAAAAAAAAAA", "rv_AAAAAAAAAAAAAAAAAAAAAB", "rv_AAAAAAAAAA\nAAAAAAAAAAA", "rv__AAAAAAAAAAAAAAAAAAAAA", "\xff_\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := ref.Parse(s)
		if !ok {
			require.Equal(t, ref.Ref{}, r, "nothing is read from what is no identifier")
			return
		}
		require.Equal(t, s, r.String())
		id, ok := ref.Decode(r.Kind, s)
		require.True(t, ok)
		require.Equal(t, r.ID, id)
	})
}
