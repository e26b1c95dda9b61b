package agenda_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

var noon = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)

func TestRunsOutFrom(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ lasts, runs time.Duration }{
		"a day":                       {24 * time.Hour, 6 * time.Hour},
		"a quarter of an hour":        {15 * time.Minute, 225 * time.Second},
		"as long as makes no odds":    {8 * time.Minute, 2 * time.Minute},
		"ten minutes":                 {10 * time.Minute, 150 * time.Second},
		"five minutes, two at least":  {5 * time.Minute, 2 * time.Minute},
		"two minutes, from the start": {2 * time.Minute, 2 * time.Minute},
		"one minute, from the start":  {time.Minute, time.Minute},
		"no time":                     {0, 0},
	} {
		require.Equal(t, noon.Add(c.lasts-c.runs), agenda.RunsOutFrom(noon, noon.Add(c.lasts)), name)
	}
}

func TestItem(t *testing.T) {
	t.Parallel()
	id, due := uuid.New(), noon.Add(time.Hour)
	fact := agenda.Fact{Matter: agenda.OpenOffer, ID: id, Version: 3, Due: &due, Since: noon}
	t.Run("an offer runs out in its last quarter, and stays the same item", func(t *testing.T) {
		before, after := fact.Item(noon.Add(45*time.Minute-time.Microsecond)), fact.Item(noon.Add(45*time.Minute))
		require.Equal(t, agenda.OfferAwaiting, before.Kind)
		require.Equal(t, agenda.OfferExpiring, after.Kind)
		require.Equal(t, before.ID, after.ID)
		require.NotEqual(t, before.Reason, after.Reason)
		require.Equal(t, agenda.Item{
			ID: "open_" + ref.Encode(ref.Offer, id), Kind: agenda.OfferAwaiting, Subject: ref.Ref{Kind: ref.Offer, ID: id}, Version: 3, DueAt: &due, Since: noon,
			Reason: "Nobody has answered the offer yet.",
		}, before)
	})
	t.Run("every matter has a kind, a subject, an id and words of its own", func(t *testing.T) {
		ids, reasons := map[string]bool{}, map[string]bool{}
		kinds := map[agenda.Kind]bool{agenda.OfferExpiring: true}
		for _, m := range agenda.Matters() {
			item := agenda.Fact{Matter: m, ID: id, Since: noon, Detail: string(agenda.Idle)}.Item(noon)
			require.Equal(t, m.Subject(), item.Subject.Kind)
			require.NotEmpty(t, item.Subject.Kind)
			require.False(t, ids[item.ID])
			require.False(t, reasons[item.Reason])
			require.NotEmpty(t, item.Reason)
			ids[item.ID], reasons[item.Reason], kinds[item.Kind] = true, true, true
		}
		require.Len(t, kinds, len(agenda.KindValues()), "every kind is some matter's")
	})
	t.Run("the words name what is known", func(t *testing.T) {
		said := func(m agenda.Matter, detail, words string) string {
			return agenda.Fact{Matter: m, Detail: detail, Words: words}.Item(noon).Reason
		}
		require.Equal(t, "Nobody knows whether partner did what it was asked for. It didn't answer.", said(agenda.UnknownAttempt, "partner", "It didn't answer."))
		require.Equal(t, "Nobody knows whether partner did what it was asked for.", said(agenda.UnknownAttempt, "partner", ""))
		require.Equal(t, "moveReservation has been prepared; a person says yes or no.", said(agenda.PendingApproval, "moveReservation", ""))
		for _, trouble := range []agenda.Trouble{agenda.Idle, agenda.Failing, agenda.Surplus, agenda.Lost} {
			require.NotEmpty(t, said(agenda.StuckIntent, string(trouble), ""), trouble)
		}
	})
}

func TestShown(t *testing.T) {
	t.Parallel()
	require.Equal(t, agenda.Matters(), agenda.Shown(actor.Actor{Role: actor.Staff}))
	require.Equal(t, agenda.Matters(), agenda.Shown(actor.Actor{Role: actor.Admin}))
	require.Empty(t, agenda.Shown(actor.Actor{}))
	require.Equal(t, []agenda.Matter{agenda.UnknownAttempt, agenda.StuckIntent},
		agenda.Shown(actor.Actor{Role: actor.Staff, Scopes: []actor.Capability{actor.ActionRead, actor.IntentRead}}))
}

func TestOf(t *testing.T) {
	t.Parallel()
	all := agenda.Matters()
	require.Equal(t, all, agenda.Of(all, nil))
	require.Empty(t, agenda.Of(all, []agenda.Kind{}))
	require.Equal(t, []agenda.Matter{agenda.OpenOffer}, agenda.Of(all, []agenda.Kind{agenda.OfferExpiring}))
	require.Equal(t, []agenda.Matter{agenda.RequestedBooking, agenda.PendingApproval}, agenda.Of(all, []agenda.Kind{agenda.ApprovalPending}))
	require.Equal(t, agenda.Matters(), all, "it is left alone")
}

func TestTouched(t *testing.T) {
	t.Parallel()
	id, other := uuid.New(), uuid.New()
	happened := func(kind event.Kind, entity ref.Kind, data any) *event.Numbered {
		return &event.Numbered{Event: event.New(uuid.New(), kind, entity, id, 2, nil, data, noon)}
	}
	here := []uuid.UUID{id}
	offers := agenda.Touch{Subjects: here, Matters: []agenda.Matter{agenda.OpenOffer, agenda.FailedNotice}}
	tries := []agenda.Matter{agenda.UnknownAttempt, agenda.StuckIntent}
	bookings := []agenda.Matter{agenda.LateParty, agenda.StrandedBooking, agenda.RequestedBooking}
	for name, c := range map[string]struct {
		e    *event.Numbered
		want agenda.Touch
	}{
		"an offer":                            {happened(event.OfferDeclined, ref.Offer, nil), offers},
		"an approval":                         {happened(event.ApprovalPrepared, ref.Approval, nil), agenda.Touch{Subjects: here, Matters: []agenda.Matter{agenda.PendingApproval}}},
		"an intent":                           {happened(event.IntentProgressed, ref.Intent, nil), agenda.Touch{Subjects: here, Matters: []agenda.Matter{agenda.StuckIntent}}},
		"an attempt, and its intent":          {happened(event.AttemptUndone, ref.Attempt, map[string]any{"intentId": other}), agenda.Touch{Subjects: []uuid.UUID{id, other}, Matters: tries}},
		"a reservation":                       {happened(event.ReservationConfirmed, ref.Reservation, map[string]any{"intentId": other}), agenda.Touch{Subjects: here, Matters: bookings}},
		"one made in the place of another":    {happened(event.ReservationConfirmed, ref.Reservation, map[string]any{"correctsId": other}), agenda.Touch{Subjects: here, Corrected: []uuid.UUID{other}, Matters: append(slices.Clone(bookings), agenda.StuckIntent)}},
		"a new hold":                          {happened(event.ReservationHeld, ref.Reservation, nil), agenda.Touch{}},
		"a slot that is closed":               {happened(event.SlotWithdrawn, ref.Slot, nil), agenda.Touch{Withdrawn: here, Matters: bookings[1:2]}},
		"a slot that is open again":           {happened(event.SlotReopened, ref.Slot, nil), agenda.Touch{Reopened: here, Matters: bookings[1:2]}},
		"a slot that is taken":                {happened(event.SlotTaken, ref.Slot, nil), agenda.Touch{}},
		"a waitlist entry":                    {happened(event.EntryJoined, ref.Entry, nil), agenda.Touch{}},
		"the venue itself":                    {happened(event.VenueChanged, ref.Venue, nil), agenda.Touch{}},
		"an attempt whose data can't be read": {&event.Numbered{Event: event.Event{Kind: event.AttemptFailed, Entity: ref.Attempt, EntityID: id, Data: json.RawMessage(`{"intentId": 7}`)}}, agenda.Touch{Subjects: here, Matters: tries}},
	} {
		require.Equal(t, c.want, agenda.Touched(c.e), name)
		require.Equal(t, !c.want.Nothing(), agenda.Concerns(c.e), name)
	}
}

func TestAmong(t *testing.T) {
	t.Parallel()
	all := agenda.Matters()
	require.Equal(t, all, agenda.Touch{}.Among(all))
	require.Equal(t, all[2:4], agenda.Touch{Matters: []agenda.Matter{agenda.StuckIntent, agenda.UnknownAttempt}}.Among(all))
	require.Empty(t, agenda.Touch{Matters: all[:1]}.Among(all[1:]))
	require.Equal(t, agenda.Matters(), all, "they are left alone")
}

func TestNews(t *testing.T) {
	t.Parallel()
	id, other := uuid.New(), uuid.New()
	fact := agenda.Fact{Matter: agenda.LateParty, ID: id, Version: 4, Since: noon}
	item := fact.Item(noon)
	look := agenda.Look{
		Waits: []agenda.Fact{fact, fact},
		May:   []agenda.Trace{{Matter: agenda.LateParty, ID: id}, {Matter: agenda.RequestedBooking, ID: id}, {Matter: agenda.LateParty, ID: other}, {Matter: agenda.LateParty, ID: other}},
	}
	gone := func(m agenda.Matter, id uuid.UUID) agenda.News {
		return agenda.News{ID: m.ID(ref.Ref{Kind: ref.Reservation, ID: id})}
	}
	news := look.News(noon)
	require.ElementsMatch(t, []agenda.News{{ID: item.ID, Item: &item}, gone(agenda.RequestedBooking, id), gone(agenda.LateParty, other)}, news, "what waits isn't gone, and each is told once")
	require.Equal(t, news, agenda.Look{Waits: look.Waits, May: []agenda.Trace{look.May[2], look.May[1], look.May[0]}}.News(noon), "in whatever order it was found")
	require.Empty(t, agenda.Look{}.News(noon))
}
