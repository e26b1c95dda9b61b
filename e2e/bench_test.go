package e2e

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestBench: the program puts load on itself at venues of its own making, and leaves everybody else's alone.
func TestBench(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	db := underneath(t, data)
	const others = `SELECT count(*) FROM reservations r JOIN venues v ON v.id = r.venue_id WHERE v.code NOT LIKE 'bench-%'`
	before := count(t, db, others)
	bench := func(args ...string) gjson.Result {
		program := exec.Command(binary, append([]string{"bench", "--url", m.GraphQL, "--token", m.token(t, m.Story.Tenant, "admin"), "--rate", "10", "--duration", "1s", "--json"}, args...)...)
		out, err := program.Output()
		require.NoError(t, err)
		s := gjson.ParseBytes(out)
		require.EqualValues(t, 10, s.Get("asked").Int(), "%s", out)
		require.Zero(t, s.Get("failed").Int(), "%s", out)
		return s
	}
	require.EqualValues(t, 10, bench("story").Get("done").Int())
	hot := bench("hot", "--capacity", "6")
	require.EqualValues(t, 6, hot.Get("done").Int(), "%s", hot.Raw)
	require.EqualValues(t, 4, hot.Get("refused.CAPACITY_EXCEEDED").Int(), "%s", hot.Raw)
	require.EqualValues(t, 10, bench("list", "--list", "availability").Get("done").Int())

	require.Equal(t, before, count(t, db, others))
	require.Equal(t, 3, count(t, db, `SELECT count(*) FROM venues WHERE code LIKE 'bench-%'`))
	require.Zero(t, count(t, db, `SELECT count(*) FROM resources r JOIN venues v ON v.id = r.venue_id WHERE v.code LIKE 'bench-%' AND r.active`), "nobody can book there any more")
	require.Contains(t, fails(t, "bench", "hold", "--url", m.GraphQL, "--token", m.token(t, m.Story.Tenant, "customerA")), "an administrator's token")
	require.Contains(t, run(t, "verify", "--data", data), "every invariant holds")
}
