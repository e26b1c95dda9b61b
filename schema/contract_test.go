package schema_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// contractSDL is the public contract as it was agreed, kept unaltered. The schema may add to it; it renames and drops
// nothing.
//
//go:embed testdata/contract.graphqls
var contractSDL string

// later lists what the contract has and this schema has not yet, because nothing stands behind it so far. A type that
// only these lead to is left out with them. The list may only shrink.
var later = map[string][]string{}

func TestContract(t *testing.T) {
	ours, contract := load(t), loadContract(t)

	t.Run("every root of the contract is either here or on the list for later", func(t *testing.T) {
		for at := range roots(contract) {
			root, field, _ := strings.Cut(at, ".")
			postponed := slices.Contains(later[root], field)
			require.True(t, capabilities[at] != "" || postponed, "%s is forgotten", at)
		}
	})

	t.Run("what is listed for later is in the contract and not here", func(t *testing.T) {
		for name, fields := range later {
			for _, field := range fields {
				require.NotNil(t, contract.Types[name].Fields.ForName(field), "%s.%s", name, field)
				require.Nil(t, ours.Types[name].Fields.ForName(field), "%s.%s", name, field)
			}
		}
	})

	t.Run("a type we share is of the same kind and implements the same interfaces", func(t *testing.T) {
		for name, def := range shared(ours, contract) {
			require.Equal(t, contract.Types[name].Kind, def.Kind, name)
			require.Subset(t, def.Interfaces, contract.Types[name].Interfaces, name)
			require.Equal(t, contract.Types[name].Directives.ForName("oneOf") != nil, def.Directives.ForName("oneOf") != nil, name)
		}
	})

	t.Run("a type we share has every field, argument, default and value of the contract, unchanged", func(t *testing.T) {
		here := signatures(ours)
		for at, signature := range signatures(contract) {
			name, member, _ := strings.Cut(at, ".")
			member, _, _ = strings.Cut(member, "(")
			if ours.Types[name] == nil || slices.Contains(later[name], member) {
				continue
			}
			require.Equal(t, signature, here[at], "%s as the contract has it", at)
		}
	})

	t.Run("what we add to a shared type never makes a client of the contract fail", func(t *testing.T) {
		for name, def := range shared(ours, contract) {
			for _, field := range def.Fields {
				agreed := contract.Types[name].Fields.ForName(field.Name)
				if agreed == nil {
					optional := def.Kind != ast.InputObject || !required(field.Type, field.DefaultValue)
					require.True(t, optional, "%s.%s is a new demand", name, field.Name)
					continue
				}
				for _, arg := range field.Arguments {
					optional := agreed.Arguments.ForName(arg.Name) != nil || !required(arg.Type, arg.DefaultValue)
					require.True(t, optional, "%s.%s(%s) is a new demand", name, field.Name, arg.Name)
				}
			}
		}
	})
}

// loadContract reads the contract. It defines @oneOf itself, which gqlparser also knows and allows to be said twice.
func loadContract(t testing.TB) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(&ast.Source{Name: "testdata/contract.graphqls", Input: contractSDL})
	require.NoError(t, err)
	return s
}

// shared answers our own definitions that the contract has as well.
func shared(ours, contract *ast.Schema) map[string]*ast.Definition {
	both := map[string]*ast.Definition{}
	for name, def := range ours.Types {
		if !def.BuiltIn && contract.Types[name] != nil {
			both[name] = def
		}
	}
	return both
}

// signatures answers what a client relies on, by where it stands: "Venue.code" is "String!", "Query.venues(first)" is
// "Int = 50", "Role.ADMIN" is "value".
func signatures(s *ast.Schema) map[string]string {
	all := map[string]string{}
	for name, def := range s.Types {
		if def.BuiltIn {
			continue
		}
		for _, value := range def.EnumValues {
			all[name+"."+value.Name] = "value"
		}
		for _, field := range def.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			all[name+"."+field.Name] = typeAndDefault(field.Type, field.DefaultValue)
			for _, arg := range field.Arguments {
				all[name+"."+field.Name+"("+arg.Name+")"] = typeAndDefault(arg.Type, arg.DefaultValue)
			}
		}
	}
	return all
}

func typeAndDefault(typ *ast.Type, value *ast.Value) string {
	if value == nil {
		return typ.String()
	}
	return typ.String() + " = " + value.String()
}

func required(typ *ast.Type, value *ast.Value) bool { return typ.NonNull && value == nil }
