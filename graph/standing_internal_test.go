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
	for text, want := range map[string]standing{
		`{ reservation(id: 1) { slots { id startsAt resource { name } } } }`:                                                        plain,
		`{ reservation(id: 1) { slots { bookable } } }`:                                                                             full,
		`{ reservation(id: 1) { slots { free: remaining } } }`:                                                                      counted,
		`{ reservation(id: 1) { slots { remaining bookable } } }`:                                                                   full,
		`{ node(id: 1) { ... on Slot { blockers @skip(if: true) } } }`:                                                              full,
		`subscription { reservationChanged(venueId: 1) { reservation { ...R } } } fragment R on Reservation { slots { id } }`:       plain,
		`subscription { reservationChanged(venueId: 1) { reservation { ...R } } } fragment R on Reservation { slots { bookable } }`: full,
		`query A { serverTime } query B { reservation(id: 1) { slots { ... { ... on Slot { remaining } } } } }`:                     counted,
	} {
		doc, err := parser.ParseQuery(&ast.Source{Input: text})
		require.NoError(t, err)
		require.Equal(t, want, standingAsked(&graphql.OperationContext{Doc: doc}), text)
	}
	require.Equal(t, full, standingAsked(nil), "whoever can't say is told all")
}
