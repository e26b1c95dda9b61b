// Package signin owns the few pages that people see while they sign in: what went wrong, and the demo's list of people. They
// are plain HTML without scripts, fenced in by their headers: nothing is loaded from anywhere, and no other site may frame them.
// Who signs in, and how, is reception's to say.
package signin

import (
	"bytes"
	"crypto/rand"
	"embed"
	"html/template"
	"net/http"
	"strings"
)

//go:embed *.html *.css
var files embed.FS

var pages = template.Must(template.ParseFS(files, "*.html"))

var style = func() template.CSS {
	text, err := files.ReadFile("style.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return template.CSS(text) //nolint:gosec // our own file
}()

// Notice is a page that says one thing.
type Notice struct {
	Title  string
	Text   string
	Korean string // the same in Korean
	Link   string // a path of ours where one may go on; empty: nowhere
	Label  string // of the link
}

// People is the demo's page: a list of people, any of whom one may be.
type People struct {
	Who     string // who is signed in; empty: nobody
	Return  string // path of ours to which whoever becomes somebody goes on
	Tenants []Tenant
}

// Tenant is a tenant with its people.
type Tenant struct {
	Name   string
	People []Person
}

// Person is somebody in the list. ID is what the form sends.
type Person struct{ ID, Name, Role string }

// Korean is the role in Korean; empty for one that is new here.
func (p Person) Korean() string {
	return map[string]string{"CUSTOMER": "손님", "STAFF": "직원", "ADMIN": "관리자", "AGENT": "에이전트"}[p.Role]
}

// WriteNotice answers with a notice.
func WriteNotice(w http.ResponseWriter, status int, n Notice) { write(w, status, "notice.html", n) }

// WritePeople answers with the list of people.
func WritePeople(w http.ResponseWriter, p People) { write(w, http.StatusOK, "people.html", p) }

func write(w http.ResponseWriter, status int, page string, content any) {
	nonce := rand.Text()
	var body bytes.Buffer
	err := pages.ExecuteTemplate(&body, page, struct {
		Nonce   string
		Style   template.CSS
		Content any
	}{nonce, style, content})
	if err != nil {
		panic(err) // the pages and what they show are our own
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'", "style-src 'nonce-" + nonce + "'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin") // with none, browsers hide the origin of our own forms
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // a reader who has gone away is nobody's error
}
