package graph_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

const confirmOffer = `mutation($input: ConfirmOfferInput!) { confirmOffer(input: $input) { outcome } }`

func confirmInput(change ...string) string {
	fields := map[string]string{"offerId": `"of_x"`, "expectedVersion": "1", "idempotencyKey": key, "confirmationSource": `"FRONT_DESK"`}
	for i := 0; i < len(change); i += 2 {
		fields[change[i]] = change[i+1]
	}
	var all []string
	for name, value := range fields {
		if value != "" {
			all = append(all, fmt.Sprintf("%q: %s", name, value))
		}
	}
	return `{"input": {` + strings.Join(all, ", ") + `}}`
}

func TestCodesOfErrors(t *testing.T) {
	t.Run("without an actor everything is UNAUTHENTICATED", func(t *testing.T) {
		d := newDoor(t)
		d.actor = nil
		d.refuse("UNAUTHENTICATED", `{ viewer { id } }`)
		d.refuse("UNAUTHENTICATED", confirmOffer, confirmInput())
	})
	t.Run("a missing capability is FORBIDDEN", func(t *testing.T) {
		d := newDoor(t).as(actor.Agent)
		d.refuse("FORBIDDEN", confirmOffer, confirmInput())
		require.Nil(t, d.desk.in, "the desk must not be asked")
	})
	t.Run("the desk's own word on capabilities and keys is passed on", func(t *testing.T) {
		d := newDoor(t)
		d.desk.err = fmt.Errorf("confirmOffer: %w", problem.ErrForbidden)
		d.refuse("FORBIDDEN", confirmOffer, confirmInput())
		d.desk.err = fmt.Errorf("confirmOffer: %w", problem.ErrInvalidKey)
		d.refuse("INVALID_IDEMPOTENCY_KEY", confirmOffer, confirmInput())
	})
	t.Run("malformed input names its field", func(t *testing.T) {
		d := newDoor(t)
		d.desk.err = fmt.Errorf("joinWaitlist: %w", problem.NewInvalid("customer.name", "give a name of 1 to 200 characters"))
		got := d.refuse("PAYLOAD_INVALID", confirmOffer, confirmInput())
		require.Equal(t, "customer.name", got.Errors[0].Extensions.Field)
		require.Contains(t, got.Errors[0].Message, "customer.name")
	})
	t.Run("an unusable id of a list is REFERENCE_NOT_FOUND", func(t *testing.T) {
		d := newDoor(t)
		for _, id := range []string{"", "42", "x", ref.Encode(ref.Offer, venueID), venue + "A"} {
			d.refuse("REFERENCE_NOT_FOUND", `query($id: ID!) { reservations(venueId: $id) { nodes { id } } }`, fmt.Sprintf(`{"id": %q}`, id))
		}
		d.reader.err = problem.ErrNotFound
		d.refuse("REFERENCE_NOT_FOUND", `{ policyVersions(venueId: "`+venue+`") { nodes { id } } }`)
	})
	t.Run("a database that is away is UNAVAILABLE with a time to wait", func(t *testing.T) {
		d := newDoor(t)
		d.desk.err = fmt.Errorf("confirmOffer: %w", problem.ErrUnavailable)
		got := d.refuse("UNAVAILABLE", confirmOffer, confirmInput())
		require.Equal(t, 1000, got.Errors[0].Extensions.RetryAfterMs)
		require.Empty(t, d.log.all())
	})
	t.Run("a line that is full is RATE_LIMITED with a time to wait, never a moment too short", func(t *testing.T) {
		d := newDoor(t)
		d.desk.err = fmt.Errorf("requestReservation: %w", &problem.RateLimited{RetryAfter: 2500*time.Millisecond + time.Microsecond, Message: "7 requests are in line"})
		got := d.refuse("RATE_LIMITED", confirmOffer, confirmInput())
		require.Equal(t, 2501, got.Errors[0].Extensions.RetryAfterMs)
		require.Contains(t, got.Errors[0].Message, "7 requests are in line")
		require.Empty(t, d.log.all())
	})
	t.Run("what cannot be parsed is GRAPHQL_PARSE_FAILED", func(t *testing.T) {
		newDoor(t).refuse("GRAPHQL_PARSE_FAILED", `{ viewer { id }`)
		newDoor(t).refuse("GRAPHQL_PARSE_FAILED", `{`+strings.Repeat(" a", 1600)+`}`)
	})
	misspelt := []string{
		`{ viewer { displayNam } }`, `{ venues(firs: 1) { nodes { id } } }`, `{ node(id: "x") { ...f } } fragment f on Venu { id }`, `{ venue(id: "x") }`,
		`{ reservations(venueId: "x", filter: {statuses: [HEL]}) { nodes { id } } }`, `{ reservations(venueId: "x", filter: {statusses: []}) { nodes { id } } }`,
	}
	t.Run("what the schema does not know is refused, without hints", func(t *testing.T) {
		d := newDoor(t)
		for _, query := range misspelt {
			got := d.ask(query)
			require.NotEmpty(t, got.Errors, query)
			require.Contains(t, []string{"GRAPHQL_VALIDATION_FAILED", "PAYLOAD_INVALID"}, got.Errors[0].Extensions.Code)
			require.NotContains(t, got.raw, "Did you mean", query)
		}
		d.refuse("GRAPHQL_VALIDATION_FAILED", misspelt[0])
	})
	t.Run("development gets hints", func(t *testing.T) {
		d := newDoor(t)
		d.options.Development = true
		for _, query := range misspelt {
			require.Contains(t, d.ask(query).raw, "Did you mean", query)
		}
	})
	t.Run("what asks too much is QUERY_TOO_COMPLEX", func(t *testing.T) {
		newDoor(t).refuse("QUERY_TOO_COMPLEX", `mutation { a: confirmOffer(input: `+literal(confirmInput())+`) { outcome } b: confirmOffer(input: `+literal(confirmInput())+`) { outcome } }`)
	})
	t.Run("introspection that is off is FORBIDDEN", func(t *testing.T) {
		d := newDoor(t)
		d.read(`{ __schema { queryType { name } } }`)
		d.options.Introspection, d.inner = false, nil
		d.refuse("FORBIDDEN", `{ __schema { queryType { name } } }`)
	})
}

func TestWrongValues(t *testing.T) {
	for name, c := range map[string]struct{ field, value, at, code string }{
		"an enum in small letters":    {"confirmationSource", `"front_desk"`, "confirmationSource", "PAYLOAD_INVALID"},
		"an unknown enum":             {"confirmationSource", `"LETTER"`, "confirmationSource", "PAYLOAD_INVALID"},
		"an int of more than 32 bits": {"expectedVersion", "2147483648", "expectedVersion", "PAYLOAD_INVALID"},
		"a fraction":                  {"expectedVersion", "7.5", "expectedVersion", "PAYLOAD_INVALID"},
		"null for what must be":       {"offerId", "null", "offerId", "PAYLOAD_INVALID"},
		"a field that is not there":   {"tenantId", `"tn_x"`, "tenantId", "PAYLOAD_INVALID"},
		"a key that is too short":     {"idempotencyKey", `"short"`, "", "INVALID_IDEMPOTENCY_KEY"},
		"a key with a blank":          {"idempotencyKey", `"test key 00000001"`, "", "INVALID_IDEMPOTENCY_KEY"},
		"a key that is a number":      {"idempotencyKey", `1234567890123456`, "", "INVALID_IDEMPOTENCY_KEY"},
		"no key":                      {"idempotencyKey", "", "", "INVALID_IDEMPOTENCY_KEY"},
		"null for a key":              {"idempotencyKey", "null", "", "INVALID_IDEMPOTENCY_KEY"},
	} {
		t.Run(name+" is refused in a variable", func(t *testing.T) {
			d := newDoor(t)
			got := d.refuse(c.code, confirmOffer, confirmInput(c.field, c.value))
			require.Equal(t, c.at, got.Errors[0].Extensions.Field, got.raw)
			require.Contains(t, got.Errors[0].Message, c.at)
			require.Nil(t, d.desk.in)
		})
		t.Run(name+" is refused in the document", func(t *testing.T) {
			d := newDoor(t)
			d.refuse(c.code, `mutation { confirmOffer(input: `+literal(confirmInput(c.field, c.value))+`) { outcome } }`)
			require.Nil(t, d.desk.in)
		})
	}
	t.Run("a day that is not in the calendar is refused", func(t *testing.T) {
		got := newDoor(t).refuse("PAYLOAD_INVALID", `{ availability(venueId: "`+venue+`", from: "2026-02-30", to: "2026-03-01", partySize: 2) { nodes { id } } }`)
		require.Equal(t, "from", got.Errors[0].Extensions.Field)
	})
	t.Run("a value of a generated enum is refused by its path", func(t *testing.T) {
		d := newDoor(t)
		got := d.refuse("PAYLOAD_INVALID", `mutation($r: CancelReason!) { cancelReservation(input: {reservationId: "x", expectedVersion: 1, reasonCode: $r, idempotencyKey: `+key+`}) { outcome } }`, `{"r": "other"}`)
		require.Equal(t, "reasonCode", got.Errors[0].Extensions.Field)
	})
	t.Run("a text that no database keeps is refused", func(t *testing.T) {
		got := newDoor(t).refuse("PAYLOAD_INVALID", `mutation($n: String) { holdSlot(input: {slotIds: ["x"], partySize: 2, note: $n, idempotencyKey: `+key+`}) { outcome } }`, `{"n": "a\u0000b"}`)
		require.Equal(t, "note", got.Errors[0].Extensions.Field)
	})
	t.Run("digits in a text are read as an int", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result.Outcome = command.Committed
		d.read(confirmOffer, confirmInput("expectedVersion", `"7"`))
	})
}

func TestWhatClientsAreNotTold(t *testing.T) {
	t.Run("an unforeseen error is INTERNAL to the client and whole in the log, once", func(t *testing.T) {
		d := newDoor(t)
		d.desk.err = fmt.Errorf("confirmOffer: %w", errors.New(`pq: relation "offers" does not exist`))
		got := d.refuse("INTERNAL", confirmOffer, confirmInput())
		require.Equal(t, "Something went wrong on our side", got.Errors[0].Message)
		require.NotContains(t, got.raw, "pq:")
		require.Len(t, d.log.all(), 1)
		require.Contains(t, d.log.all()[0], `pq: relation \"offers\" does not exist`)
		require.Contains(t, d.log.all()[0], got.Errors[0].Extensions.CorrelationID)
	})
	t.Run("a panic is INTERNAL to the client and in the log with its stack, once", func(t *testing.T) {
		d := newDoor(t)
		d.reader.thrown = "boom at 10.0.0.1"
		got := d.refuse("INTERNAL", `{ command(idempotencyKey: `+key+`) { operation } }`)
		require.NotContains(t, got.raw, "boom")
		require.Len(t, d.log.all(), 1)
		require.Contains(t, d.log.all()[0], "boom at 10.0.0.1")
		require.Contains(t, d.log.all()[0], "fake_test.go")
	})
	t.Run("a panic in a batch is INTERNAL too", func(t *testing.T) {
		d := newDoor(t)
		d.reader.thrown = "boom"
		require.NotContains(t, d.refuse("INTERNAL", `{ venue(id: "`+venue+`") { name } }`).raw, "boom")
	})
}

// literal turns the variables of one input into a literal of it.
func literal(variables string) string {
	input := strings.TrimSuffix(strings.TrimPrefix(variables, `{"input": `), "}")
	for _, name := range []string{"offerId", "expectedVersion", "idempotencyKey", "confirmationSource", "tenantId"} {
		input = strings.ReplaceAll(input, `"`+name+`":`, name+":")
	}
	for _, value := range []string{"FRONT_DESK", "front_desk", "LETTER"} {
		input = strings.ReplaceAll(input, `"`+value+`"`, value)
	}
	return input
}
