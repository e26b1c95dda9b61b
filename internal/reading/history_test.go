package reading_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// note is what the audit says of one deed; what is left out is a hold by Ada that was made when the house was built.
type note struct {
	operation, actor, subject, outcome, code, call string
	at                                             time.Time
}

func (h *house) note(venue uuid.UUID, n note) (number int64) {
	h.t.Helper()
	or := func(text, otherwise string) string {
		if text == "" {
			return otherwise
		}
		return text
	}
	if n.at.IsZero() {
		n.at = h.now
	}
	require.NoError(h.t, h.db.InTenant(h.t.Context(), h.tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `INSERT INTO audit_entries (tenant_id, venue_id, at, actor, operation, subject, outcome, problem_code, correlation_id)
			VALUES ($1, $2, $3, $4, $5, nullif($6, ''), $7, nullif($8, ''), $9) RETURNING id`,
			h.tenant, venue, n.at, or(n.actor, "STAFF Ada"), or(n.operation, "holdSlot"), n.subject, or(n.outcome, "COMMITTED"), n.code, or(n.call, uuid.NewString())).Scan(&number)
	}))
	return number
}

func numbers(page reading.Connection[reading.AuditEntry]) (all []int64) {
	for _, e := range page.Nodes {
		all = append(all, e.ID)
	}
	return all
}

func TestAuditFilter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	of := ref.Encode(ref.Reservation, uuid.New())
	hour := func(n int) time.Time { return h.now.Add(time.Duration(n) * time.Hour) }
	held := h.note(venue, note{subject: of, at: hour(-3), call: "call-1"})
	refused := h.note(venue, note{outcome: "REJECTED", code: "SLOT_OCCUPIED", at: hour(-2)})
	stale := h.note(venue, note{operation: "cancelReservation", subject: of, outcome: "REJECTED", code: "VERSION_STALE", actor: "CUSTOMER 100%_Müller", at: hour(-1)})
	lapsed := h.note(venue, note{operation: "lapseHold", subject: of, actor: "SlotQ"})
	h.note(h.venue("UTC"), note{subject: of})

	for name, c := range map[string]struct {
		filter reading.AuditFilter
		want   []int64
	}{
		"nothing narrows":          {reading.AuditFilter{}, []int64{lapsed, stale, refused, held}},
		"one operation":            {reading.AuditFilter{Operations: []string{"holdSlot"}}, []int64{refused, held}},
		"several":                  {reading.AuditFilter{Operations: []string{"lapseHold", "cancelReservation"}}, []int64{lapsed, stale}},
		"none of none":             {reading.AuditFilter{Operations: []string{}}, nil},
		"how it ended":             {reading.AuditFilter{Outcomes: []command.Outcome{command.Rejected}}, []int64{stale, refused}},
		"nothing ends in no way":   {reading.AuditFilter{Outcomes: []command.Outcome{}}, nil},
		"why it was refused":       {reading.AuditFilter{ProblemCodes: []problem.Code{problem.VersionStale, problem.HoldExpired}}, []int64{stale}},
		"who, in any case":         {reading.AuditFilter{Actor: at("aDA")}, []int64{refused, held}},
		"whoever is called so":     {reading.AuditFilter{Actor: at("%_MÜLLER")}, []int64{stale}},
		"nothing is a joker":       {reading.AuditFilter{Actor: at("%")}, []int64{stale}},
		"nor is an underscore":     {reading.AuditFilter{Actor: at("_")}, []int64{stale}},
		"nor a backslash":          {reading.AuditFilter{Actor: at(`\`)}, nil},
		"about one thing":          {reading.AuditFilter{SubjectID: &of}, []int64{lapsed, stale, held}},
		"of one call":              {reading.AuditFilter{CorrelationID: at("call-1")}, []int64{held}},
		"from a moment on":         {reading.AuditFilter{From: at(hour(-2))}, []int64{lapsed, stale, refused}},
		"before a moment":          {reading.AuditFilter{To: at(hour(-1))}, []int64{refused, held}},
		"all that is given":        {reading.AuditFilter{SubjectID: &of, Outcomes: []command.Outcome{command.Committed}, From: at(hour(-2))}, []int64{lapsed}},
		"two that exclude another": {reading.AuditFilter{Operations: []string{"holdSlot"}, ProblemCodes: []problem.Code{problem.VersionStale}}, nil},
	} {
		page, err := h.reader.AuditLog(t.Context(), h.staff, venue, c.filter, whole)
		require.NoError(t, err, name)
		require.Equal(t, c.want, numbers(page), name)
	}
	t.Run("page by page", func(t *testing.T) {
		filter := reading.AuditFilter{SubjectID: &of}
		page, err := h.reader.AuditLog(t.Context(), h.staff, venue, filter, reading.Page{First: 2})
		require.NoError(t, err)
		require.Equal(t, []int64{lapsed, stale}, numbers(page))
		require.True(t, page.HasNext)
		page, err = h.reader.AuditLog(t.Context(), h.staff, venue, filter, reading.Page{First: 2, After: page.Cursors[1]})
		require.NoError(t, err)
		require.Equal(t, []int64{held}, numbers(page))
		require.False(t, page.HasNext)
	})
	t.Run("what can't be is refused", func(t *testing.T) {
		_, err := h.reader.AuditLog(t.Context(), h.staff, venue, reading.AuditFilter{SubjectID: at("rv_x")}, whole)
		requireUnknown(t, err, "no id")
		_, err = h.reader.AuditLog(t.Context(), h.staff, venue, reading.AuditFilter{Actor: at("")}, whole)
		requireInvalid(t, err, "filter.actor")
		_, err = h.reader.AuditLog(t.Context(), h.staff, venue, reading.AuditFilter{CorrelationID: at(strings.Repeat("x", 301))}, whole)
		requireInvalid(t, err, "filter.correlationId")
	})
}

func TestHistory(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	mine, others := h.things(venue), h.things(venue)
	table := h.table(venue)
	ended := h.book(booking{customer: mine.customer, status: reservation.Cancelled}, h.slot(table, h.now.Add(50*time.Hour)))
	again := h.book(booking{customer: mine.customer}, h.slot(table, h.now.Add(52*time.Hour)))
	h.admin(`UPDATE reservations SET corrects_id = $1 WHERE id = $2`, ended, again)
	moving := h.ask(venue, errand{customer: mine.customer, status: intent.Reserving}, h.slot(table, h.now.Add(54*time.Hour)))
	h.admin(`UPDATE intents SET kind = 'moveReservation', reservation_id = $1, approval_id = $2 WHERE id = $3`, again, mine.approval, moving)
	accepting := h.ask(venue, errand{customer: mine.customer, status: intent.Reserving}, mine.slot)
	h.admin(`UPDATE intents SET kind = 'confirmOffer', offer_id = $1, reservation_id = $2 WHERE id = $3`, mine.offer, mine.hold, accepting)
	done := h.prepare(venue, plan{customer: &mine.customer, status: "CONSUMED"})
	h.admin(`UPDATE approvals SET result = $1 WHERE id = $2`, ref.Encode(ref.Entry, mine.entry), done)

	noted := map[string]int64{}
	for _, r := range []ref.Ref{
		{Kind: ref.Reservation, ID: mine.hold}, {Kind: ref.Reservation, ID: ended}, {Kind: ref.Reservation, ID: again}, {Kind: ref.Entry, ID: mine.entry},
		{Kind: ref.Offer, ID: mine.offer}, {Kind: ref.Intent, ID: moving}, {Kind: ref.Intent, ID: accepting}, {Kind: ref.Approval, ID: mine.approval}, {Kind: ref.Approval, ID: done},
		{Kind: ref.Slot, ID: mine.slot}, {Kind: ref.Reservation, ID: others.hold}, {Kind: ref.Entry, ID: others.entry}, {Kind: ref.Offer, ID: others.offer},
	} {
		noted[r.String()] = h.note(venue, note{subject: r.String()})
	}
	number := func(k ref.Kind, id uuid.UUID) int64 { return noted[ref.Encode(k, id)] }

	for name, c := range map[string]struct {
		of   ref.Ref
		want []int64
	}{
		"a hold, with its offer and the intent that accepts it": {ref.Ref{Kind: ref.Reservation, ID: mine.hold}, []int64{number(ref.Reservation, mine.hold), number(ref.Offer, mine.offer), number(ref.Intent, accepting)}},
		"one made in the place of another, with what moves it": {ref.Ref{Kind: ref.Reservation, ID: again},
			[]int64{number(ref.Reservation, ended), number(ref.Reservation, again), number(ref.Intent, moving), number(ref.Approval, mine.approval)}},
		"one in whose place another was made": {ref.Ref{Kind: ref.Reservation, ID: ended}, []int64{number(ref.Reservation, ended), number(ref.Reservation, again)}},
		"an entry, with its offers":           {ref.Ref{Kind: ref.Entry, ID: mine.entry}, []int64{number(ref.Entry, mine.entry), number(ref.Offer, mine.offer), number(ref.Approval, done)}},
		"an offer, with its entry":            {ref.Ref{Kind: ref.Offer, ID: mine.offer}, []int64{number(ref.Entry, mine.entry), number(ref.Offer, mine.offer), number(ref.Intent, accepting)}},
		"an intent, with what was approved":   {ref.Ref{Kind: ref.Intent, ID: moving}, []int64{number(ref.Intent, moving), number(ref.Approval, mine.approval)}},
		"an approval":                         {ref.Ref{Kind: ref.Approval, ID: mine.approval}, []int64{number(ref.Approval, mine.approval)}},
		"one that nothing is noted of":        {ref.Ref{Kind: ref.Intent, ID: others.intent}, nil},
	} {
		page, err := h.reader.History(t.Context(), h.staff, c.of, whole)
		require.NoError(t, err, name)
		require.ElementsMatch(t, c.want, numbers(page), name)
		for i := 1; i < len(page.Nodes); i++ {
			require.Greater(t, page.Nodes[i-1].ID, page.Nodes[i].ID, "the newest first")
		}
	}
	t.Run("page by page", func(t *testing.T) {
		of := ref.Ref{Kind: ref.Reservation, ID: mine.hold}
		var all []int64
		page := reading.Page{First: 1}
		for {
			got, err := h.reader.History(t.Context(), h.staff, of, page)
			require.NoError(t, err)
			all = append(all, numbers(got)...)
			if !got.HasNext {
				break
			}
			page.After = got.Cursors[0]
		}
		require.Len(t, all, 3)
		_, err := h.reader.History(t.Context(), h.staff, ref.Ref{Kind: ref.Offer, ID: mine.offer}, page)
		requireInvalid(t, err, "after")
	})
	t.Run("what stands behind it is left out where the actor may not read it", func(t *testing.T) {
		narrow := h.staff
		narrow.Scopes = []actor.Capability{actor.HistoryRead, actor.OfferRead}
		page, err := h.reader.History(t.Context(), narrow, ref.Ref{Kind: ref.Offer, ID: mine.offer}, whole)
		require.NoError(t, err)
		require.Equal(t, []int64{number(ref.Offer, mine.offer)}, numbers(page))
	})
	t.Run("of what isn't the actor's to see, or has none, there is none", func(t *testing.T) {
		of := ref.Ref{Kind: ref.Reservation, ID: mine.hold}
		blind := h.staff
		blind.Scopes = []actor.Capability{actor.HistoryRead, actor.OfferRead}
		for what, try := range map[string]struct {
			a  actor.Actor
			of ref.Ref
		}{
			"of another venue":            {h.only(h.venue("UTC")), of},
			"of another tenant":           {h.neighbour().staff, of},
			"unknown":                     {h.staff, ref.Ref{Kind: ref.Reservation, ID: uuid.New()}},
			"of another kind":             {h.staff, ref.Ref{Kind: ref.Offer, ID: mine.hold}},
			"a venue":                     {h.staff, ref.Ref{Kind: ref.Venue, ID: venue}},
			"a slot":                      {h.staff, ref.Ref{Kind: ref.Slot, ID: mine.slot}},
			"without the right to see it": {blind, of},
		} {
			_, err := h.reader.History(t.Context(), try.a, try.of, whole)
			requireUnknown(t, err, what)
		}
	})
}

// TestAuditIsReadByIndex looks at the plans for what is asked of a large log day by day.
func TestAuditIsReadByIndex(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	others := texts([]uuid.UUID{venue, h.venue("UTC"), h.venue("UTC"), h.venue("UTC"), h.venue("UTC"), h.venue("UTC"), h.venue("UTC"), h.venue("UTC")})
	h.admin(`INSERT INTO audit_entries (tenant_id, venue_id, at, actor, operation, subject, outcome, correlation_id)
		SELECT $1, ($2::uuid[])[1 + n % 8], $3::timestamptz + n * interval '1 second', 'STAFF Ada', CASE n % 50 WHEN 0 THEN 'withdrawOffer' ELSE 'holdSlot' END, 'rv_' || n / 4, 'COMMITTED', 'call-' || n
		FROM generate_series(1, 20000) n`, h.tenant, others, h.now)
	_, err := pgtest.Admin(t, h.db).ExecContext(t.Context(), `ANALYZE audit_entries`)
	require.NoError(t, err)
	for name, c := range map[string]struct{ where, index string }{
		"the whole log":            {`venue_id = $2`, "auditentry_tenant_id_venue_id_id"},
		"behind a place":           {`venue_id = $2 AND id < 10000`, "Index Scan"},
		"of one operation":         {`venue_id = $2 AND operation IN ('withdrawOffer')`, "auditentry_tenant_id_venue_id_id"},
		"about one thing":          {`venue_id = $2 AND subject IN ('rv_17')`, "auditentry_tenant_id_subject_id"},
		"the history of one thing": {`venue_id IS NOT NULL AND $2::uuid IS NOT NULL AND subject IN ('rv_17', 'of_1', 'in_2')`, "auditentry_tenant_id_subject_id"},
		"of one call":              {`venue_id = $2 AND correlation_id = 'call-9'`, "auditentry_tenant_id_correlation_id"},
	} {
		var plan []string
		require.NoError(t, h.db.ReadTenant(t.Context(), h.tenant, func(ctx context.Context, tx *sql.Tx) error {
			plan = nil
			rows, err := tx.QueryContext(ctx, `EXPLAIN SELECT * FROM audit_entries WHERE tenant_id = $1 AND `+c.where+` ORDER BY id DESC LIMIT 51`, h.tenant, venue)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				var line string
				if err := rows.Scan(&line); err != nil {
					return err
				}
				plan = append(plan, line)
			}
			return rows.Err()
		}))
		require.Contains(t, strings.Join(plan, "\n"), c.index, name)
		require.NotContains(t, strings.Join(plan, "\n"), "Seq Scan", name)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	room := h.room(venue, 90)
	slot := h.slot(room, h.now.Add(30*time.Hour))
	named := func(name, email, phone, key string) (customer, booked uuid.UUID) {
		customer = uuid.New()
		h.exec(`INSERT INTO customers (id, tenant_id, name, email, email_key, phone, phone_key, created_at, updated_at) VALUES ($1, $2, $3, nullif($4, ''), nullif(lower($4), ''), nullif($5, ''), nullif($6, ''), now(), now())`,
			customer, h.tenant, name, email, phone, key)
		return customer, h.book(booking{customer: customer}, slot)
	}
	minji, kim := named("Kim Minji", "minji@example.org", "+82 10-1234-5678", "+821012345678")
	_, anna := named("Änna 100%", "Anna_B@Example.org", "030 / 99 88", "0309988")
	_, walkIn := named("Walk-in", "", "", "")
	named("A_B", "", "", "")
	h.book(booking{customer: minji}, h.slot(h.table(h.venue("UTC")), h.now.Add(30*time.Hour)))
	foreign := h.neighbour()
	there := foreign.venue("UTC")
	foreign.book(booking{customer: foreign.customer()}, foreign.slot(foreign.table(there), h.now.Add(30*time.Hour)))

	find := func(a actor.Actor, text string) []uuid.UUID {
		got, err := ids(h.reader.Reservations(t.Context(), a, venue, reading.ReservationFilter{Search: &text}, whole))
		require.NoError(t, err, text)
		return got.Nodes
	}
	for text, want := range map[string][]uuid.UUID{
		"minji":           {kim},
		"KIM M":           {kim},
		" kim ":           {kim},
		"MINJI@EXAMPLE":   {kim},
		"5678":            {kim},
		"10-1234-5678":    {kim},
		"+82 10 12345678": {kim},
		"1234":            nil, // the last digits, not any
		"9988":            {anna},
		"äNNA":            {anna},
		"100%":            {anna},
		"0%":              {anna},
		"a_b@":            {anna},
		"%%":              nil,
		"__":              nil,
		`\%`:              nil,
		"walk":            {walkIn},
		"'; DROP":         nil,
		"nobody":          nil,
	} {
		require.ElementsMatch(t, want, find(h.staff, text), text)
	}
	t.Run("the other conditions hold as well", func(t *testing.T) {
		text := "example.org"
		got, err := ids(h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{Search: &text, Statuses: []reservation.Status{reservation.Confirmed}}, whole))
		require.NoError(t, err)
		require.Empty(t, got.Nodes)
		first, err := ids(h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{Search: &text}, reading.Page{First: 1}))
		require.NoError(t, err)
		require.True(t, first.HasNext)
		second, err := ids(h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{Search: &text}, reading.Page{First: 1, After: first.Cursors[0]}))
		require.NoError(t, err)
		require.ElementsMatch(t, []uuid.UUID{kim, anna}, append(first.Nodes, second.Nodes...))
	})
	t.Run("a customer, and an agent, finds only its own", func(t *testing.T) {
		for _, a := range []actor.Actor{h.guest(minji), h.agentOf(minji)} {
			require.Equal(t, []uuid.UUID{kim}, find(a, "minji"))
			require.Empty(t, find(a, "anna"))
		}
	})
	t.Run("what is too short or too long finds nothing", func(t *testing.T) {
		for _, text := range []string{"", " ", "k", strings.Repeat("k", 61)} {
			_, err := h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{Search: &text}, whole)
			requireInvalid(t, err, "filter.search")
		}
	})
}
