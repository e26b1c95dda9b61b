package credential

import (
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// Membership lets a person whom an identity provider knows sign in to a tenant. It names the person by the provider's
// subject, or by an e-mail address until the first subject signs in with that address verified.
type Membership struct {
	ID          uuid.UUID
	TenantID    uuid.UUID
	PrincipalID uuid.UUID
	Issuer      string
	Subject     *string
	Email       *string // in lower case
	DisplayName string
	actor.Grant
	CustomerID     *uuid.UUID // for whom a CUSTOMER's or an AGENT's acts
	LastSignedInAt *time.Time
	RevokedAt      *time.Time
	Version        int
	CreatedAt      time.Time
}

// DecideRevoke refuses a version that has moved on, and a membership that is revoked.
func (m Membership) DecideRevoke(expectedVersion int) *problem.Problem {
	return revocable("membership", m.Version, m.RevokedAt, expectedVersion)
}

// longestEmail is in bytes.
const longestEmail = 320

// MemberEmail is a bare address in the one form in which it is kept and compared. Letters beyond ASCII are refused: an
// address that only looks like another's, or becomes it in lower case, must not sign in for it.
func MemberEmail(text string) (email string, ok bool) {
	text = strings.TrimSpace(text)
	at, err := mail.ParseAddress(text)
	if err != nil || at.Address != text || len(text) > longestEmail || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return "", false
	}
	return strings.ToLower(text), true
}
