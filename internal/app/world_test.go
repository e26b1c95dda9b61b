package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// world is a tenant with one of everything, all of it the guest's.
type world struct {
	*tenant
	ids map[ref.Kind]string
}

func newWorld(t testing.TB, p *program, change ...func(*policy.Rules)) *world {
	t.Helper()
	n := p.tenant(change...)
	w := &world{tenant: n, ids: map[ref.Kind]string{}}
	contact := vars{"name": n.canary + " guest", "email": n.canary + "@example.com", "phone": "+49 30 1234567"}
	slot, held := n.evening(), n.evening()
	r := n.guest.commit("holdSlot", vars{"slotIds": []string{held}, "partySize": 2, "customer": contact, "note": n.canary + " note"}).Get("reservation")
	taken, free := n.at(50*time.Hour), n.at(60*time.Hour)
	n.staff.confirmed(2, taken)
	waiting := n.join(n.guest, 2, taken)
	offered := n.guest.offerOf(n.join(n.guest, 2, free).Get("id").String())
	asked, tried := n.errand(n.guestActor, slot)
	prepared := n.prepare(n.guest, 500*time.Hour).Get("id").String()
	area := n.admin.commit("createArea", vars{"venueId": n.venueID(), "name": n.canary + " hall"}).Get("area.id").String()
	pause := n.staff.commit("pauseBookings", vars{"venueId": n.venueID(), "from": time.Now().Add(8000 * hour).Format(time.RFC3339),
		"until": time.Now().Add(8001 * hour).Format(time.RFC3339), "reason": n.canary}).Get("pause.id").String()
	granted := n.admin.commit("grantAdjustment", vars{"venueId": n.venueID(), "customerId": r.Get("customer.id").String(), "kind": "BENEFIT", "amount": 2, "reason": n.canary}).Get("adjustment.id").String()
	feed := n.guest.commit("issueCalendarFeed", vars{"venueId": n.venueID()}).Get("feed.id").String()
	series := n.guest.commit("bookSeries", vars{"slotIds": []string{n.at(1200 * hour)}, "partySize": 2, "rule": "FREQ=DAILY;COUNT=2", "allOrNothing": false}).Get("series.id").String()
	issued := n.admin.commit("issueApiKey", vars{"name": n.canary + " kiosk", "role": "AGENT", "customerId": r.Get("customer.id").String(), "venueIds": []string{n.venueID()}}).Get("apiKey.id").String()
	member := n.admin.commit("grantMembership", vars{"issuer": "https://login.example", "email": n.canary + "@example.com", "displayName": n.canary + " guest", "role": "CUSTOMER", "customerId": r.Get("customer.id").String()}).Get("membership.id").String()
	audited := n.staff.do(roots()["auditLog"].document, vars{"venueId": n.venueID()}).Get("auditLog.nodes.0.id").String()
	resource := uuid.Nil
	slotID, _ := ref.Decode(ref.Slot, slot)
	n.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{slotID}, &resource)
	w.ids = map[ref.Kind]string{
		ref.Tenant: ref.Encode(ref.Tenant, n.Tenant), ref.Venue: n.venueID(), ref.Resource: ref.Encode(ref.Resource, resource), ref.Slot: slot,
		ref.Reservation: r.Get("id").String(), ref.Customer: r.Get("customer.id").String(), ref.Entry: waiting.Get("id").String(),
		ref.Offer: offered.Get("id").String(), ref.PolicyVersion: ref.Encode(ref.PolicyVersion, n.Policy),
		ref.Principal: ref.Encode(ref.Principal, n.guestActor.PrincipalID), ref.Intent: asked, ref.Attempt: tried, ref.Approval: prepared,
		ref.Area: area, ref.Pause: pause, ref.Adjustment: granted, ref.CalendarFeed: feed, ref.Series: series, ref.AuditEntry: audited,
		ref.APIKey: issued, ref.Membership: member,
	}
	return w
}

// patient is a world in which nothing lapses while it is looked at, however slow the machine.
func patient(r *policy.Rules) { r.HoldTTL, r.OfferTTL, r.ApprovalTTL = 6*hour, 6*hour, 6*hour }

// in is the world as a part of the test meets it.
func (w *world) in(t testing.TB) *world { return &world{w.tenant.in(t), w.ids} }

func (w *world) id(kind ref.Kind) string { return w.ids[kind] }

// today is a date of the venue, so many days from now.
func (w *world) today(days int) string {
	zone, err := time.LoadLocation("Asia/Seoul")
	require.NoError(w.program.t, err)
	return time.Now().In(zone).AddDate(0, 0, days).Format(time.DateOnly)
}

// capable is somebody of the tenant who may use the root field.
func (w *world) capable(r root) client {
	if len(r.denied) > 2 {
		return w.admin
	}
	if len(r.denied) > 1 {
		return w.staff
	}
	return w.guest
}

// state is all of the tenant's rows that commands change, the ledger aside, in one text.
func (n *tenant) state() (text string) {
	n.Scan(`SELECT concat_ws(' ',
		(SELECT string_agg(concat(id, status, version), ',' ORDER BY id) FROM reservations),
		(SELECT string_agg(concat(id, status, version), ',' ORDER BY id) FROM offers),
		(SELECT string_agg(concat(id, status, version), ',' ORDER BY id) FROM waitlist_entries),
		(SELECT string_agg(concat(id, status, version), ',' ORDER BY id) FROM intents),
		(SELECT string_agg(concat(id, status, version), ',' ORDER BY id) FROM attempts),
		(SELECT string_agg(concat(id, status, version), ',' ORDER BY id) FROM approvals),
		(SELECT string_agg(concat(id, taken, version), ',' ORDER BY id) FROM slots),
		(SELECT string_agg(concat(id, name, email, phone, version), ',' ORDER BY id) FROM customers),
		(SELECT string_agg(concat(id, revoked_at, version), ',' ORDER BY id) FROM api_keys),
		(SELECT string_agg(concat(id, revoked_at, version), ',' ORDER BY id) FROM memberships),
		(SELECT count(*) FROM events))`, nil, &text)
	return text
}

// unusableIDs are ids of a kind that nobody can use, made to look like a good one.
func unusableIDs(w *world, kind ref.Kind) map[string]any {
	good := w.id(kind)
	parsed, _ := ref.Parse(good)
	flipped := parsed.ID
	flipped[7] ^= 1
	ids := map[string]any{
		"random": ref.Encode(kind, uuid.New()), "one bit flipped": ref.Encode(kind, flipped), "nil": ref.Encode(kind, uuid.Nil),
		"empty": "", "42": "42", "a number": 123, "a fraction": 1.5, "a bare uuid": parsed.ID.String(), "prefix only": string(kind) + "_",
		"padded": good + "=", "longer": good + "A", "shorter": good[:len(good)-1], "with a blank": " " + good, "with a newline": good + "\n",
		"with a zero": good + "\x00", "another case": string(kind[0]-32) + good[1:], "SQL": "' OR 1=1 --", "huge": strings.Repeat("x", 5000),
	}
	for other, id := range w.ids {
		if other != kind {
			ids["a "+string(other)] = id
			ids["the same number as "+string(other)] = ref.Encode(other, parsed.ID)
		}
	}
	return ids
}

const hour = time.Hour

// scoped is somebody of the tenant's people with a key for a second venue only.
func (n *tenant) scoped(t testing.TB, role actor.Role) client {
	venue, _ := n.annex(t)
	return n.client(n.Person(role, n.canary+" annex "+string(role)), in(venue))
}

func none(r gjson.Result) bool { return r.Type == gjson.Null }
