package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/slotq/slotq/schema"
)

// capabilities says which capability each root field demands. It is written out a second time here, so that a root
// that was added, lost or opened to others is a change that a reviewer sees.
var capabilities = map[string]string{
	"Query.viewer":          "session:read",
	"Query.serverTime":      "session:read",
	"Query.node":            "session:read",
	"Query.nodes":           "session:read",
	"Query.command":         "session:read",
	"Query.venue":           "inventory:read",
	"Query.venues":          "inventory:read",
	"Query.availability":    "inventory:read",
	"Query.policyVersions":  "policy:read",
	"Query.reservation":     "reservation:read",
	"Query.reservations":    "reservation:read",
	"Query.waitlistEntry":   "waitlist:read",
	"Query.waitlistEntries": "waitlist:read",
	"Query.offer":           "offer:read",
	"Query.offers":          "offer:read",
	"Query.intent":          "intent:read",
	"Query.intents":         "intent:read",
	"Query.approval":        "approval:read",
	"Query.approvals":       "approval:read",
	"Query.policyPreview":   "policy:preview",
	"Query.adjustments":     "adjustment:read",
	"Query.auditLog":        "audit:read",
	"Query.history":         "history:read",
	"Query.actionQueue":     "action:read",
	"Query.openingPreview":  "venue:manage",
	"Query.slotsForReview":  "reservation:operate",
	"Query.clockChanges":    "inventory:read",
	"Query.holidays":        "inventory:read",
	"Query.holidayRegions":  "inventory:read",
	"Query.pauses":          "inventory:read",
	"Query.arrivals":        "reservation:operate",
	"Query.seriesPreview":   "reservation:write",
	"Query.calendarFeeds":   "feed:read",
	"Query.apiKeys":         "access:manage",
	"Query.memberships":     "access:manage",
	"Query.report":          "report:read",
	"Query.invariants":      "report:read",

	"Mutation.holdSlot":            "reservation:write",
	"Mutation.extendHold":          "reservation:write",
	"Mutation.confirmReservation":  "reservation:write",
	"Mutation.cancelReservation":   "reservation:write",
	"Mutation.moveReservation":     "reservation:write",
	"Mutation.checkInReservation":  "reservation:operate",
	"Mutation.completeReservation": "reservation:operate",
	"Mutation.markNoShow":          "reservation:operate",
	"Mutation.joinWaitlist":        "waitlist:write",
	"Mutation.leaveWaitlist":       "waitlist:write",
	"Mutation.offerToEntry":        "offer:operate",
	"Mutation.withdrawOffer":       "offer:operate",
	"Mutation.confirmOffer":        "offer:decide",
	"Mutation.declineOffer":        "offer:decide",
	"Mutation.requestReservation":  "intent:write",
	"Mutation.cancelIntent":        "intent:write",
	"Mutation.retryIntent":         "intent:write",
	"Mutation.resolveAttempt":      "intent:operate",
	"Mutation.prepareAction":       "approval:prepare",
	"Mutation.confirmAction":       "approval:prepare",
	"Mutation.approveAction":       "approval:decide",
	"Mutation.rejectAction":        "approval:decide",
	"Mutation.createVenue":         "venue:manage",
	"Mutation.updateVenue":         "venue:manage",
	"Mutation.createArea":          "venue:manage",
	"Mutation.updateArea":          "venue:manage",
	"Mutation.createResource":      "venue:manage",
	"Mutation.updateResource":      "venue:manage",
	"Mutation.setOpeningHours":     "venue:manage",
	"Mutation.setHolidays":         "venue:manage",
	"Mutation.pauseBookings":       "venue:operate",
	"Mutation.endPause":            "venue:operate",
	"Mutation.setSwitches":         "venue:manage",
	"Mutation.adjustCapacity":      "capacity:adjust",
	"Mutation.draftPolicy":         "policy:draft",
	"Mutation.activatePolicy":      "policy:activate",
	"Mutation.grantAdjustment":     "adjustment:manage",
	"Mutation.revokeAdjustment":    "adjustment:manage",
	"Mutation.prioritizeEntry":     "offer:operate",
	"Mutation.seatWalkIn":          "reservation:operate",
	"Mutation.correctReservation":  "reservation:correct",
	"Mutation.bookSeries":          "reservation:write",
	"Mutation.issueCalendarFeed":   "feed:issue",
	"Mutation.revokeCalendarFeed":  "feed:issue",
	"Mutation.issueApiKey":         "access:manage",
	"Mutation.rotateApiKey":        "access:manage",
	"Mutation.revokeApiKey":        "access:manage",
	"Mutation.grantMembership":     "access:manage",
	"Mutation.revokeMembership":    "access:manage",

	"Subscription.offerChanged":         "offer:read",
	"Subscription.reservationChanged":   "reservation:read",
	"Subscription.waitlistEntryChanged": "waitlist:read",
	"Subscription.availabilityChanged":  "inventory:read",
	"Subscription.intentChanged":        "intent:read",
	"Subscription.approvalChanged":      "approval:read",
	"Subscription.actionQueueChanged":   "action:read",
}

func TestRoots(t *testing.T) {
	t.Run("every root field demands exactly the capability agreed for it", func(t *testing.T) {
		demanded := map[string]string{}
		for name, field := range roots(load(t)) {
			gates := field.Directives.ForNames("capability")
			require.Len(t, gates, 1, "%s needs one @capability", name)
			demanded[name] = gates[0].Arguments.ForName("name").Value.Raw
		}
		require.Equal(t, capabilities, demanded)
	})

	t.Run("every mutation takes one input and answers a command payload", func(t *testing.T) {
		s := load(t)
		for _, field := range s.Mutation.Fields {
			require.Len(t, field.Arguments, 1, field.Name)
			require.Equal(t, "input", field.Arguments[0].Name, field.Name)
			require.True(t, field.Arguments[0].Type.NonNull, field.Name)
			require.Contains(t, s.Types[field.Type.Name()].Interfaces, "CommandPayload", field.Name)
			key := s.Types[field.Arguments[0].Type.Name()].Fields.ForName("idempotencyKey")
			require.NotNil(t, key, field.Name)
			require.Equal(t, "IdempotencyKey!", key.Type.String(), field.Name)
		}
	})
}

func TestEveryTypeIsUsed(t *testing.T) {
	s := load(t)
	used := map[string]bool{}
	for _, root := range []*ast.Definition{s.Query, s.Mutation, s.Subscription} {
		reach(s, root, used)
	}
	for name, def := range s.Types {
		require.True(t, def.BuiltIn || used[name], "nothing leads to %s", name)
	}
}

func TestPrint(t *testing.T) {
	printed := schema.Print()

	t.Run("the same schema prints the same bytes", func(t *testing.T) {
		require.Equal(t, printed, schema.Print())
	})

	t.Run("the print says all that the files say", func(t *testing.T) {
		reread, err := gqlparser.LoadSchema(&ast.Source{Name: "printed", Input: printed})
		require.NoError(t, err)
		require.Equal(t, phrases(load(t)), phrases(reread))
		require.Equal(t, signatures(load(t)), signatures(reread))
		for name, field := range roots(reread) {
			require.NotNil(t, field.Directives.ForName("capability"), name)
		}
	})

	t.Run("what GraphQL itself defines is left out", func(t *testing.T) {
		for _, builtIn := range []string{"__Type", "__schema", "directive @skip", "directive @deprecated", "scalar Int"} {
			require.NotContains(t, printed, builtIn)
		}
	})
}

func load(t testing.TB) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(schema.Sources()...)
	require.NoError(t, err)
	return s
}

// roots answers the root fields by "Query.venue", without the introspection fields that every schema has.
func roots(s *ast.Schema) map[string]*ast.FieldDefinition {
	all := map[string]*ast.FieldDefinition{}
	for _, root := range []*ast.Definition{s.Query, s.Mutation, s.Subscription} {
		for _, field := range root.Fields {
			if !strings.HasPrefix(field.Name, "__") {
				all[root.Name+"."+field.Name] = field
			}
		}
	}
	return all
}

// reach marks every type that a client can meet from def: through results, arguments, inputs and interfaces.
// A type that merely implements a reached interface counts only for Node, which node(id) really answers.
func reach(s *ast.Schema, def *ast.Definition, used map[string]bool) {
	if used[def.Name] {
		return
	}
	used[def.Name] = true
	for _, name := range def.Interfaces {
		reach(s, s.Types[name], used)
	}
	if def.Name == "Node" {
		for _, possible := range s.GetPossibleTypes(def) {
			reach(s, possible, used)
		}
	}
	for _, field := range def.Fields {
		reach(s, s.Types[field.Type.Name()], used)
		for _, arg := range field.Arguments {
			reach(s, s.Types[arg.Type.Name()], used)
		}
	}
}
