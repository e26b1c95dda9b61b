package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/ref"
)

// try asks a root field; a stream is asked over a socket, where its refusal comes as an error message.
func (c client) tryRoot(streams bool, r root, v vars) answer {
	c.t.Helper()
	if !streams {
		return c.ask(r.document, v)
	}
	s := c.open()
	defer s.drop()
	return answer{t: c.t, status: http.StatusOK, header: http.Header{}, raw: s.refusal(r.document, v)}
}

var correlation = regexp.MustCompile(`"correlationId":"[^"]*"`)

// plainly is a response without its correlation ids.
func plainly(a answer) string { return correlation.ReplaceAllString(a.raw, "") }

func apiWithoutACredential(t *testing.T, p *program) {
	w := newWorld(t, p, patient)
	s := contract(t)

	good, _ := w.issue(w.guestActor)
	revoked, id := w.issue(w.guestActor)
	w.revoke(id)
	past := time.Now().Add(-time.Second)
	expired, _ := w.issue(w.guestActor, func(s *auth.IssueSpec) { s.ExpiresAt = &past })
	foreign := newWorld(t, p, patient)
	parts := strings.Split(good, ".")
	otherParts := strings.Split(foreign.guest.token, ".")
	tokens := map[string]string{
		"no token": "", "a revoked one": revoked, "an expired one": expired, "garbage": "garbage", "a changed secret": good[:len(good)-2] + "zz",
		"a secret of another tenant": parts[0] + "." + parts[1] + "." + otherParts[2], "a key of another tenant": parts[0] + "." + otherParts[1] + "." + parts[2],
	}
	before := w.state()
	for name, token := range tokens {
		t.Run(name+" opens no root field", func(t *testing.T) {
			c := p.in(t).as(token)
			var said string
			for field, r := range roots() {
				if isStream(s, field) {
					continue
				}
				a := c.ask(r.document, r.good(w)).failed("UNAUTHENTICATED")
				require.Equal(t, 200, a.status)
				message := a.json().Get("errors.0.message").String()
				if said == "" {
					said = message
				}
				require.Equal(t, said, message, field)
				require.NotContains(t, a.raw, w.canary)
			}
		})
		t.Run(name+" opens no socket", func(t *testing.T) {
			s := p.in(t).as(token).dial(nil)
			s.send(`{"type":"connection_init","payload":{"authorization":"Bearer ` + token + `"}}`)
			code, _ := s.closed()
			require.Equal(t, 4403, code)
			header := http.Header{}
			if token != "" {
				header.Set("Authorization", "Bearer "+token)
			}
			s = p.in(t).as("").dial(header)
			s.send(`{"type":"connection_init"}`)
			code, _ = s.closed()
			require.Equal(t, 4403, code)
		})
		t.Run(name+" opens no stream of events", func(t *testing.T) {
			for field, r := range roots() {
				if isStream(s, field) {
					a := p.in(t).as(token).events(r.document, r.good(w))
					require.Contains(t, a.raw, `"code":"UNAUTHENTICATED"`, field)
					require.NotContains(t, a.raw, "SNAPSHOT")
				}
			}
		})
	}
	t.Run("a token in another scheme is none", func(t *testing.T) {
		p.in(t).as("").send(http.MethodPost, p.at, `{"query":"{ viewer { id } }"}`,
			http.Header{"Content-Type": {"application/json"}, "Authorization": {"Basic " + good}}).failed("UNAUTHENTICATED")
	})
	require.Equal(t, before, w.state(), "nothing was changed")
}

// events asks over server-sent events and reads until the stream ends.
func (c client) events(query string, v vars) answer {
	c.t.Helper()
	return c.send(http.MethodPost, c.at, body(query, v), http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}})
}

func apiRoles(t *testing.T, p *program) {
	w := newWorld(t, p, patient)
	s := contract(t)
	before := w.state()
	t.Run("a capability that the role lacks is FORBIDDEN, whatever is named", func(t *testing.T) {
		w := w.in(t)
		for field, r := range roots() {
			for _, role := range r.denied {
				c := map[string]client{"AGENT": w.agent, "CUSTOMER": w.guest, "STAFF": w.staff}[role]
				try := func(v vars) answer {
					a := c.tryRoot(isStream(s, field), r, v)
					require.Equal(t, "FORBIDDEN", a.code(), "%s: %s", field, a.raw)
					return a
				}
				known := try(r.good(w))
				for path := range r.ids {
					require.Equal(t, plainly(known), plainly(try(put(t, r.good(w), strings.Split(path, "."), "42"))), field)
				}
			}
		}
	})
	require.Equal(t, before, w.state(), "nothing was changed")
	t.Run("every role may use every other root field", func(t *testing.T) {
		w := w.in(t)
		for field, r := range roots() {
			for role, c := range map[string]client{"AGENT": w.agent, "CUSTOMER": w.guest, "STAFF": w.staff, "ADMIN": w.admin} {
				if contains(r.denied, role) || isStream(s, field) {
					continue
				}
				a := c.ask(r.document, r.good(w))
				require.NotContains(t, []string{"FORBIDDEN", "UNAUTHENTICATED"}, a.code(), "%s by %s: %s", field, role, a.raw)
			}
		}
	})
	t.Run("a viewer knows its capabilities", func(t *testing.T) {
		w := w.in(t)
		v := w.guest.do(roots()["viewer"].document, nil).Get("viewer")
		require.Equal(t, "CUSTOMER", v.Get("role").String())
		require.Contains(t, v.Get("capabilities").Raw, "reservation:write")
		require.NotContains(t, v.Get("capabilities").Raw, "operate")
		require.NotContains(t, w.agent.do(roots()["viewer"].document, nil).Get("viewer.capabilities").Raw, "write")
	})
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// unusableAnswer demands that an answer is the one for ids that can't be used.
func unusableAnswer(t testing.TB, field string, r root, a answer) {
	t.Helper()
	switch r.unusable {
	case asNull:
		require.False(t, a.json().Get("errors").Exists(), a.raw)
		value := a.data(field)
		if field == "nodes" {
			value = value.Get("0")
		}
		require.True(t, none(value), "%s: %s", field, a.raw)
	case asError:
		require.Equal(t, "REFERENCE_NOT_FOUND", a.code(), "%s: %s", field, a.raw)
	case asProblem:
		require.Equal(t, "REFERENCE_NOT_FOUND", a.data(field+".problem.code").String(), "%s: %s", field, a.raw)
		require.Equal(t, "REREAD", a.data(field+".problem.retry").String())
		require.Equal(t, "REJECTED", a.data(field+".outcome").String())
		for _, entity := range []string{"reservation", "slots", "entry", "offer", "intent", "approval", "result"} {
			require.True(t, none(a.data(field+"."+entity)), a.raw)
		}
	}
}

func apiUnusableIDs(t *testing.T, p *program) {
	w, foreign := newWorld(t, p, patient), newWorld(t, p, patient)
	scopedStaff, scopedAdmin := w.scoped(t, actor.Staff), w.scoped(t, actor.Admin)
	s := contract(t)
	before, foreignBefore := w.state(), foreign.state()

	for field, r := range roots() {
		streams := isStream(s, field)
		for path, kind := range r.ids {
			steps := strings.Split(path, ".")
			t.Run(field+" with an unusable "+path, func(t *testing.T) {
				w, scoped := w.in(t), scopedStaff.in(t)
				if len(r.denied) > 2 {
					scoped = scopedAdmin.in(t)
				}
				c := w.capable(r)
				random := c.tryRoot(streams, r, put(t, r.good(w), steps, ref.Encode(kind, uuid.New())))
				unusableAnswer(t, field, r, random)
				same := func(name string, by client, id any, as answer) {
					t.Helper()
					a := by.tryRoot(streams, r, put(t, r.good(w), steps, id))
					unusableAnswer(t, field, r, a)
					require.Equal(t, plainly(as), plainly(a), "%s: %s", field, name)
					require.NotContains(t, a.raw, foreign.canary)
				}
				for name, id := range unusableIDs(w, kind) {
					if (field == "node" || field == "nodes") && strings.HasPrefix(name, "a ") && !contains([]string{"a cu", "a pr", "a ak", "a mb"}, name) {
						continue // those it can read
					}
					if field == "history" && contains([]string{"a rv", "a we", "a of", "a in", "a ap"}, name) {
						continue // these have one
					}
					if streams && !strings.HasPrefix(name, "a ") && name != "42" {
						continue // a socket each is slow
					}
					same(name, c, id, random)
				}
				same("another tenant's", c, foreign.id(kind), random)
				if !streams && len(r.denied) < 2 {
					same("another tenant's, as admin", w.admin, foreign.id(kind), w.admin.tryRoot(streams, r, put(t, r.good(w), steps, ref.Encode(kind, uuid.New()))))
				}
				if kind != ref.Customer {
					unknown := scoped.tryRoot(streams, r, put(t, r.good(w), steps, ref.Encode(kind, uuid.New())))
					same("another venue's", scoped, w.id(kind), unknown)
				}
				if kind == ref.Reservation || kind == ref.Entry || kind == ref.Offer || kind == ref.Intent || kind == ref.Approval || kind == ref.CalendarFeed {
					if len(r.denied) < 2 {
						same("another owner's", w.other, w.id(kind), w.other.tryRoot(streams, r, put(t, r.good(w), steps, ref.Encode(kind, uuid.New()))))
					}
				}
				if path != "input.resourceId" && !(field == "issueCalendarFeed" && path == "input.customerId") && field != "intents" { // those may be left out
					a := c.tryRoot(streams, r, put(t, r.good(w), steps, nil))
					require.Contains(t, []string{"PAYLOAD_INVALID", "GRAPHQL_VALIDATION_FAILED"}, a.code(), a.raw)
				}
			})
		}
	}
	t.Run("a node of another tenant is null, of whatever kind", func(t *testing.T) {
		w := w.in(t)
		var ids []any
		for _, id := range foreign.ids {
			ids = append(ids, id)
		}
		for _, c := range []client{w.guest, w.staff, w.admin, w.agent} {
			for _, node := range c.do(roots()["nodes"].document, vars{"ids": ids}).Get("nodes").Array() {
				require.True(t, none(node))
			}
		}
	})
	require.Equal(t, before, w.state(), "nothing was changed")
	require.Equal(t, foreignBefore, foreign.state(), "nothing of the other tenant was changed")
}

func apiNothingOfOthersIsShown(t *testing.T, p *program) {
	w, foreign := newWorld(t, p, patient), newWorld(t, p, patient)
	scoped := w.scoped(t, actor.Staff)
	s := contract(t)
	run := func(name string, part func(t *testing.T, w, foreign *world, scoped client)) {
		t.Run(name, func(t *testing.T) { part(t, w.in(t), foreign.in(t), scoped.in(t)) })
	}
	everything := func(c client, at *world) string {
		var all strings.Builder
		for field, r := range roots() {
			if r.unusable != asProblem && !isStream(s, field) {
				all.WriteString(c.ask(r.document, r.good(at)).raw)
			}
		}
		return all.String()
	}
	run("another tenant's", func(t *testing.T, w, foreign *world, scoped client) {
		for _, c := range []client{w.guest, w.staff, w.admin, w.agent} {
			require.NotContains(t, everything(c, w), foreign.canary)
			require.NotContains(t, everything(c, foreign), foreign.canary)
			require.Contains(t, everything(c, w), w.canary, "the words are there to be found")
		}
	})
	run("another customer's", func(t *testing.T, w, foreign *world, scoped client) {
		seen := everything(w.other, w)
		for _, word := range []string{w.canary + " guest", w.canary + "@example.com", "1234567", w.canary + " note", w.id(ref.Reservation), w.id(ref.Entry), w.id(ref.Offer), w.id(ref.Intent), w.id(ref.Attempt), w.id(ref.Approval)} {
			require.NotContains(t, seen, word)
		}
	})
	run("another venue's", func(t *testing.T, w, foreign *world, scoped client) {
		seen := everything(scoped, w)
		require.Contains(t, seen, w.canary+" annex")
		for _, word := range []string{w.canary + " venue", w.canary + " guest", w.id(ref.Reservation), w.id(ref.Slot), w.id(ref.Resource), w.id(ref.Intent), w.id(ref.Attempt), w.id(ref.Approval)} {
			require.NotContains(t, seen, word)
		}
	})
	run("an agent reads what is its customer's", func(t *testing.T, w, foreign *world, scoped client) {
		seen := everything(w.agent, w)
		for _, id := range []string{w.id(ref.Reservation), w.id(ref.Entry), w.id(ref.Offer), w.id(ref.Intent), w.id(ref.Attempt), w.id(ref.Approval)} {
			require.Contains(t, seen, id)
		}
		require.Equal(t, "[]", w.agent.reservation(w.id(ref.Reservation)).Get("viewerCommands").Raw)
	})
	run("a list is never FORBIDDEN, only shorter", func(t *testing.T, w, foreign *world, scoped client) {
		for _, field := range []string{"reservations", "waitlistEntries", "offers", "intents"} {
			require.Empty(t, w.other.do(roots()[field].document, vars{"venueId": w.venueID()}).Get(field+".nodes").Array())
			require.NotEmpty(t, w.guest.do(roots()[field].document, vars{"venueId": w.venueID()}).Get(field+".nodes").Array())
		}
	})
	run("prepared actions are their owner's", func(t *testing.T, w, foreign *world, scoped client) {
		require.Empty(t, w.other.do(roots()["approvals"].document, nil).Get("approvals.nodes").Array())
		require.NotEmpty(t, w.guest.do(roots()["approvals"].document, nil).Get("approvals.nodes").Array())
	})
	run("a key works for its owner only", func(t *testing.T, w, foreign *world, scoped client) {
		slot, k := w.evening(), key()
		input := vars{"slotIds": []string{slot}, "partySize": 2, "idempotencyKey": k}
		w.guest.commit("holdSlot", input)
		p := w.other.give("holdSlot", input)
		require.Equal(t, "SLOT_OCCUPIED", p.Get("problem.code").String(), "the other's own first use of the key")
		require.False(t, p.Get("replayed").Bool())
		require.True(t, none(w.staff.ask(roots()["command"].document, vars{"key": k}).data("command")))
		require.True(t, none(foreign.guest.ask(roots()["command"].document, vars{"key": k}).data("command")))
		require.Equal(t, "COMMITTED", w.guest.ask(roots()["command"].document, vars{"key": k}).data("command.outcome").String())
		require.Equal(t, gjson.Null, w.guest.ask(roots()["command"].document, vars{"key": key()}).data("command").Type)
	})
	run("a second key of the same person replays", func(t *testing.T, w, foreign *world, scoped client) {
		rotated := w.client(w.guestActor)
		input := vars{"slotIds": []string{w.evening()}, "partySize": 2, "idempotencyKey": key()}
		first := w.guest.commit("holdSlot", input)
		again := rotated.commit("holdSlot", input)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, first.Get("reservation.id").String(), again.Get("reservation.id").String())
	})
}
