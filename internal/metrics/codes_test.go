package metrics_test

import (
	"regexp"
	"testing"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/metrics"
)

var codeConstant = regexp.MustCompile(`\bcode[A-Z]\w* *= *"([A-Z_]+)"`)

// TestEveryPublicCodeCounts: a code that clients are told counts under its own name, and one that nobody knows doesn't.
func TestEveryPublicCodeCounts(t *testing.T) {
	t.Parallel()
	codes := map[string]bool{errcode.ParseFailed: true, errcode.ValidationFailed: true}
	for _, file := range []string{"graph/errors.go", "graph/transport/errors.go"} {
		found := codeConstant.FindAllStringSubmatch(read(t, file), -1)
		require.NotEmpty(t, found, file)
		for _, constant := range found {
			codes[constant[1]] = true
		}
	}
	r := metrics.New(metrics.Build{Version: "1", Commit: "x"})
	for code := range codes {
		r.Error(code)
	}
	r.Error("a guest's name")
	families, err := r.Gatherer().Gather()
	require.NoError(t, err)
	counted := map[string]bool{}
	for _, family := range families {
		if family.GetName() == "slotq_graphql_errors_total" {
			for _, m := range family.GetMetric() {
				counted[m.GetLabel()[0].GetValue()] = true
			}
		}
	}
	codes["OTHER"] = true
	require.Equal(t, codes, counted)
}
