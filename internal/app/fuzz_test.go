package app_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

// wrong are values of every sort, for places that want another.
var wrong = []any{nil, "", "x", " ", 0, -1, 1, 1.5, 1e300, true, []any{}, []any{nil}, []any{[]any{}}, vars{}, vars{"a": 1}, "\x00", "\u202e\u0301", "{", "99999999999999999999", -2147483649, "2026-02-30T00:00:00Z", strings.Repeat("ÿ", 3000)}

// apiAnythingAnywhere puts values of every sort into every place of every root: whatever comes back, it is never a fault.
func apiAnythingAnywhere(t *testing.T, p *program) {
	w := newWorld(t, p)
	s := contract(t)
	allowed := []string{"", "PAYLOAD_INVALID", "INVALID_IDEMPOTENCY_KEY", "REFERENCE_NOT_FOUND", "GRAPHQL_VALIDATION_FAILED"}
	for name, r := range roots() {
		if isStream(s, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			w := w.in(t)
			c := w.admin
			try := func(path ...string) {
				for _, value := range wrong {
					a := c.ask(r.document, put(t, r.good(w), path, value))
					require.Contains(t, allowed, a.code(), "%v of %s as %v: %s", path, name, value, a.raw)
				}
			}
			for variable, value := range r.good(w) {
				try(variable)
				if _, isInput := value.(vars); !isInput {
					continue
				}
				for _, field := range inputOf(s, name).Fields {
					try(variable, field.Name)
					for _, below := range fieldsBelow(s, field) {
						v := put(t, r.good(w), []string{"input", field.Name}, vars{"name": "Somebody"})
						for _, value := range wrong {
							a := c.ask(r.document, put(t, v, []string{"input", field.Name, below}, value))
							require.Contains(t, allowed, a.code(), "%s.%s of %s as %v: %s", field.Name, below, name, value, a.raw)
						}
					}
				}
			}
		})
	}
}

// inputOf is the input type of a root.
func inputOf(s *ast.Schema, root string) *ast.Definition {
	field := s.Mutation.Fields.ForName(root)
	if field == nil {
		field = s.Query.Fields.ForName(root)
	}
	return s.Types[field.Arguments[0].Type.Name()]
}

func fieldsBelow(s *ast.Schema, field *ast.FieldDefinition) (names []string) {
	for _, below := range s.Types[field.Type.Name()].Fields {
		names = append(names, below.Name)
	}
	return names
}
