package identity

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/slotq/slotq/internal/credential"
)

// Person is somebody whom the provider vouches for.
type Person struct {
	Issuer    string
	Subject   string    // the provider's own name of the person, which never changes
	Email     string    // as credential.MemberEmail spells it; empty unless the provider has verified it
	Name      string    // for showing; may be empty
	Session   string    // the provider's name of the session, where it gives one
	ExpiresAt time.Time // until when the provider's word is good
}

// claims are what is read of a token beside what every token has.
type claims struct {
	Email         string          `json:"email"`
	EmailVerified json.RawMessage `json:"email_verified"`
	Name          string          `json:"name"`
	Username      string          `json:"preferred_username"`
	Session       string          `json:"sid"`
	Party         string          `json:"azp"`
}

// verifiedEmail is the address, if a membership can have it and the provider says that it has been verified. Some providers
// say it as text.
func (c claims) verifiedEmail() string {
	email, ok := credential.MemberEmail(c.Email)
	if !ok || strings.Trim(string(c.EmailVerified), `"`) != "true" {
		return ""
	}
	return email
}

// name is what the person is called. A user name that is an address isn't shown to others.
func (c claims) name() string {
	for _, name := range []string{c.Name, c.Username} {
		if name = strings.TrimSpace(name); name != "" && !strings.Contains(name, "@") {
			return name
		}
	}
	return ""
}
