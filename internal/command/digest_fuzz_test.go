package command_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/slotq/slotq/internal/command"
)

// meant is what an input means: its texts as they read, whatever they are composed of.
func meant(in input) input {
	in.Name = norm.NFC.String(in.Name)
	if in.Phone != nil {
		phone := norm.NFC.String(*in.Phone)
		in.Phone = &phone
	}
	var slots []string
	for _, s := range in.Slots {
		slots = append(slots, norm.NFC.String(s))
	}
	in.Slots = slots
	return in
}

// FuzzInputDigest looks for two inputs that mean the same and have two digests, or mean two things and have one.
func FuzzInputDigest(f *testing.F) {
	f.Add("Zoë", "Zoe\u0308", 2, 2, "", "", "a", "b", "a", "b")
	f.Add(`","Size":2`, `"`, 2, 2, "1", "", "a,b", "", "a", "b")
	f.Add("a\u0323\u0301", "a\u0301\u0323", -1, -1, "+82", "+82", "", "", "", "")
	f.Add("e\u0301", "\u00e9", 1, 1, "\n\u0303", "\n\u0303", `\`, `\\`, `\\`, `\`)
	f.Add("<\u0338", "\u226e", 1, 1, ">\u0338", "\u226f", "a&b", "", "a&b", "")
	f.Add("김하늘", "김하늘", 1, 10, "0", "0", "null", "", "", "null")
	f.Fuzz(func(t *testing.T, name1, name2 string, size1, size2 int, phone1, phone2, slot1, more1, slot2, more2 string) {
		for _, s := range []string{name1, name2, phone1, phone2, slot1, more1, slot2, more2} {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				return // no door lets it in
			}
		}
		one, two := drawn(name1, size1, phone1, slot1, more1), drawn(name2, size2, phone2, slot2, more2)
		same := command.InputDigest("holdSlot", one) == command.InputDigest("holdSlot", two)
		require.Equal(t, same, equal(meant(one), meant(two)), "%+v %+v", one, two)
		require.NotEqual(t, command.InputDigest("holdSlot", one), command.InputDigest("holdSlots", one))
		require.Equal(t, command.InputDigest("holdSlot", one), command.InputDigest("holdSlot", meant(one)))
	})
}

func drawn(name string, size int, phone, slot, more string) input {
	in := input{Name: name, Size: size, Slots: []string{slot}}
	if phone != "" {
		in.Phone = &phone
	}
	if more != "" {
		in.Slots = append(in.Slots, more)
	}
	return in
}

func equal(a, b input) bool {
	return a.Name == b.Name && a.Size == b.Size && (a.Phone == nil) == (b.Phone == nil) && (a.Phone == nil || *a.Phone == *b.Phone) &&
		strings.Join(a.Slots, "\x00") == strings.Join(b.Slots, "\x00")
}

// FuzzKey looks for a key that the pattern and the code read differently, and for two keys with one digest.
func FuzzKey(f *testing.F) {
	f.Add("0123456789abcdef", "0123456789abcdeg")
	f.Add("0123456789abcde ", "")
	f.Add(strings.Repeat("~", 128), strings.Repeat("!", 16))
	f.Fuzz(func(t *testing.T, key, other string) {
		want := len(key) >= 16 && len(key) <= 128 && strings.IndexFunc(key, func(r rune) bool { return r < '!' || r > '~' }) < 0
		require.Equal(t, want, command.ValidKey(key))
		require.Equal(t, key == other, command.KeyDigest(key) == command.KeyDigest(other))
	})
}
