package reception

import (
	"net/http"

	"github.com/slotq/slotq/web/signin"
)

// What people are told.
var (
	noProvider  = signin.Notice{Title: "Nobody can sign in here", Text: "This server has no identity provider. Programs use API keys."}
	noSuchPlace = signin.Notice{Title: "Where to?", Text: "The address doesn't name a place where one can sign in. Please use the link that you were given."}
	badReturn   = signin.Notice{Title: "Where to?", Text: "The address leads away from this site. Please use the link that you were given."}
	notUnderWay = signin.Notice{Title: "Please sign in again", Text: "This sign-in took too long, is over already, or was begun in another browser."}
	noMember    = signin.Notice{Title: "You have no membership here", Text: "Your identity provider knows you, but you are not a member. Ask those who manage access to add you, with the address that the provider has verified."}
	refused     = signin.Notice{Title: "You were not signed in", Text: "The identity provider didn't confirm who you are. Please sign in again."}
	away        = signin.Notice{Title: "Please try again in a moment", Text: "Signing in isn't possible right now."}
	crowded     = signin.Notice{Title: "Please try again in a moment", Text: "Too many people are signing in right now."}
	broken      = signin.Notice{Title: "Something went wrong on our side", Text: "You were not signed in. Please try again."}
)

func say(w http.ResponseWriter, status int, n signin.Notice) { signin.WriteNotice(w, status, n) }
