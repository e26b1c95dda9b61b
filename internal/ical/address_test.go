package ical_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ical"
)

func TestAddress(t *testing.T) {
	t.Parallel()
	tenant := uuid.New()
	made := ical.NewAddress(tenant)
	secret := strings.TrimSuffix(strings.TrimPrefix(made.Path(), "/calendar/"), ".ics")

	t.Run("is read as it was spelled", func(t *testing.T) {
		read, ok := ical.ParseAddress(made.Path())
		require.True(t, ok)
		require.Equal(t, made, read)
		require.Equal(t, tenant, read.Tenant)
		require.Equal(t, made.Digest(), read.Digest())
		require.Len(t, secret, 64, "16 bytes of tenant and 32 of chance")
	})
	t.Run("is never made twice, not even for one tenant", func(t *testing.T) {
		other := ical.NewAddress(tenant)
		require.NotEqual(t, made.Path(), other.Path())
		require.NotEqual(t, made.Digest(), other.Digest())
	})
	t.Run("has one spelling, and what isn't one is none", func(t *testing.T) {
		nobodys := ical.NewAddress(uuid.Nil).Path()
		last := secret[:63] + map[bool]string{true: "-", false: "A"}[secret[63] == 'A']
		for name, path := range map[string]string{
			"nothing": "", "the list": "/calendar/", "no secret": "/calendar/.ics", "no ending": "/calendar/" + secret, "another ending": "/calendar/" + secret + ".ICS",
			"two endings": made.Path() + ".ics", "another place": "/calendars/" + secret + ".ics", "no slash": made.Path()[1:], "one letter less": "/calendar/" + secret[1:] + ".ics",
			"one letter more": "/calendar/A" + secret + ".ics", "padded": "/calendar/" + secret + "=.ics", "a line break inside": "/calendar/" + secret[:8] + "\n" + secret[8:] + ".ics",
			"a blank": "/calendar/ " + secret + ".ics", "letters of the other alphabet": "/calendar/" + strings.Repeat("+", 64) + ".ics",
			"nobody's tenant": nobodys, "deeper": "/calendar/" + secret[:60] + "/../.ics",
		} {
			_, ok := ical.ParseAddress(path)
			require.False(t, ok, name)
		}
		read, ok := ical.ParseAddress("/calendar/" + last + ".ics")
		require.True(t, ok, "all 64 letters carry bits")
		require.NotEqual(t, made.Digest(), read.Digest())
	})
	t.Run("doesn't tell its secret by accident", func(t *testing.T) {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.NotContains(t, fmt.Sprintf(verb, made), secret, verb)
		}
		require.Equal(t, made.String(), fmt.Sprint(made))
	})
}
