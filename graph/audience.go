package graph

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
)

// cursorType is the type of the variables that say where a stream begins. They show in no response to a change.
const cursorType = "EventCursor"

// question is a digest of all that the response to a change depends on besides the change: who looks, and what is asked.
type question [sha256.Size]byte

// questionOf is the same for all who get the same responses. What an actor sees is decided by its tenant, role, customer
// and granted venues; who it is beyond that, no response to a change shows. So everything else that an actor has or will
// have counts, and only what merely names it is left out.
func questionOf(a actor.Actor, operation *graphql.OperationContext) (question, error) {
	a.PrincipalID, a.KeyID, a.DisplayName, a.ExpiresAt = uuid.Nil, uuid.Nil, "", (*time.Time)(nil)
	a.SessionID, a.MembershipID, a.Fingerprint = uuid.Nil, uuid.Nil, actor.Fingerprint{}
	a.VenueIDs = slices.SortedFunc(slices.Values(a.VenueIDs), func(x, y uuid.UUID) int { return bytes.Compare(x[:], y[:]) })
	variables := make(map[string]any, len(operation.Variables))
	for _, v := range operation.Operation.VariableDefinitions {
		if value, given := operation.Variables[v.Variable]; given && v.Type.NamedType != cursorType {
			variables[v.Variable] = value
		}
	}
	canonical, err := json.Marshal([]any{a, operation.RawQuery, operation.OperationName, variables}) // maps come sorted
	if err != nil {
		return question{}, fmt.Errorf("tell a subscription from others: %w", err)
	}
	return sha256.Sum256(canonical), nil
}
