package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/pgtest"
)

// TestTheJournalTellsOnNobody sends what people shouldn't find in a log to every place that could repeat it.
func TestTheJournalTellsOnNobody(t *testing.T) {
	t.Parallel()
	p := start(t, func(s *config.Serve) { s.LogFormat, s.LogLevel = "json", "debug" })
	n := p.tenant()
	token := "sq." + strings.Repeat("A", 43) + "." + strings.Repeat("B", 43)
	contact := vars{"name": "Ahn Bora", "email": "ahn.bora@mail.example.org", "phone": "+49 30 7654321"}
	secret := "a-key-that-nobody-else-may-see"

	// The database refuses once, with everything in its words; the second time it lets it pass.
	admin := pgtest.Admin(t, p.db)
	exec := func(statement string) {
		t.Helper()
		_, err := admin.Exec(statement)
		require.NoError(t, err)
	}
	exec(`CREATE SEQUENCE x_once; GRANT USAGE ON SEQUENCE x_once TO PUBLIC`)
	exec(`CREATE FUNCTION x_refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('x_once') = 1 THEN
			RAISE EXCEPTION 'customer % at % refused', NEW.email_key, NEW.phone_key USING ERRCODE = '23514', CONSTRAINT = 'x_refused', DETAIL = NEW.name;
		END IF;
		RETURN NEW;
	END $$`)
	exec(`CREATE TRIGGER x_refuse_once BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION x_refuse_once()`)
	header := http.Header{"Content-Type": {"application/json"}, "X-Correlation-Id": {"journal-1"}}
	hold := body(mutations["holdSlot"], vars{"input": vars{"slotIds": []string{n.evening()}, "partySize": 2, "customer": contact, "note": token, "idempotencyKey": secret}})
	a := n.staff.send(http.MethodPost, n.staff.at, hold, header)
	require.Equal(t, "COMMITTED", a.data("holdSlot.outcome").String(), a.raw)

	stranger := p.as(token)
	base := strings.TrimSuffix(p.at, "/graphql")
	for _, text := range []string{contact["email"].(string), contact["phone"].(string), token, "Bearer " + token, "\x00", "'; --", strings.Repeat("x", 70_000)} {
		n.guest.ask(`{ `+text+` }`, nil)
		n.guest.ask(`query($x: ID!) { node(id: $x) { id } }`, vars{"x": text, text: text})
		n.guest.try("holdSlot", vars{"slotIds": []string{text}, "partySize": 2, "idempotencyKey": secret, "customer": vars{"name": text, "email": text, "phone": text}})
		n.guest.post(text)
		stranger.ask(`{ viewer { id } }`, nil)
		if !strings.Contains(text, "\x00") {
			n.guest.send(http.MethodPost, n.guest.at, "{}", http.Header{"X-Correlation-Id": {text}, "Authorization": {text}, "Cookie": {text}})
		}
	}
	n.guest.send(http.MethodGet, base+"/calendars/"+token+".ics?token="+token, "", http.Header{})

	written := p.log.String()
	never := regexp.MustCompile(`[\w.]+@[\w-]+\.\w+|\+\d[\d ]{6,}|sqs?\.[A-Za-z0-9_-]{8,}|Bora|` + secret + `|Bearer `)
	correlated := false
	for line := range strings.Lines(written) {
		require.True(t, gjson.Valid(line), line)
		require.NotRegexp(t, never, line)
		correlated = correlated || gjson.Get(line, "correlationId").String() == "journal-1" && gjson.Get(line, "msg").String() == "database refused a decision"
	}
	require.True(t, correlated, "the refusal is there, under its call: %s", written)
}
