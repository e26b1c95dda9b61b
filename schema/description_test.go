package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

// Lengths in words. Most things need one short sentence; a type may need two or three, and a root field must also say
// what its versions mean and which problems it answers.
const (
	shortest    = 5
	longest     = 15
	longestDef  = 50
	longestRoot = 70
)

func TestDescriptions(t *testing.T) {
	s := load(t)
	rootFields := roots(s)

	t.Run("everything a stranger can meet is described, in a sentence and briefly", func(t *testing.T) {
		for name, text := range phrases(s) {
			limit := longest
			switch {
			case rootFields[name] != nil:
				limit = longestRoot
			case !strings.ContainsAny(name, ".@"):
				limit = longestDef
			}
			words := len(strings.Fields(text))
			require.GreaterOrEqual(t, words, shortest, "%s: %q", name, text)
			require.LessOrEqual(t, words, limit, "%s: %q", name, text)
			require.True(t, strings.HasSuffix(text, "."), "%s: %q is no sentence", name, text)
		}
	})

	t.Run("every enum tells its clients to expect unknown values", func(t *testing.T) {
		for name, def := range s.Types {
			if def.Kind == ast.Enum && !def.BuiltIn {
				require.Contains(t, def.Description, "Expect unknown values later", name)
			}
		}
	})

	t.Run("every mutation says which problems it answers, by codes that exist", func(t *testing.T) {
		for _, field := range s.Mutation.Fields {
			_, list, found := strings.Cut(field.Description, "Problems: ")
			require.True(t, found, field.Name)
			codes := strings.Split(strings.TrimSuffix(strings.Join(strings.Fields(list), " "), "."), ", ")
			for _, code := range codes {
				require.NotNil(t, s.Types["ProblemCode"].EnumValues.ForName(code), "%s: %s", field.Name, code)
			}
			require.Subset(t, codes, []string{"IDEMPOTENCY_MISMATCH", "REFERENCE_NOT_FOUND"}, field.Name)
		}
	})
}

// phrases answers every description of the schema by where it stands: "Venue", "Venue.code", "Query.venue(id)",
// "Role.ADMIN", "@capability", "@capability(name)". What GraphQL itself defines is left out; what lacks a description
// is there with an empty one.
func phrases(s *ast.Schema) map[string]string {
	all := map[string]string{}
	for name, def := range s.Types {
		if def.BuiltIn {
			continue
		}
		all[name] = def.Description
		for _, value := range def.EnumValues {
			all[name+"."+value.Name] = value.Description
		}
		for _, field := range def.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			at := name + "." + field.Name
			all[at] = field.Description
			describeArguments(all, at, field.Arguments)
		}
	}
	for name, directive := range s.Directives {
		if !directive.Position.Src.BuiltIn {
			all["@"+name] = directive.Description
			describeArguments(all, "@"+name, directive.Arguments)
		}
	}
	return all
}

func describeArguments(all map[string]string, at string, arguments ast.ArgumentDefinitionList) {
	for _, arg := range arguments {
		all[at+"("+arg.Name+")"] = arg.Description
	}
}
