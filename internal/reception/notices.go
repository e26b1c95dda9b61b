package reception

import (
	"net/http"

	"github.com/slotq/slotq/web/signin"
)

// What people are told.
var (
	noProvider  = signin.Notice{Title: "Nobody can sign in here", Text: "This server has no identity provider. Programs use API keys.", Korean: "이 서버에는 로그인 제공자가 없습니다. 프로그램은 API 키를 씁니다."}
	noSuchPlace = signin.Notice{Title: "Where to?", Text: "The address doesn't name a place where one can sign in. Please use the link that you were given.", Korean: "이 주소로는 어디에 로그인할지 알 수 없습니다. 받으신 링크를 이용해 주세요."}
	badReturn   = signin.Notice{Title: "Where to?", Text: "The address leads away from this site. Please use the link that you were given.", Korean: "이 주소는 다른 사이트로 이어집니다. 받으신 링크를 이용해 주세요."}
	notUnderWay = signin.Notice{Title: "Please sign in again", Text: "This sign-in took too long, is over already, or was begun in another browser.", Korean: "로그인 시간이 지났거나, 이미 끝났거나, 다른 브라우저에서 시작한 로그인입니다. 다시 로그인해 주세요."}
	noMember    = signin.Notice{Title: "You have no membership here", Text: "Your identity provider knows you, but you are not a member. Ask those who manage access to add you, with the address that the provider has verified.", Korean: "로그인은 되었지만 이곳의 구성원이 아닙니다. 권한을 관리하는 분께 확인된 이메일 주소로 추가해 달라고 해 주세요."}
	refused     = signin.Notice{Title: "You were not signed in", Text: "The identity provider didn't confirm who you are. Please sign in again.", Korean: "로그인 제공자가 본인 확인을 해 주지 않았습니다. 다시 로그인해 주세요."}
	away        = signin.Notice{Title: "Please try again in a moment", Text: "Signing in isn't possible right now.", Korean: "지금은 로그인할 수 없습니다. 잠시 뒤에 다시 시도해 주세요."}
	crowded     = signin.Notice{Title: "Please try again in a moment", Text: "Too many people are signing in right now.", Korean: "지금 로그인하는 분이 너무 많습니다. 잠시 뒤에 다시 시도해 주세요."}
	broken      = signin.Notice{Title: "Something went wrong on our side", Text: "You were not signed in. Please try again.", Korean: "서버에 문제가 생겨 로그인하지 못했습니다. 다시 시도해 주세요."}
)

func say(w http.ResponseWriter, status int, n signin.Notice) { signin.WriteNotice(w, status, n) }
