package app_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/ref"
)

// apiKeysOfTheirOwn is the life of a key that the API itself has issued.
func apiKeysOfTheirOwn(t *testing.T, p *program) {
	shared := p.tenant()
	run := func(name string, part func(t *testing.T, n *tenant)) {
		t.Run(name, func(t *testing.T) { part(t, shared.in(t)) })
	}
	kiosk := func(n *tenant, more vars) vars {
		return vars{"name": "Kiosk", "role": "STAFF", "scopes": []string{"session:read", "inventory:read"}, "venueIds": []string{n.venueID()}}.with(more)
	}
	works := func(c client) bool { return c.ask(`{ viewer { id } }`, nil).code() == "" }
	secrets := func(parts ...gjson.Result) {
		for _, part := range parts {
			_, secret, _ := strings.Cut(part.Get("secret").String()[3:], ".")
			require.NotEmpty(t, secret)
			require.NotContains(t, p.log.String(), secret)
		}
	}
	run("it is used, rotated and revoked, and stays the same principal's", func(t *testing.T, n *tenant) {
		made := n.admin.commit("issueApiKey", kiosk(n, vars{"scopes": []string{"session:read", "reservation:write"}}))
		old := n.program.as(made.Get("secret").String())
		viewer := old.do(roots()["viewer"].document, nil).Get("viewer")
		require.Equal(t, `["session:read","reservation:write"]`, viewer.Get("capabilities").Raw)
		require.Equal(t, made.Get("apiKey.principalId").String(), viewer.Get("id").String())
		old.ask(roots()["venues"].document, nil).failed("FORBIDDEN")
		hold := vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": key()}
		first := old.commit("holdSlot", hold)

		rotated := n.admin.commit("rotateApiKey", vars{"apiKeyId": made.Get("apiKey.id").String(), "expectedVersion": 1})
		require.NotEmpty(t, rotated.Get("apiKey.previousSecretUntil").String())
		fresh := n.program.as(rotated.Get("secret").String())
		require.True(t, works(fresh), "though the key is remembered with its old secret")
		require.True(t, works(old), "the old one goes on for a while")
		again := fresh.commit("holdSlot", hold)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, first.Get("reservation.id").String(), again.Get("reservation.id").String())

		open := fresh.open()
		last := n.admin.commit("rotateApiKey", vars{"apiKeyId": made.Get("apiKey.id").String(), "expectedVersion": 2, "overlapMinutes": 0})
		code, _ := open.closed()
		require.Equal(t, 4403, code, "it came by a secret that is no more")
		require.False(t, works(fresh) || works(old))

		newest := n.program.as(last.Get("secret").String())
		open = newest.open()
		n.admin.commit("revokeApiKey", vars{"apiKeyId": made.Get("apiKey.id").String(), "expectedVersion": 3})
		code, _ = open.closed()
		require.Equal(t, 4403, code)
		require.False(t, works(newest))
		secrets(made, rotated, last)
	})
	run("a replay has no secret", func(t *testing.T, n *tenant) {
		input := kiosk(n, vars{"idempotencyKey": key()})
		made, again := n.admin.commit("issueApiKey", input), n.admin.commit("issueApiKey", input)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, made.Get("apiKey.id").String(), again.Get("apiKey.id").String())
		require.True(t, none(again.Get("secret")))
		require.NotEmpty(t, made.Get("secret").String())
		record := n.admin.do(`query($k: IdempotencyKey!) { command(idempotencyKey: $k) { operation outcome result { __typename id } } }`, vars{"k": input["idempotencyKey"]}).Get("command")
		require.Equal(t, "ApiKey", record.Get("result.__typename").String())
		_, secret, _ := strings.Cut(made.Get("secret").String()[3:], ".")
		require.NotContains(t, n.admin.ask(roots()["apiKeys"].document, nil).raw, secret)
		secrets(made)
	})
	run("an admin of one venue sees and issues what is limited to it", func(t *testing.T, n *tenant) {
		annex, _ := n.annex(t)
		whole := n.admin.commit("issueApiKey", kiosk(n, nil)).Get("apiKey.id").String()
		made := n.admin.commit("issueApiKey", vars{"name": "Annex", "role": "ADMIN", "venueIds": []string{ref.Encode(ref.Venue, annex)}})
		local := n.program.as(made.Get("secret").String())
		require.Equal(t, []string{made.Get("apiKey.id").String()}, texts(local.do(roots()["apiKeys"].document, nil).Get("apiKeys.nodes.#.id")))
		require.True(t, none(local.do(roots()["node"].document, vars{"id": whole}).Get("node")))
		require.Equal(t, made.Get("apiKey.id").String(), local.do(roots()["node"].document, vars{"id": made.Get("apiKey.id").String()}).Get("node.kid").String())
		local.refuse("POLICY_FORBIDS", "issueApiKey", vars{"name": "Wider", "role": "STAFF"})
		local.refuse("REFERENCE_NOT_FOUND", "issueApiKey", kiosk(n, nil))
		local.refuse("REFERENCE_NOT_FOUND", "rotateApiKey", vars{"apiKeyId": whole, "expectedVersion": 1})
		require.True(t, none(n.staff.do(roots()["node"].document, vars{"id": whole}).Get("node")), "staff know nothing of keys")
	})
	run("input that can't be is named", func(t *testing.T, n *tenant) {
		for field, input := range map[string]vars{
			"scopes[1]": {"scopes": []string{"session:read", "nothing"}}, "scopes": {"scopes": []string{}}, "venueIds": {"venueIds": []string{}},
			"role": {"role": "admin"}, "expiresAt": {"expiresAt": "2020-01-01T00:00:00Z"}, "customerId": {"customerId": ref.Encode(ref.Customer, uuid.New())},
		} {
			a := n.admin.try("issueApiKey", kiosk(n, input)).failed("PAYLOAD_INVALID")
			require.Contains(t, a.json().Get("errors.0.message").String(), field, a.raw)
		}
	})
}
