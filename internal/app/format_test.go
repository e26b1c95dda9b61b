package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ref"
)

func apiMalformedInput(t *testing.T, p *program) {
	w := newWorld(t, p, patient)
	_, annexTable := w.annex(t)
	annexSlot := ref.Encode(ref.Slot, w.Slot(annexTable, 30*hour, hour))
	before := w.state()
	invalid := func(t *testing.T, c client, name, path string, value any, code, field string) {
		t.Helper()
		v := put(t, roots()[name].good(w), strings.Split(path, "."), value)
		a := c.in(t).ask(mutations[name], v).failed(code)
		require.Equal(t, field, a.field(), a.raw)
		if text, ok := value.(string); ok && len(text) > 12 {
			require.NotContains(t, a.raw, text, "what was sent is not repeated")
		}
	}
	t.Run("an idempotency key is 16 to 128 printable ASCII characters", func(t *testing.T) {
		for _, k := range []any{strings.Repeat("k", 15), strings.Repeat("k", 129), "", "  ", strings.Repeat(" ", 20), "with a blank inside", "emoji-emoji-emoji-😀",
			"full-width-digit-１", "a-tab\there-is-a-tab", "a-newline-a-newline\n", "a-zero-\x00-a-zero-a-zero", "delete-\x7f-delete-delete", 1234567890123456, true, nil, []any{}, vars{}} {
			for name, r := range roots() {
				if r.unusable != asProblem {
					continue
				}
				v := put(t, r.good(w), []string{"input", "idempotencyKey"}, k)
				c := w.capable(r).in(t)
				require.Equal(t, "INVALID_IDEMPOTENCY_KEY", c.ask(r.document, v).code(), "%s with %q", name, k)
				if name == "holdSlot" && k != nil {
					require.Equal(t, "INVALID_IDEMPOTENCY_KEY", c.ask(roots()["command"].document, vars{"key": k}).code(), "command with %q", k)
				}
			}
		}
		for _, k := range []string{strings.Repeat("!", 16), strings.Repeat("~", 128)} {
			w.other.in(t).refuse("REFERENCE_NOT_FOUND", "leaveWaitlist", vars{"entryId": "42", "expectedVersion": 1, "idempotencyKey": k})
		}
	})
	t.Run("an expected version is a number from 1", func(t *testing.T) {
		for name, r := range roots() {
			switch {
			case r.unusable != asProblem, name == "holdSlot", name == "joinWaitlist", name == "requestReservation", name == "prepareAction":
				continue
			}
			for _, version := range []any{0, -1, 2147483648, 7.5, true, "7.5", "x", "", []any{1}, nil, json.Number("1e3"), json.Number("99999999999999999999")} {
				invalid(t, w.capable(r), name, "input.expectedVersion", version, "PAYLOAD_INVALID", "expectedVersion")
			}
		}
	})
	t.Run("a version in quotes is that number", func(t *testing.T) {
		k := key()
		v := vars{"reservationId": w.id(ref.Reservation), "expectedVersion": "7", "idempotencyKey": k}
		c := w.guest.in(t)
		require.Equal(t, "1", c.refuse("VERSION_STALE", "confirmReservation", v).Get("problem.currentVersion").Raw)
		require.True(t, c.give("confirmReservation", v.with(vars{"expectedVersion": 7})).Get("replayed").Bool())
	})
	t.Run("an enum is spelled as it is", func(t *testing.T) {
		for _, e := range []struct{ name, field, value string }{
			{"cancelReservation", "reasonCode", "other"}, {"cancelReservation", "reasonCode", "ELSE"}, {"declineOffer", "reasonCode", "Other"},
			{"confirmOffer", "confirmationSource", "customer"}, {"confirmOffer", "confirmationSource", ""},
			{"resolveAttempt", "resolution", "failed"}, {"resolveAttempt", "resolution", "UNKNOWN"},
		} {
			invalid(t, w.capable(roots()[e.name]), e.name, "input."+e.field, e.value, "PAYLOAD_INVALID", e.field)
		}
		for _, list := range []string{"reservations", "waitlistEntries", "offers"} {
			kind := map[string]string{"reservations": "ReservationFilter", "waitlistEntries": "WaitlistFilter", "offers": "OfferFilter"}[list]
			document := `query($v: ID!, $f: ` + kind + `) { ` + list + `(venueId: $v, filter: $f) { nodes { id } } }`
			w.guest.in(t).ask(document, vars{"v": w.venueID(), "f": vars{"statuses": []string{"expired"}}}).failed("PAYLOAD_INVALID")
			w.guest.in(t).ask(document, vars{"v": w.venueID(), "f": vars{"statuses": []string{"NEVER"}}}).failed("PAYLOAD_INVALID")
		}
		for list, kind := range map[string]string{"intents": "IntentFilter", "approvals": "ApprovalFilter"} {
			document := `query($f: ` + kind + `) { ` + list + `(filter: $f) { nodes { id } } }`
			for _, status := range []string{"expired", "NEVER"} {
				w.guest.in(t).ask(document, vars{"f": vars{"statuses": []string{status}}}).failed("PAYLOAD_INVALID")
			}
		}
		w.guest.in(t).ask(`mutation { cancelReservation(input: {reservationId: "x", expectedVersion: 1, idempotencyKey: "`+key()+`", reasonCode: other}) { outcome } }`, nil).failed("PAYLOAD_INVALID")
	})
	t.Run("a field that is not there is refused, and one that is missing too", func(t *testing.T) {
		for name, r := range roots() {
			if r.unusable != asProblem {
				continue
			}
			a := w.capable(r).in(t).ask(r.document, put(t, r.good(w), []string{"input", "tenantId"}, uuid.NewString()))
			require.Contains(t, []string{"GRAPHQL_VALIDATION_FAILED", "PAYLOAD_INVALID"}, a.code(), "%s: %s", name, a.raw)
			require.Contains(t, []string{"GRAPHQL_VALIDATION_FAILED", "PAYLOAD_INVALID"}, w.capable(r).in(t).ask(r.document, vars{"input": vars{"idempotencyKey": key()}}).code(), name)
			require.Contains(t, []string{"GRAPHQL_VALIDATION_FAILED", "PAYLOAD_INVALID"}, w.capable(r).in(t).ask(r.document, nil).code(), name)
		}
	})
	t.Run("slots are a set of 1 to 20 of one venue", func(t *testing.T) {
		many := make([]any, 21)
		for i := range many {
			many[i] = ref.Encode(ref.Slot, uuid.New())
		}
		for name, c := range map[string]client{"holdSlot": w.guest, "requestReservation": w.guest, "moveReservation": w.guest, "offerToEntry": w.staff} {
			for _, ids := range [][]any{{}, many, {w.id(ref.Slot), w.id(ref.Slot)}, {w.id(ref.Slot), annexSlot}, {"42", "42"}} {
				invalid(t, c, name, "input.slotIds", ids, "PAYLOAD_INVALID", "slotIds")
			}
			unusableAnswer(t, name, roots()[name], c.in(t).ask(mutations[name], put(t, roots()[name].good(w), []string{"input", "slotIds"}, many[:20])))
			unusableAnswer(t, name, roots()[name], c.in(t).ask(mutations[name], put(t, roots()[name].good(w), []string{"input", "slotIds"}, []any{w.id(ref.Slot), many[0]})))
			invalid(t, c, name, "input.slotIds", []any{nil}, "PAYLOAD_INVALID", "slotIds[0]")
		}
		// One id stands for a list of it, as GraphQL has it.
		w.guest.in(t).refuse("PARTY_TOO_LARGE", "holdSlot", vars{"slotIds": w.id(ref.Slot), "partySize": 999})
	})
	t.Run("contact data is kept within bounds", func(t *testing.T) {
		for field, values := range map[string][]any{
			"customer.name": {"", "   ", strings.Repeat("n", 201), "a zero \x00", 5}, "customer.email": {"no address", strings.Repeat("e", 320) + "@"}, "customer.phone": {"no number", strings.Repeat("1", 41)},
		} {
			for _, value := range values {
				contact := vars{"name": "Somebody"}
				contact[strings.TrimPrefix(field, "customer.")] = value
				for _, name := range []string{"holdSlot", "requestReservation", "joinWaitlist"} {
					invalid(t, w.staff, name, "input.customer", contact, "PAYLOAD_INVALID", field)
				}
			}
		}
		invalid(t, w.guest, "holdSlot", "input.note", strings.Repeat("n", 2001), "PAYLOAD_INVALID", "note")
		for _, reason := range []any{"", "  ", strings.Repeat("r", 501)} {
			invalid(t, w.staff, "offerToEntry", "input.reason", reason, "PAYLOAD_INVALID", "reason")
			invalid(t, w.staff, "withdrawOffer", "input.reason", reason, "PAYLOAD_INVALID", "reason")
			invalid(t, w.staff, "resolveAttempt", "input.reason", reason, "PAYLOAD_INVALID", "reason")
		}
	})
	t.Run("exactly one action is prepared", func(t *testing.T) {
		cancel, offer := vars{"reservationId": w.id(ref.Reservation), "expectedVersion": 1, "reasonCode": "OTHER"}, vars{"offerId": w.id(ref.Offer), "expectedVersion": 1}
		for _, action := range []any{vars{}, nil, vars{"cancelReservation": nil}, vars{"cancelReservation": cancel, "confirmOffer": offer}, []any{}, "cancelReservation"} {
			w.guest.in(t).ask(mutations["prepareAction"], vars{"input": vars{"action": action, "idempotencyKey": key()}}).failed("PAYLOAD_INVALID")
		}
	})
	t.Run("an intent's time lies ahead", func(t *testing.T) {
		for _, at := range []any{"2020-01-01T00:00:00Z", "yesterday", 5} {
			invalid(t, w.guest, "requestReservation", "input.expiresAt", at, "PAYLOAD_INVALID", "expiresAt")
		}
	})
	t.Run("a range ends after it begins", func(t *testing.T) {
		for _, to := range []any{"2026-01-01T00:00:00Z", "1999-01-01T00:00:00Z", "2026-01-01T09:00:00+09:00"} {
			v := put(t, put(t, roots()["joinWaitlist"].good(w), []string{"input", "from"}, "2026-01-01T00:00:00Z"), []string{"input", "to"}, to)
			w.guest.in(t).ask(mutations["joinWaitlist"], v).failed("PAYLOAD_INVALID")
		}
		for _, at := range []any{"2026-01-01", "2026-01-01T00:00:00", "2026-02-30T00:00:00Z", "yesterday", "", 1767225600, nil, "99999-01-01T00:00:00Z", "0000-01-01T00:00:00Z"} {
			invalid(t, w.guest, "joinWaitlist", "input.from", at, "PAYLOAD_INVALID", "from")
		}
	})
	t.Run("a party is a whole number of people", func(t *testing.T) {
		for _, party := range []any{2.5, "two", true, nil, 2147483648} {
			invalid(t, w.guest, "holdSlot", "input.partySize", party, "PAYLOAD_INVALID", "partySize")
			invalid(t, w.guest, "requestReservation", "input.partySize", party, "PAYLOAD_INVALID", "partySize")
			invalid(t, w.guest, "joinWaitlist", "input.partySize", party, "PAYLOAD_INVALID", "partySize")
		}
	})
	t.Run("a source is only for who may say it", func(t *testing.T) {
		for _, source := range []string{"FRONT_DESK", "PHONE", "AGENT"} {
			invalid(t, w.guest, "confirmOffer", "input.confirmationSource", source, "PAYLOAD_INVALID", "confirmationSource")
		}
	})
	require.Equal(t, before, w.state(), "nothing was changed")
}

func apiMalformedReading(t *testing.T, p *program) {
	w := newWorld(t, p, patient)
	lists := []string{"reservations", "waitlistEntries", "offers", "policyVersions"}
	ask := func(list, arguments string) string {
		switch list {
		case "venues", "approvals":
			return `{ ` + list + `(` + arguments + `) { nodes { id } pageInfo { endCursor } } }`
		case "intents":
			return `{ intents(filter: {venueId: "` + w.venueID() + `"}, ` + arguments + `) { nodes { id } pageInfo { endCursor } } }`
		}
		if list == "availability" {
			arguments += fmt.Sprintf(`, from: "%s", to: "%s", partySize: 2`, w.today(0), w.today(9))
		}
		return `{ ` + list + `(venueId: "` + w.venueID() + `", ` + arguments + `) { nodes { id } pageInfo { endCursor } } }`
	}
	all := append([]string{"venues", "availability", "intents", "approvals"}, lists...)
	t.Run("a page has 1 to 100 rows", func(t *testing.T) {
		for _, list := range all {
			for _, first := range []string{"0", "101", "-1", "2147483647"} {
				require.Equal(t, "first", w.staff.in(t).ask(ask(list, `first: `+first), nil).failed("PAYLOAD_INVALID").field(), list)
			}
			w.staff.in(t).do(ask(list, `first: 100`), nil)
			w.staff.in(t).do(ask(list, `first: null`), nil)
		}
		require.Equal(t, "first", w.staff.in(t).ask(`{ venue(id: "`+w.venueID()+`") { resources(first: 0) { nodes { id } } } }`, nil).failed("PAYLOAD_INVALID").field())
	})
	t.Run("a cursor is one that the list itself gave", func(t *testing.T) {
		cursors := map[string]string{}
		for _, list := range all {
			cursors[list] = w.staff.in(t).do(ask(list, `first: 1`), nil).Get(list + ".pageInfo.endCursor").String()
			require.NotEmpty(t, cursors[list], list)
		}
		foreign := newWorld(t, p.in(t), patient)
		for _, list := range all {
			good := cursors[list]
			bad := []string{"", "x", good + "A", good[1:], "B" + good[1:], strings.ToUpper(good), foreign.staff.in(t).do(
				strings.ReplaceAll(ask(list, `first: 1`), w.venueID(), foreign.venueID()), nil).Get(list + ".pageInfo.endCursor").String()}
			for other, cursor := range cursors {
				if other != list {
					bad = append(bad, cursor)
				}
			}
			for _, cursor := range bad {
				require.Equal(t, "after", w.staff.in(t).ask(ask(list, `after: "`+cursor+`"`), nil).failed("PAYLOAD_INVALID").field(), "%s after %q", list, cursor)
			}
			w.staff.in(t).do(ask(list, `after: "`+good+`"`), nil)
		}
	})
	t.Run("dates are of the calendar, in order, at most 62", func(t *testing.T) {
		document := `query($v: ID!, $f: Date!, $t: Date!) { availability(venueId: $v, from: $f, to: $t, partySize: 2) { nodes { id } } }`
		for _, span := range [][2]any{{"2026-03-02", "2026-03-01"}, {"2026-03-01", "2026-05-02"}, {"2025-02-29", "2026-03-01"}, {"2026-3-1", "2026-03-02"},
			{"", "2026-03-01"}, {"2026-03-01T00:00:00Z", "2026-03-02"}, {20260301, "2026-03-02"}, {nil, "2026-03-02"}, {"0001-01-01", "9999-12-31"}, {"-001-01-01", "2026-03-01"}} {
			w.guest.in(t).ask(document, vars{"v": w.venueID(), "f": span[0], "t": span[1]}).failed("PAYLOAD_INVALID")
		}
		for _, span := range [][2]string{{"2026-03-01", "2026-05-01"}, {"2026-03-01", "2026-03-01"}, {"9999-12-31", "9999-12-31"}, {"0001-01-01", "0001-01-01"}} {
			w.guest.in(t).do(document, vars{"v": w.venueID(), "f": span[0], "t": span[1]})
		}
	})
	t.Run("a resource that can't be used to filter is the same as a venue that can't", func(t *testing.T) {
		foreign := newWorld(t, p.in(t), patient)
		_, elsewhere := w.annex(t)
		document := `query($v: ID!, $r: ID!) { reservations(venueId: $v, filter: {resourceId: $r}) { nodes { id } } }`
		for _, id := range []string{"42", w.id(ref.Slot), ref.Encode(ref.Resource, uuid.New()), foreign.id(ref.Resource), ref.Encode(ref.Resource, elsewhere)} {
			w.staff.in(t).ask(document, vars{"v": w.venueID(), "r": id}).failed("REFERENCE_NOT_FOUND")
		}
		require.Empty(t, w.staff.in(t).do(document, vars{"v": w.venueID(), "r": w.id(ref.Resource)}).Get("reservations.nodes").Array())
	})
	t.Run("at most 100 nodes at once", func(t *testing.T) {
		ids := make([]string, 101)
		w.guest.in(t).ask(roots()["nodes"].document, vars{"ids": ids}).failed("PAYLOAD_INVALID")
		require.Len(t, w.guest.in(t).do(roots()["nodes"].document, vars{"ids": ids[:100]}).Get("nodes").Array(), 100)
		require.Empty(t, w.guest.in(t).do(roots()["nodes"].document, vars{"ids": []string{}}).Get("nodes").Array())
	})
	t.Run("a stream's cursor is one of its venue", func(t *testing.T) {
		foreign := newWorld(t, p.in(t), patient)
		s := foreign.staff.in(t).open()
		s.subscribe(`subscription { offerChanged(venueId: "`+foreign.venueID()+`") { cursor } }`, nil)
		other := s.next().Get("cursor").String()
		for field, r := range roots() {
			if !isStream(contract(t), field) {
				continue
			}
			document := strings.Replace(r.document, "$id: ID!", "$id: ID!, $after: EventCursor", 1)
			document = strings.Replace(document, ": $id", ": $id, after: $after", 1)
			for _, after := range []any{"", "x", other, 5, "a\x00b"} {
				a := answer{t: t, raw: w.staff.in(t).open().refusal(document, r.good(w).with(vars{"after": after}))}
				require.Equal(t, "PAYLOAD_INVALID", a.code(), "%s after %v: %s", field, after, a.raw)
			}
		}
	})
	t.Run("a live date is a day of the calendar", func(t *testing.T) {
		r := roots()["availabilityChanged"]
		for _, date := range []any{"2025-02-29", "", 5, nil, "today"} {
			a := answer{t: t, raw: w.guest.in(t).open().refusal(r.document, r.good(w).with(vars{"date": date}))}
			require.Equal(t, "PAYLOAD_INVALID", a.code(), a.raw)
		}
	})
}
