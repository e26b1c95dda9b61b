package scalar

import (
	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

// MarshalActionItemKind writes why something waits for a person.
func MarshalActionItemKind(k agenda.Kind) graphql.Marshaler { return graphql.MarshalString(string(k)) }

// UnmarshalActionItemKind reads why something waits for a person.
func UnmarshalActionItemKind(v any) (agenda.Kind, error) { return member(v, agenda.KindValues()) }

// MarshalCommandOutcome writes how a command ended.
func MarshalCommandOutcome(o command.Outcome) graphql.Marshaler {
	return graphql.MarshalString(string(o))
}

// UnmarshalCommandOutcome reads how a command ended.
func UnmarshalCommandOutcome(v any) (command.Outcome, error) {
	return member(v, command.OutcomeValues())
}

// MarshalProblemCode writes why a command was refused.
func MarshalProblemCode(c problem.Code) graphql.Marshaler { return graphql.MarshalString(string(c)) }

// UnmarshalProblemCode reads why a command was refused.
func UnmarshalProblemCode(v any) (problem.Code, error) { return member(v, problem.CodeValues()) }
