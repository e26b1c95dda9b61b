package policy_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

func TestFormatDuration(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"PT0S":                          0,
		"PT5M":                          5 * time.Minute,
		"PT2H":                          2 * time.Hour,
		"PT1H30M":                       90 * time.Minute,
		"PT23H59M59S":                   day - time.Second,
		"P1D":                           day,
		"P1DT12H":                       36 * time.Hour,
		"P7D":                           7 * day,
		"P7DT1H":                        7*day + time.Hour,
		"P31DT1H":                       31*day + time.Hour,
		"P60D":                          60 * day,
		"P400D":                         400 * day,
		"PT0.25S":                       250 * time.Millisecond,
		"PT0.000000001S":                1,
		"PT1M0.000001S":                 time.Minute + time.Microsecond,
		"-PT5M":                         -5 * time.Minute,
		"-P1D":                          -day,
		"-P106751DT23H47M16.854775808S": math.MinInt64,
	} {
		t.Run(want+" has one form", func(t *testing.T) { require.Equal(t, want, policy.FormatDuration(d)) })
	}
}

func TestParseDuration(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"PT0S":                         0,
		"P0D":                          0,
		"PT300S":                       5 * time.Minute,
		"PT90M":                        90 * time.Minute,
		"PT1H30M":                      90 * time.Minute,
		"PT36H":                        36 * time.Hour,
		"P1DT12H":                      36 * time.Hour,
		"P2W":                          14 * day,
		"P60D":                         60 * day,
		"PT0.5S":                       500 * time.Millisecond,
		"PT0.000000001S":               1,
		"P106751DT23H47M16.854775807S": math.MaxInt64,
	} {
		t.Run(s+" is read", func(t *testing.T) {
			got, err := policy.ParseDuration(s)
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
	for _, s := range []string{
		"", "P", "PT", "P1DT", "P1", "5M", "T5M", "PT5", "PT5m", "pt5m", " PT5M", "PT5M ", "PT5M\n", "-PT5M", "PT-5M", "+PT5M",
		"P1Y", "P0Y", "P1M", "P0M", "P1Y2M", "PT1M1H", "P1D2D", "P1D1W", "PT1.5H", "P0.5D", "PT,5S", "PT.5S", "PT1.S", "PT1.1.1S",
		"PT0.0000000001S", "PT٥M", "5m0s", "300", "P999999999W", "P106751DT23H47M16.854775808S", "PT9999999999999S",
	} {
		t.Run("\""+s+"\" is refused and named", func(t *testing.T) {
			_, err := policy.ParseDuration(s)
			require.ErrorContains(t, err, "duration \"")
		})
	}
}

func TestDurationsReadBackAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Min(0).Draw(t, "nanoseconds"))
		if unit := rapid.SampledFrom([]time.Duration{1, time.Microsecond, time.Second, time.Hour, day}).Draw(t, "whole"); d >= unit {
			d -= d % unit
		}
		got, err := policy.ParseDuration(policy.FormatDuration(d))
		require.NoError(t, err)
		require.Equal(t, d, got)
	})
}
