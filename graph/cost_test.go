package graph_test

import (
	"context"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph/generated"
	"github.com/slotq/slotq/graph/transport"
)

// dashboard is a day of a venue with all that a screen shows of it, 50 rows a list.
const dashboard = `query Day($v: ID!) {
	viewer { role tenant { name } }
	venue(id: $v) { name areas { name } policy { number } resources(first: 50) { nodes { ...Table } } }
	reservations(venueId: $v, first: 50) { nodes { ...Booking } pageInfo { endCursor } }
	waitlistEntries(venueId: $v, first: 50) { nodes { ...Waiting } pageInfo { endCursor } }
	offers(venueId: $v, first: 50) { nodes { id status expiresAt entry { ...Waiting } slots { ...Time } hold { id status } } }
	intents(first: 50) { nodes { id status slots { ...Time } attempts { number status failure } reservation { ...Booking } } }
}
fragment Table on Resource { id name kind }
fragment Time on Slot { id startsAt endsAt resource { ...Table } }
fragment Booking on Reservation { id version status partySize customer { name } slots { ...Time } }
fragment Waiting on WaitlistEntry { id status position partySize customer { name } }`

// priced is what a document costs against the contract, with the limits of the door.
func priced(t *testing.T, query string, variables map[string]any) int {
	t.Helper()
	e := executor.New(generated.NewExecutableSchema(generated.Config{}))
	e.Use(transport.Limits{})
	ctx := graphql.StartOperationTrace(context.Background())
	operation, errs := e.CreateOperationContext(ctx, &graphql.RawParams{Query: query, Variables: variables})
	require.Empty(t, errs)
	return transport.CostOf(graphql.WithOperationContext(ctx, operation))
}

// TestCosts holds the figures that docs/api-limits.md tells.
func TestCosts(t *testing.T) {
	ids := make([]any, 100)
	for i := range ids {
		ids[i] = "x"
	}
	at := map[string]any{"v": venue}
	for name, c := range map[string]struct {
		query     string
		variables map[string]any
		cost      int
	}{
		"the clock":                      {`{ serverTime }`, nil, 0},
		"a page of venues":               {`{ venues { nodes { name } } }`, nil, 51},
		"the longest page of free times": {`query($v: ID!) { availability(venueId: $v, from: "2026-01-01", to: "2026-01-02", partySize: 2, first: 100) { nodes { id startsAt resource { id kind } } } }`, at, 251},
		"a hundred things by id":         {`query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, map[string]any{"ids": ids}, 100},
		"a hold":                         {`mutation { holdSlot(input: {slotIds: ["x"], partySize: 2, idempotencyKey: ` + key + `}) { outcome reservation { id } slots { id } } }`, nil, 14},
		"a dashboard":                    {dashboard, at, 1571},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.cost, priced(t, c.query, c.variables))
		})
	}
	t.Run("twice as long a page costs twice as much, and is let through", func(t *testing.T) {
		long := strings.ReplaceAll(dashboard, "first: 50", "first: 100")
		require.InDelta(t, 2*priced(t, dashboard, at), priced(t, long, at), 100)
	})
}
