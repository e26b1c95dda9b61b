package app_test

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// What the roots of administration and of daily work are asked for.
const (
	resourceFace     = ` id name kind minParty maxParty capacity active version walkInOnly area { id name version } combines { id } `
	pauseFields      = ` id from until reason endedAt version resource { id } `
	adjustmentFields = ` id kind amount reason grantedBy expiresAt revokedAt version customer { id name } `
	feedFields       = ` id privacy lastUsedAt revokedAt version resource { id } customer { id name } `
	auditFields      = ` id at actor operation subjectId outcome problemCode reason correlationId `
	actionFields     = ` id kind version dueAt since reason commands subject { id __typename } `
	seriesFields     = ` id rule partySize version customer { id name } reservations { id status } failures { date code } `
	policyFields     = ` id number status version digest activatesAt draftedBy changes { field from to } rules { holdTtl turnTimes { fromPartySize duration } channels { channel leadTime } } `
)

var (
	houseFace = venueFace + ` layoutDays holidayRegion closedOnHolidays areas { id name } switches { offers notices allowList { id name } }
		openingRules { number laidOutNumber tzdata sets { resource { id } windows { weekdays opens closes slotLength every walkInOnly } exceptions { date closed windows { opens } } } } `
	showHouse      = ` venue {` + houseFace + `} `
	showResource   = ` resource {` + resourceFace + `} `
	showPause      = ` pause {` + pauseFields + `} `
	showAdjustment = ` adjustment {` + adjustmentFields + `} `
	showPolicy     = ` policyVersion {` + policyFields + `} `
	keyFields      = ` id name role principalId customer { id name } venues { id name } scopes expiresAt previousSecretUntil lastUsedAt revokedAt createdAt version `
	memberFields   = ` id displayName role principalId customer { id name } venues { id name } issuer subject email lastSignedInAt revokedAt createdAt version `
	showKey        = ` apiKey {` + keyFields + `} secret `
	showMember     = ` membership {` + memberFields + `} `
	showFeed       = ` feed {` + feedFields + `} path `

	// notAdmin are the roles that a venue isn't run by.
	notAdmin = []string{"AGENT", "CUSTOMER", "STAFF"}
)

func init() {
	for name, document := range map[string]string{
		"createVenue":        mutation("createVenue", "CreateVenueInput", showHouse),
		"updateVenue":        mutation("updateVenue", "UpdateVenueInput", showHouse),
		"createArea":         mutation("createArea", "CreateAreaInput", ` area { id name version } `),
		"updateArea":         mutation("updateArea", "UpdateAreaInput", ` area { id name version } `),
		"createResource":     mutation("createResource", "CreateResourceInput", showResource),
		"updateResource":     mutation("updateResource", "UpdateResourceInput", showResource),
		"setOpeningHours":    mutation("setOpeningHours", "SetOpeningHoursInput", showHouse),
		"setHolidays":        mutation("setHolidays", "SetHolidaysInput", showHouse),
		"pauseBookings":      mutation("pauseBookings", "PauseBookingsInput", showPause),
		"endPause":           mutation("endPause", "EndPauseInput", showPause),
		"setSwitches":        mutation("setSwitches", "SetSwitchesInput", showHouse),
		"adjustCapacity":     mutation("adjustCapacity", "AdjustCapacityInput", ` slot {`+slotFields+`state walkInOnly } `),
		"draftPolicy":        mutation("draftPolicy", "DraftPolicyInput", showPolicy),
		"activatePolicy":     mutation("activatePolicy", "ActivatePolicyInput", showPolicy),
		"grantAdjustment":    mutation("grantAdjustment", "GrantAdjustmentInput", showAdjustment),
		"revokeAdjustment":   mutation("revokeAdjustment", "RevokeAdjustmentInput", showAdjustment),
		"prioritizeEntry":    mutation("prioritizeEntry", "PrioritizeEntryInput", showEntry),
		"seatWalkIn":         mutation("seatWalkIn", "SeatWalkInInput", showReservation),
		"correctReservation": mutation("correctReservation", "CorrectReservationInput", showReservation),
		"bookSeries":         mutation("bookSeries", "BookSeriesInput", ` series {`+seriesFields+`} `),
		"issueCalendarFeed":  mutation("issueCalendarFeed", "IssueCalendarFeedInput", showFeed),
		"revokeCalendarFeed": mutation("revokeCalendarFeed", "RevokeCalendarFeedInput", showFeed),
		"issueApiKey":        mutation("issueApiKey", "IssueApiKeyInput", showKey),
		"rotateApiKey":       mutation("rotateApiKey", "RotateApiKeyInput", showKey),
		"revokeApiKey":       mutation("revokeApiKey", "RevokeApiKeyInput", showKey),
		"grantMembership":    mutation("grantMembership", "GrantMembershipInput", showMember),
		"revokeMembership":   mutation("revokeMembership", "RevokeMembershipInput", showMember),
	} {
		mutations[name] = document
	}
}

// houseRoots are the roots by which venues are run and people's daily work is done.
func houseRoots(act func(string, []string, map[string]ref.Kind, func(*world) vars) root, list func(string, string) root) map[string]root {
	window := []any{vars{"weekdays": []any{1}, "opens": "09:00", "closes": "11:00", "slotLength": "PT1H"}}
	of := func(name string, denied []string, field string, kind ref.Kind, more vars) root {
		return act(name, denied, map[string]ref.Kind{"input." + field: kind}, func(w *world) vars { return vars{field: w.id(kind)}.with(more) })
	}
	denied := func(r root, roles []string) root { r.denied = roles; return r }
	ahead := func(hours int) string { return time.Now().Add(time.Duration(hours) * time.Hour).Format(time.RFC3339) }
	all := map[string]root{
		"createVenue": act("createVenue", notAdmin, nil, func(*world) vars {
			return vars{"code": "v-" + uuid.NewString()[:12], "name": "A venue", "timeZone": "Asia/Seoul"}
		}),
		"updateVenue":        of("updateVenue", notAdmin, "venueId", ref.Venue, vars{"name": "A venue", "expectedVersion": 1}),
		"createArea":         of("createArea", notAdmin, "venueId", ref.Venue, vars{"name": "Terrace"}),
		"updateArea":         of("updateArea", notAdmin, "areaId", ref.Area, vars{"name": "Hall", "expectedVersion": 1}),
		"createResource":     of("createResource", notAdmin, "venueId", ref.Venue, vars{"name": "A table", "kind": "EXCLUSIVE", "capacity": 1, "minParty": 1, "maxParty": 4}),
		"updateResource":     of("updateResource", notAdmin, "resourceId", ref.Resource, vars{"name": "A table", "expectedVersion": 1}),
		"setOpeningHours":    of("setOpeningHours", notAdmin, "venueId", ref.Venue, vars{"windows": window, "expectedVersion": 1}),
		"setHolidays":        of("setHolidays", notAdmin, "venueId", ref.Venue, vars{"region": "KR", "closed": false, "expectedVersion": 1}),
		"setSwitches":        of("setSwitches", notAdmin, "venueId", ref.Venue, vars{"notices": true, "reason": "a reason", "expectedVersion": 1}),
		"pauseBookings":      of("pauseBookings", notStaff, "venueId", ref.Venue, vars{"from": ahead(9000), "until": ahead(9001), "reason": "a reason"}),
		"endPause":           of("endPause", notStaff, "pauseId", ref.Pause, vars{"expectedVersion": 1}),
		"adjustCapacity":     of("adjustCapacity", notAdmin, "slotId", ref.Slot, vars{"capacity": 1, "reason": "a reason", "expectedVersion": 1}),
		"draftPolicy":        of("draftPolicy", notAdmin, "venueId", ref.Venue, vars{"rules": vars{"holdTtl": "PT6M"}}),
		"activatePolicy":     of("activatePolicy", notAdmin, "policyVersionId", ref.PolicyVersion, vars{"expectedVersion": 1}),
		"revokeAdjustment":   of("revokeAdjustment", notAdmin, "adjustmentId", ref.Adjustment, vars{"reason": "a reason", "expectedVersion": 1}),
		"prioritizeEntry":    of("prioritizeEntry", notStaff, "entryId", ref.Entry, vars{"priority": 3, "reason": "a reason", "expectedVersion": 1}),
		"correctReservation": of("correctReservation", notStaff, "reservationId", ref.Reservation, vars{"becomes": "CONFIRMED", "reason": "a reason", "expectedVersion": 1}),
		"issueCalendarFeed": act("issueCalendarFeed", agents, map[string]ref.Kind{"input.venueId": ref.Venue, "input.customerId": ref.Customer}, func(w *world) vars {
			return vars{"venueId": w.id(ref.Venue), "customerId": w.id(ref.Customer)}
		}),
		"revokeCalendarFeed": of("revokeCalendarFeed", agents, "feedId", ref.CalendarFeed, vars{"expectedVersion": 1}),
		"grantAdjustment": act("grantAdjustment", notAdmin, map[string]ref.Kind{"input.venueId": ref.Venue, "input.customerId": ref.Customer}, func(w *world) vars {
			return vars{"venueId": w.id(ref.Venue), "customerId": w.id(ref.Customer), "kind": "BENEFIT", "amount": 1, "reason": "a reason"}
		}),
		"seatWalkIn": act("seatWalkIn", notStaff, map[string]ref.Kind{"input.slotIds.0": ref.Slot}, func(w *world) vars {
			return vars{"slotIds": []any{w.id(ref.Slot)}, "partySize": 2}
		}),
		"bookSeries": act("bookSeries", agents, map[string]ref.Kind{"input.slotIds.0": ref.Slot}, func(w *world) vars {
			return vars{"slotIds": []any{w.id(ref.Slot)}, "partySize": 2, "rule": "FREQ=WEEKLY;COUNT=2"}
		}),
		"issueApiKey": act("issueApiKey", notAdmin, map[string]ref.Kind{"input.venueIds.0": ref.Venue, "input.customerId": ref.Customer}, func(w *world) vars {
			return vars{"name": "Kiosk", "role": "CUSTOMER", "customerId": w.id(ref.Customer), "venueIds": []any{w.id(ref.Venue)}}
		}),
		"rotateApiKey": of("rotateApiKey", notAdmin, "apiKeyId", ref.APIKey, vars{"expectedVersion": 1}),
		"revokeApiKey": of("revokeApiKey", notAdmin, "apiKeyId", ref.APIKey, vars{"expectedVersion": 1}),
		"grantMembership": act("grantMembership", notAdmin, map[string]ref.Kind{"input.venueIds.0": ref.Venue, "input.customerId": ref.Customer}, func(w *world) vars {
			return vars{"issuer": "https://login.example", "subject": uuid.NewString(), "displayName": "Bot", "role": "AGENT", "customerId": w.id(ref.Customer), "venueIds": []any{w.id(ref.Venue)}}
		}),
		"revokeMembership": of("revokeMembership", notAdmin, "membershipId", ref.Membership, vars{"expectedVersion": 1}),
		"apiKeys":          {denied: notAdmin, document: `{ apiKeys` + edgesOf(keyFields) + `}`, good: func(*world) vars { return nil }},
		"memberships":      {denied: notAdmin, document: `{ memberships` + edgesOf(memberFields) + `}`, good: func(*world) vars { return nil }},
		"adjustments":      denied(list("adjustments", adjustmentFields), notStaff),
		"auditLog":         denied(list("auditLog", auditFields), notStaff),
		"history": {unusable: asError, denied: notStaff, ids: map[string]ref.Kind{"id": ref.Reservation},
			document: `query($id: ID!) { history(id: $id)` + edgesOf(auditFields) + `}`,
			good:     func(w *world) vars { return vars{"id": w.id(ref.Reservation)} }},
		"actionQueue":    denied(list("actionQueue", actionFields), notStaff),
		"slotsForReview": denied(list("slotsForReview", slotFields), notStaff),
		"pauses":         list("pauses", pauseFields),
		"calendarFeeds":  denied(list("calendarFeeds", feedFields), agents),
		"invariants":     {denied: notStaff, document: `{ invariants { checkedAt every checks { name promise breaches lastBreachAt took } } }`, good: func(*world) vars { return nil }},
		"report": {unusable: asError, denied: notStaff, ids: map[string]ref.Kind{"venueId": ref.Venue}, document: reportQuery,
			good: func(w *world) vars { return vars{"venueId": w.id(ref.Venue), "from": w.today(-3), "to": w.today(3)} }},
		"holidayRegions": {document: `{ holidayRegions { code name } }`, good: func(*world) vars { return nil }},
		"clockChanges": {unusable: asError, ids: map[string]ref.Kind{"venueId": ref.Venue}, good: func(w *world) vars { return vars{"venueId": w.id(ref.Venue)} },
			document: `query($venueId: ID!) { clockChanges(venueId: $venueId, days: 30) { at date offsetBefore offsetAfter touched { resource { id } wallClock effect } } }`},
		"holidays": {unusable: asError, ids: map[string]ref.Kind{"venueId": ref.Venue},
			document: `query($venueId: ID!, $from: Date!, $to: Date!) { holidays(venueId: $venueId, from: $from, to: $to) { region coveredFrom coveredTo days { date name localName closed } } }`,
			good:     func(w *world) vars { return vars{"venueId": w.id(ref.Venue), "from": w.today(0), "to": w.today(9)} }},
		"arrivals": {unusable: asError, denied: notStaff, ids: map[string]ref.Kind{"venueId": ref.Venue},
			document: `query($venueId: ID!, $date: Date!) { arrivals(venueId: $venueId, date: $date) { from until parties covers overriddenParties overriddenCovers mostParties mostCovers } }`,
			good:     func(w *world) vars { return vars{"venueId": w.id(ref.Venue), "date": w.today(1)} }},
		"policyPreview": {unusable: asError, denied: notStaff, ids: map[string]ref.Kind{"version": ref.PolicyVersion, "slot": ref.Slot},
			document: `query($version: ID!, $slot: ID!) { policyPreview(policyVersionId: $version, slotId: $slot) { considered policyDigest chosen { id } skipped { entryId position code reason } } }`,
			good:     func(w *world) vars { return vars{"version": w.id(ref.PolicyVersion), "slot": w.id(ref.Slot)} }},
		"openingPreview": {unusable: asError, denied: notAdmin, ids: map[string]ref.Kind{"input.venueId": ref.Venue},
			document: `query($input: OpeningPreviewInput!) { openingPreview(input: $input) { total slots { resource { id } startsAt endsAt walkInOnly } stranded { id } } }`,
			good:     func(w *world) vars { return vars{"input": vars{"venueId": w.id(ref.Venue), "windows": window}} }},
		"seriesPreview": {unusable: asError, denied: agents, ids: map[string]ref.Kind{"input.slotIds.0": ref.Slot},
			document: `query($input: SeriesPreviewInput!) { seriesPreview(input: $input) { date blockers slots { id } } }`,
			good: func(w *world) vars {
				return vars{"input": vars{"slotIds": []any{w.id(ref.Slot)}, "partySize": 2, "rule": "FREQ=WEEKLY;COUNT=2"}}
			}},
	}
	return all
}
