package graph

import (
	"reflect"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/slotq/slotq/internal/actor"
)

func TestQuestionOf(t *testing.T) {
	t.Parallel()
	operation := func(query, name string, variables map[string]any) *graphql.OperationContext {
		return &graphql.OperationContext{RawQuery: query, OperationName: name, Variables: variables, Operation: &ast.OperationDefinition{
			VariableDefinitions: ast.VariableDefinitionList{
				{Variable: "id", Type: ast.NonNullNamedType("ID", nil)}, {Variable: "from", Type: ast.NamedType("EventCursor", nil)},
			},
		}}
	}
	asked := func(a actor.Actor, o *graphql.OperationContext) question {
		q, err := questionOf(a, o)
		require.NoError(t, err)
		return q
	}
	plain := asked(actor.Actor{}, operation("q", "n", nil))

	t.Run("whatever an actor may have counts, but for what only names it", func(t *testing.T) {
		names := map[string]bool{"PrincipalID": true, "KeyID": true, "SessionID": true, "MembershipID": true, "Fingerprint": true, "DisplayName": true, "ExpiresAt": true}
		some, now := uuid.New(), time.Now()
		values := map[reflect.Type]any{
			reflect.TypeFor[uuid.UUID](): some, reflect.TypeFor[*uuid.UUID](): &some, reflect.TypeFor[[]uuid.UUID](): []uuid.UUID{some},
			reflect.TypeFor[string](): "x", reflect.TypeFor[actor.Fingerprint](): actor.Fingerprint{1}, reflect.TypeFor[actor.Role](): actor.Staff, reflect.TypeFor[[]actor.Capability](): []actor.Capability{actor.OfferRead}, reflect.TypeFor[*time.Time](): &now,
		}
		for _, field := range reflect.VisibleFields(reflect.TypeFor[actor.Actor]()) {
			a := actor.Actor{}
			value, known := values[field.Type]
			require.True(t, known, "give %s a value here, and think whether it decides what is seen", field.Name)
			reflect.ValueOf(&a).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(value))
			require.Equal(t, names[field.Name], plain == asked(a, operation("q", "n", nil)), field.Name)
		}
	})
	t.Run("granted venues count whatever their order, and are left in it", func(t *testing.T) {
		x, y := uuid.MustParse("11111111-1111-4111-8111-111111111111"), uuid.MustParse("22222222-2222-4222-8222-222222222222")
		granted := []uuid.UUID{y, x}
		require.Equal(t, asked(actor.Actor{VenueIDs: []uuid.UUID{x, y}}, operation("q", "n", nil)), asked(actor.Actor{VenueIDs: granted}, operation("q", "n", nil)))
		require.Equal(t, []uuid.UUID{y, x}, granted)
	})
	t.Run("so do the document, the operation and its variables, but for where the stream begins", func(t *testing.T) {
		require.Equal(t, plain, asked(actor.Actor{}, operation("q", "n", map[string]any{"from": "c7"})))
		for _, other := range []*graphql.OperationContext{
			operation("q ", "n", nil), operation("q", "m", nil), operation("qn", "", nil),
			operation("q", "n", map[string]any{"id": "1"}), operation("q", "n", map[string]any{"id": nil}),
		} {
			require.NotEqual(t, plain, asked(actor.Actor{}, other))
		}
	})
}
