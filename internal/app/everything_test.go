package app_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

// selection is every field of a type, and of what is below it, so deep.
func selection(s *ast.Schema, name string, depth int) string {
	definition := s.Types[name]
	if definition.IsLeafType() {
		return ""
	}
	var fields []string
	for _, f := range definition.Fields {
		below := s.Types[f.Type.Name()]
		switch {
		case strings.HasPrefix(f.Name, "__"):
		case below.IsLeafType():
			fields = append(fields, f.Name)
		case depth > 0:
			fields = append(fields, f.Name+" "+selection(s, below.Name, depth-1))
		}
	}
	if definition.Kind == ast.Interface {
		fields = append(fields, "__typename")
	}
	if len(fields) == 0 {
		fields = []string{"__typename"}
	}
	return "{ " + strings.Join(fields, " ") + " }"
}

// apiEveryFieldAnswers asks for all there is below every root, as everybody, and once more when all that can happen has.
func apiEveryFieldAnswers(t *testing.T, p *program) {
	w := newWorld(t, p)
	scoped := w.client(w.Staff, in(w.Venue))
	s := contract(t)
	clients := map[string]client{"guest": w.guest, "other": w.other, "agent": w.agent, "staff": w.staff, "staff of the venue": scoped, "admin": w.admin}
	roleOf := map[string]string{"guest": "CUSTOMER", "other": "CUSTOMER", "agent": "AGENT", "staff": "STAFF", "staff of the venue": "STAFF", "admin": "ADMIN"}
	everything := func(t *testing.T) {
		t.Helper()
		for _, field := range s.Query.Fields {
			r, known := roots()[field.Name]
			if !known || field.Name == "node" || field.Name == "nodes" || s.Types[field.Type.Name()].IsLeafType() {
				continue
			}
			head, _, _ := strings.Cut(r.document, field.Name+"(")
			arguments := ""
			if head != r.document {
				_, rest, _ := strings.Cut(r.document, field.Name+"(")
				arguments, _, _ = strings.Cut(rest, ")")
				arguments = "(" + arguments + ")"
			} else {
				head = "{ "
			}
			for who, c := range clients {
				if contains(r.denied, roleOf[who]) {
					continue
				}
				for depth := 5; ; depth-- { // as deep as is let through
					a := c.in(t).ask(head+field.Name+arguments+" "+selection(s, field.Type.Name(), depth)+" }", r.good(w))
					if a.code() != "QUERY_TOO_COMPLEX" && a.code() != "GRAPHQL_PARSE_FAILED" {
						require.Empty(t, a.code(), "%s for %s: %s", field.Name, who, a.raw)
						require.Greater(t, depth, 1)
						break
					}
				}
			}
		}
	}
	t.Run("while things are open", everything)
	offer := w.guest.offer(w.id("of"))
	w.guest.commit("confirmOffer", onOffer(offer, vars{"confirmationSource": "CUSTOMER"}))
	w.guest.cancel(w.guest.reservation(w.id("rv")))
	w.guest.commit("leaveWaitlist", vars{"entryId": w.id("we"), "expectedVersion": 1})
	next := w.guest.offerOf(w.join(w.guest, 2, w.at(70*hour)).Get("id").String())
	w.guest.commit("declineOffer", onOffer(next, vars{"reasonCode": "OTHER"}))
	t.Run("and when they are over", everything)
	t.Run("rules are told as they are", func(t *testing.T) {
		rules := w.guest.in(t).do(`{ venue(id: "`+w.venueID()+`") { policy { number status rules `+selection(s, "PolicyRules", 1)+` } } }`, nil).Get("venue.policy")
		require.Equal(t, `1 "ACTIVE"`, rules.Get("number").Raw+" "+rules.Get("status").Raw)
		require.JSONEq(t, `{"holdTtl": "PT5M", "offerTtl": "PT15M", "approvalTtl": "PT5M", "leadTime": "PT0S", "bookingHorizon": "P60D", "cancellationCutoff": "PT2H",
			"checkInOpens": "PT30M", "noShowGrace": "PT15M", "maxActiveReservationsPerCustomer": 20, "waitlistFit": "STRICT_FIFO", "skipLimit": 3, "onOfferLapse": "REMOVE", "autoPromote": true,
			"waitlistWeights": [{"factor": "PRIORITY", "weight": 0}, {"factor": "RECOVERY_CREDIT", "weight": 0}, {"factor": "BENEFIT", "weight": 0}, {"factor": "WAITING_AGE", "weight": 0}, {"factor": "SLOT_FIT", "weight": 0}],
			"bufferBefore": "PT0S", "bufferAfter": "PT0S", "turnTimes": [], "pacingParties": null, "pacingCovers": null, "channels": [], "confirmation": "INSTANT", "requestTtl": "P1D", "autoNoShow": false}`,
			rules.Get("rules").Raw)
	})
}
