package graph_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/slotq/slotq/graph/generated"
	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
	"github.com/slotq/slotq/schema"
)

// enums says which values the program knows of each enum of the contract. gqlgen would send out any other without a word.
var enums = map[string][]string{
	"ActionItemKind":      texts(agenda.KindValues()),
	"CommandOutcome":      texts(command.OutcomeValues()),
	"RetryRule":           texts(problem.RetryValues()),
	"ProblemCode":         texts(problem.CodeValues()),
	"ResourceKind":        texts(inventory.KindValues()),
	"Role":                texts(actor.RoleValues()),
	"ReservationStatus":   texts(reservation.Values()),
	"CancelReason":        texts(model.AllCancelReason),
	"WaitlistEntryStatus": texts(waitlist.EntryValues()),
	"OfferStatus":         texts(waitlist.OfferValues()),
	"DeliveryState":       texts(waitlist.DeliveryValues()),
	"OfferDecisionState":  texts(model.AllOfferDecisionState),
	"ConfirmationSource":  texts(waitlist.SourceValues()),
	"DeclineReason":       texts(model.AllDeclineReason),
	"PolicyStatus":        texts(policy.StatusValues()),
	"WaitlistFit":         texts(policy.FitValues()),
	"OfferLapse":          texts(policy.LapseValues()),
	"WaitlistFactor":      texts(policy.FactorValues()),
	"IntentStatus":        texts(intent.StatusValues()),
	"AttemptStatus":       texts(intent.AttemptValues()),
	"AttemptResolution":   texts(intent.Resolutions()),
	"ApprovalStatus":      texts(approval.StatusValues()),
	"SlotState":           texts(inventory.StateValues()),
	"ClockEffect":         texts([]reading.ClockEffect{reading.Lost, reading.Doubled, reading.Shortened}),
	"BookingChannel":      texts(policy.ChannelValues()),
	"ConfirmationMode":    texts(policy.ConfirmationValues()),
	"AdjustmentKind":      texts(waitlist.AdjustmentKindValues()),
	"CorrectedStatus":     texts([]reservation.Status{reservation.Confirmed, reservation.CheckedIn}),
	"FeedPrivacy":         texts(ical.PrivacyValues()),
	"StreamKind":          texts([]feed.Kind{feed.Snapshot, feed.Change, feed.Resync}),
}

func TestEnumsOfTheContract(t *testing.T) {
	for name, def := range contract(t).Types {
		if def.Kind != ast.Enum || def.BuiltIn {
			continue
		}
		t.Run(name+" has the values that the program knows, in the same order", func(t *testing.T) {
			var values []string
			for _, value := range def.EnumValues {
				values = append(values, value.Name)
			}
			require.Equal(t, enums[name], values)
		})
	}
	t.Run("every state of an offer is a state of its decision, but for the open one", func(t *testing.T) {
		states := enums["OfferDecisionState"]
		require.Equal(t, "NONE", states[0])
		require.ElementsMatch(t, enums["OfferStatus"][1:], states[1:])
	})
}

func TestCapabilities(t *testing.T) {
	t.Run("every root demands a capability that exists, and refuses whoever is nobody", func(t *testing.T) {
		s := contract(t)
		for _, root := range []*ast.Definition{s.Query, s.Mutation, s.Subscription} {
			for _, field := range root.Fields {
				if strings.HasPrefix(field.Name, "__") {
					continue
				}
				gate := field.Directives.ForName("capability")
				require.NotNil(t, gate, field.Name)
				require.Contains(t, actor.Values(), actor.Capability(gate.Arguments.ForName("name").Value.Raw), field.Name)
			}
		}
	})
	t.Run("there is one directive to wire", func(t *testing.T) {
		// A second one needs its line in graph.NewHandler, which panics without.
		require.Equal(t, 1, reflect.TypeFor[generated.DirectiveRoot]().NumField())
		require.NotPanics(t, func() { newDoor(t).handler() })
	})
}

func contract(t testing.TB) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(schema.Sources()...)
	require.NoError(t, err)
	return s
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}
