package graph

import (
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

func TestWhoAsksHowSlotsStand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{ reservation(id: 1) { slots { id startsAt resource { name } } } }`:                                                        false,
		`{ reservation(id: 1) { slots { bookable } } }`:                                                                             true,
		`{ reservation(id: 1) { slots { free: remaining } } }`:                                                                      true,
		`{ node(id: 1) { ... on Slot { blockers @skip(if: true) } } }`:                                                              true,
		`subscription { reservationChanged(venueId: 1) { reservation { ...R } } } fragment R on Reservation { slots { id } }`:       false,
		`subscription { reservationChanged(venueId: 1) { reservation { ...R } } } fragment R on Reservation { slots { bookable } }`: true,
		`query A { serverTime } query B { reservation(id: 1) { slots { ... { ... on Slot { remaining } } } } }`:                     true,
	} {
		doc, err := parser.ParseQuery(&ast.Source{Input: text})
		require.NoError(t, err)
		require.Equal(t, want, asksHowSlotsStand(&graphql.OperationContext{Doc: doc}), text)
	}
	require.True(t, asksHowSlotsStand(nil), "whoever can't say is told all")
}
