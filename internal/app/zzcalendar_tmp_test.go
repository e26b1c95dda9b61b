package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestZZCalendarTmp(t *testing.T) {
	p := start(t)
	n := p.tenant()
	n.guest.commit("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2})
	a := n.guest.ask(`mutation($k: IdempotencyKey!, $v: ID!) { issueCalendarFeed(input: {venueId: $v, privacy: DETAILS, idempotencyKey: $k}) { outcome problem { code message } path feed { id version privacy customer { name } resource { name } revokedAt } } }`, vars{"k": key(), "v": n.venueID()})
	fmt.Println(a.raw)
	path := a.data("issueCalendarFeed.path").String()
	base := strings.TrimSuffix(n.guest.at, "/graphql")
	got := n.guest.send(http.MethodGet, base+path, "", http.Header{})
	fmt.Println(got.status, got.raw)
	require.Equal(t, 200, got.status)
	a = n.guest.ask(`query($v: ID!) { calendarFeeds(venueId: $v) { nodes { id lastUsedAt } edges { cursor } } }`, vars{"v": n.venueID()})
	fmt.Println(a.raw)
	id := a.data("calendarFeeds.nodes.0.id").String()
	fmt.Println(n.guest.ask(`query($v: ID!) { node(id: $v) { id ... on CalendarFeed { version } } }`, vars{"v": id}).raw)
	fmt.Println(n.other.ask(`query($v: ID!) { node(id: $v) { id } }`, vars{"v": id}).raw)
	fmt.Println(n.agent.ask(`query($v: ID!) { calendarFeeds(venueId: $v) { nodes { id } } }`, vars{"v": n.venueID()}).raw)
	a = n.staff.ask(`mutation($k: IdempotencyKey!, $v: ID!) { revokeCalendarFeed(input: {feedId: $v, expectedVersion: 1, idempotencyKey: $k}) { outcome path feed { revokedAt version } } }`, vars{"k": key(), "v": id})
	fmt.Println(a.raw)
	fmt.Println(n.guest.send(http.MethodGet, base+path, "", http.Header{}).status)
	a = n.staff.ask(`mutation($k: IdempotencyKey!, $v: ID!) { issueCalendarFeed(input: {venueId: $v, idempotencyKey: $k}) { outcome } }`, vars{"k": key(), "v": n.venueID()})
	fmt.Println(a.raw)
}
