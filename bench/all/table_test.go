package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	t.Parallel()
	var all []measured
	for _, line := range []string{
		`{"figure":"hold_spread_vs_pgbench","ratio":1.61,"ours":4321.5,"theirs":2684,"unit":"1/s","peer":"pgbench"}`,
		`{"figure":"nested_list","ours":41.23,"unit":"pages"}`,
		`{"figure":"locks_race","of":"advisory","callers":32,"answers_per_s":410.2,"to_row_lock":0.97}`,
		"BenchmarkListingAMonth/ours-2   3   12345678 ns/op",
		"a line for people",
		`{"circumstances":{}}`,
	} {
		if m, ok := read("step", line); ok {
			all = append(all, m)
		}
	}
	var out strings.Builder
	require.NoError(t, table(&out, all))
	var rows []string
	for line := range strings.Lines(out.String()) {
		rows = append(rows, strings.Join(strings.Fields(line), " "))
	}
	require.Equal(t, []string{
		"measurement figure ratio measured beside unit",
		"step hold_spread_vs_pgbench 1.61 4,322 2,684 pgbench 1/s",
		"step nested_list 41.2 pages",
		"step locks_race, advisory, 32 callers 0.97 410 row lock answers/s",
		"step BenchmarkListingAMonth/ours-2 12345678 ns/op",
	}, rows)
}

// TestChosen leaves the order as it is.
func TestChosen(t *testing.T) {
	t.Parallel()
	some := chosen(short("x"), "flat,quick")
	require.Len(t, some, 2)
	require.Equal(t, "quick", some[0].name)
	require.Len(t, chosen(short("x"), ""), len(short("x")))
}
