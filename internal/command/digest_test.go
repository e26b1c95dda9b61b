package command_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/command"
)

func TestValidKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		key  string
		want bool
	}{
		{"nothing", "", false},
		{"fifteen letters", strings.Repeat("k", 15), false},
		{"sixteen letters", strings.Repeat("k", 16), true},
		{"a uuid", uuid.NewString(), true},
		{"128 letters", strings.Repeat("k", 128), true},
		{"129 letters", strings.Repeat("k", 129), false},
		{"the first printable", strings.Repeat("!", 16), true},
		{"the last printable", strings.Repeat("~", 16), true},
		{"a blank inside", "aaaaaaaa aaaaaaaa", false},
		{"a blank at the end", strings.Repeat("k", 16) + " ", false},
		{"a tab", "aaaaaaaa\taaaaaaaa", false},
		{"a line break", strings.Repeat("k", 16) + "\n", false},
		{"a zero byte", "aaaaaaaa\x00aaaaaaaa", false},
		{"a delete", "aaaaaaaa\x7faaaaaaaa", false},
		{"letters beyond ASCII", strings.Repeat("é", 16), false},
		{"a broken letter", "aaaaaaaaaaaaaaaa\xff", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, command.ValidKey(c.key))
			require.Equal(t, c.want, regexp.MustCompile(command.KeyPattern).MatchString(c.key), "the published pattern says the same")
		})
	}
}

type input struct {
	Name  string
	Size  int
	Phone *string
	Slots []string
}

func TestInputDigest(t *testing.T) {
	t.Parallel()
	digest := func(in input) command.Digest { return command.InputDigest("holdSlot", in) }
	base := input{Name: "Zoë", Size: 2, Slots: []string{"a", "b"}}

	t.Run("composed and decomposed letters are one text", func(t *testing.T) {
		for _, name := range []string{"Zoë", "Ångström", "김하늘", "ﬁn", "Ⅷ", "e\u0323\u0301"} {
			require.Equal(t, digest(input{Name: norm.NFC.String(name)}), digest(input{Name: norm.NFD.String(name)}), name)
		}
	})
	t.Run("every value counts", func(t *testing.T) {
		phone, empty := "+82 2", ""
		for name, other := range map[string]input{
			"a name": {"Zoe", 2, nil, base.Slots}, "a case": {"zoë", 2, nil, base.Slots}, "a number": {"Zoë", 3, nil, base.Slots},
			"a blank": {"Zoë ", 2, nil, base.Slots}, "something given": {"Zoë", 2, &phone, base.Slots}, "something given empty": {"Zoë", 2, &empty, base.Slots},
			"one fewer": {"Zoë", 2, nil, base.Slots[:1]}, "a border moved": {"Zoë", 2, nil, []string{"ab"}}, "a letter that only looks alike": {"Zoе", 2, nil, base.Slots},
		} {
			require.NotEqual(t, digest(base), digest(other), name)
		}
	})
	t.Run("the operation counts", func(t *testing.T) {
		require.NotEqual(t, command.InputDigest("holdSlot", base), command.InputDigest("joinWaitlist", base))
	})
	t.Run("text can't pretend to be structure", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a, b := rapid.StringN(0, 12, -1).Draw(t, "a"), rapid.StringN(0, 12, -1).Draw(t, "b")
			same := norm.NFC.String(a) == norm.NFC.String(b)
			require.Equal(t, same, digest(input{Name: a}) == digest(input{Name: b}))
			require.NotEqual(t, digest(input{Name: a, Slots: []string{b}}), digest(input{Name: a + b}))
		})
	})
}

func TestKeyDigest(t *testing.T) {
	t.Parallel()
	key := uuid.NewString()
	require.Equal(t, command.KeyDigest(key), command.KeyDigest(key))
	require.NotEqual(t, command.KeyDigest(key), command.KeyDigest(key+"x"))
}

func TestLockNumber(t *testing.T) {
	t.Parallel()
	tenant, owner, other, key := uuid.New(), uuid.New(), uuid.New(), command.KeyDigest("a key of somebody")
	number := command.LockNumber(tenant, owner, key)
	require.Equal(t, number, command.LockNumber(tenant, owner, key))
	require.NotEqual(t, number, command.LockNumber(tenant, other, key), "another owner's key is another")
	require.NotEqual(t, number, command.LockNumber(other, owner, key), "another tenant's key is another")
	require.NotEqual(t, number, command.LockNumber(owner, tenant, key))
	require.NotEqual(t, number, command.LockNumber(tenant, owner, command.KeyDigest("another key of theirs")))
}
