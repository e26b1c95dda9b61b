package reading_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// things are one row of every kind, all of one venue and, where rows belong to somebody, of one customer.
type things struct {
	venue, resource, slot, customer, entry, offer, hold, selection, policy, intent, attempt, approval, adjustment uuid.UUID
}

func (h *house) things(venue uuid.UUID) things {
	h.t.Helper()
	start := h.now.Add(24 * time.Hour)
	of := things{venue: venue, customer: h.customer(), resource: h.table(venue)}
	of.slot = h.slot(of.resource, start)
	of.entry = h.join(venue, wish{customer: of.customer, from: start, to: start.Add(time.Hour)})
	made := h.offer(of.entry, of.slot, proposal{skipped: `[{"entryId":"` + of.entry.String() + `","position":1,"code":"CAPACITY_EXCEEDED"}]`})
	of.offer, of.hold, of.selection = made.offer, made.hold, made.selection
	h.errands(&of)
	of.adjustment = h.adjust(venue, of.customer)
	found, err := h.reader.ActivePolicies(h.t.Context(), h.staff, []uuid.UUID{venue})
	require.NoError(h.t, err)
	of.policy = found[venue].ID
	return of
}

// errands adds an intent that stands in line, with an attempt at it, and a prepared action.
func (h *house) errands(of *things) {
	h.t.Helper()
	h.serve(of.venue, 1, h.now.Add(time.Hour))
	of.intent = h.ask(of.venue, errand{customer: of.customer, status: intent.Reserving, attempts: []intent.AttemptStatus{intent.Starting}}, of.slot)
	of.attempt = h.attempts(of.intent)[0]
	of.approval = h.prepare(of.venue, plan{customer: &of.customer})
}

// batchOf is one batch by its name: which ids it is asked for, and which of them come back.
type batchOf struct {
	name string
	id   func(things) uuid.UUID
	read func(ctx context.Context, a actor.Actor, ids []uuid.UUID) ([]uuid.UUID, error)
}

func everyBatch(h *house) []batchOf {
	r := h.reader
	return []batchOf{
		{"venues", func(o things) uuid.UUID { return o.venue }, found(r.VenuesByID)},
		{"resources", func(o things) uuid.UUID { return o.resource }, found(r.ResourcesByID)},
		{"slots", func(o things) uuid.UUID { return o.slot }, found(r.SlotsByID)},
		{"counted slots", func(o things) uuid.UUID { return o.slot }, found(r.CountedSlotsByID)},
		{"plain slots", func(o things) uuid.UUID { return o.slot }, found(r.PlainSlotsByID)},
		{"policy versions", func(o things) uuid.UUID { return o.policy }, found(r.PolicyVersionsByID)},
		{"active policies", func(o things) uuid.UUID { return o.venue }, found(r.ActivePolicies)},
		{"customers", func(o things) uuid.UUID { return o.customer }, found(r.CustomersByID)},
		{"reservations", func(o things) uuid.UUID { return o.hold }, found(r.ReservationsByID)},
		{"slots of reservations", func(o things) uuid.UUID { return o.hold }, found(r.SlotsOfReservations)},
		{"counted slots of reservations", func(o things) uuid.UUID { return o.hold }, found(r.CountedSlotsOfReservations)},
		{"plain slots of reservations", func(o things) uuid.UUID { return o.hold }, found(r.PlainSlotsOfReservations)},
		{"entries", func(o things) uuid.UUID { return o.entry }, found(r.EntriesByID)},
		{"offers", func(o things) uuid.UUID { return o.offer }, found(r.OffersByID)},
		{"selections", func(o things) uuid.UUID { return o.selection }, found(r.SelectionsByID)},
		{"positions", func(o things) uuid.UUID { return o.entry }, found(r.Positions)},
		{"intents", func(o things) uuid.UUID { return o.intent }, found(r.IntentsByID)},
		{"attempts", func(o things) uuid.UUID { return o.attempt }, found(r.AttemptsByID)},
		{"attempts of intents", func(o things) uuid.UUID { return o.intent }, found(r.AttemptsOfIntents)},
		{"places in line", func(o things) uuid.UUID { return o.intent }, found(r.QueuePositions)},
		{"approvals", func(o things) uuid.UUID { return o.approval }, found(r.ApprovalsByID)},
		{"adjustments", func(o things) uuid.UUID { return o.adjustment }, found(r.AdjustmentsByID)},
	}
}

// owned are the batches whose rows belong to a customer.
func (b batchOf) owned() bool {
	switch b.name {
	case "venues", "resources", "slots", "counted slots", "plain slots", "policy versions", "active policies":
		return false
	}
	return true
}

func found[V any](read func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]V, error)) func(context.Context, actor.Actor, []uuid.UUID) ([]uuid.UUID, error) {
	return func(ctx context.Context, a actor.Actor, ids []uuid.UUID) ([]uuid.UUID, error) {
		byID, err := read(ctx, a, ids)
		return keys(byID), err
	}
}

func TestBatchesShowWhatTheActorMaySee(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	mine, theirs := h.things(h.venue("UTC")), h.things(h.venue("UTC"))
	beside := h.things(mine.venue) // another customer in my venue
	next := h.neighbour()
	foreign := next.things(next.venue("UTC"))

	for _, b := range everyBatch(h) {
		if b.name == "positions" {
			// An entry has a position while it waits.
			for _, o := range []things{mine, theirs, beside} {
				h.exec(`UPDATE waitlist_entries SET status = 'WAITING', version = version + 1 WHERE id = $1`, o.entry)
			}
			next.exec(`UPDATE waitlist_entries SET status = 'WAITING', version = version + 1 WHERE id = $1`, foreign.entry)
		}
		all := []uuid.UUID{b.id(mine), b.id(theirs), b.id(beside), b.id(foreign), uuid.New(), uuid.Nil}
		sees := func(t *testing.T, a actor.Actor, want ...things) {
			t.Helper()
			got, err := b.read(t.Context(), a, all)
			require.NoError(t, err)
			expected := map[uuid.UUID]bool{}
			for _, o := range want {
				expected[b.id(o)] = true
			}
			require.ElementsMatch(t, keys(expected), got)
		}
		t.Run(b.name+": staff of the tenant see its rows, and another tenant's staff theirs alone", func(t *testing.T) {
			sees(t, h.staff, mine, theirs, beside)
			sees(t, next.staff, foreign)
		})
		t.Run(b.name+": staff of one venue see that venue", func(t *testing.T) {
			if b.name == "customers" {
				sees(t, h.only(mine.venue), mine, theirs, beside) // customers are the tenant's
				return
			}
			sees(t, h.only(mine.venue), mine, beside)
			sees(t, h.only(uuid.New()))
		})
		t.Run(b.name+": a customer, and an agent, sees its own and what is for all", func(t *testing.T) {
			for _, a := range []actor.Actor{h.guest(mine.customer), h.agentOf(mine.customer)} {
				if b.owned() {
					sees(t, a, mine)
				} else {
					sees(t, a, mine, theirs, beside)
				}
			}
		})
		t.Run(b.name+": a customer whose credential is for another venue sees nothing of its own here", func(t *testing.T) {
			a := h.guest(mine.customer)
			a.VenueIDs = []uuid.UUID{theirs.venue}
			switch {
			case b.name == "customers":
				sees(t, a, mine)
			case b.owned():
				sees(t, a)
			default:
				sees(t, a, theirs)
			}
		})
		t.Run(b.name+": who ought to be a customer and is none sees nothing of anybody", func(t *testing.T) {
			nobody := h.guest(uuid.Nil)
			nobody.CustomerID = nil
			if b.owned() {
				sees(t, nobody)
			} else {
				sees(t, nobody, mine, theirs, beside)
			}
		})
		t.Run(b.name+": no ids give nothing", func(t *testing.T) {
			got, err := b.read(t.Context(), h.staff, nil)
			require.NoError(t, err)
			require.Empty(t, got)
		})
	}
	t.Run("staff see who was passed over, a customer does not", func(t *testing.T) {
		ids := []uuid.UUID{mine.selection}
		for _, c := range []struct {
			a    actor.Actor
			want int
		}{{h.staff, 1}, {h.guest(mine.customer), 0}, {h.agentOf(mine.customer), 0}} {
			got, err := h.reader.SelectionsByID(t.Context(), c.a, ids)
			require.NoError(t, err)
			require.Equal(t, mine.slot, got[mine.selection].SlotID)
			require.Len(t, got[mine.selection].Skipped, c.want)
		}
	})
}

func TestListsShowWhatTheActorMaySee(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	mine, theirs := h.things(h.venue("UTC")), h.things(h.venue("UTC"))
	beside := h.things(mine.venue)
	next := h.neighbour()
	foreign := next.things(next.venue("UTC"))

	for _, of := range everyList(h) {
		if of.ofTheTenant() {
			continue
		}
		t.Run(of.name+": an unusable venue is not found, whatever makes it so", func(t *testing.T) {
			for what, try := range map[string]struct {
				a     actor.Actor
				venue uuid.UUID
			}{
				"unknown":                       {h.staff, uuid.New()},
				"nil":                           {h.staff, uuid.Nil},
				"of another tenant":             {h.staff, foreign.venue},
				"not granted":                   {h.only(theirs.venue), mine.venue},
				"granted but of another tenant": {h.only(foreign.venue), foreign.venue},
				"another kind of thing":         {h.staff, mine.slot},
			} {
				_, err := of.list(t.Context(), try.a, try.venue, whole)
				requireUnknown(t, err, what)
			}
		})
		t.Run(of.name+": a customer, and an agent, sees its own or what is the same for all", func(t *testing.T) {
			all, err := of.list(t.Context(), h.staff, mine.venue, whole)
			require.NoError(t, err)
			own := map[string]uuid.UUID{"reservations": mine.hold, "entries": mine.entry, "offers": mine.offer, "adjustments": mine.adjustment}
			for _, a := range []actor.Actor{h.guest(mine.customer), h.agentOf(mine.customer)} {
				got, err := of.list(t.Context(), a, mine.venue, whole)
				require.NoError(t, err)
				if id, has := own[of.name]; has {
					require.Len(t, all.Nodes, 2)
					require.Equal(t, []uuid.UUID{id}, got.Nodes)
					continue
				}
				require.Equal(t, all.Nodes, got.Nodes)
			}
		})
	}
	t.Run("venues are those of the grant", func(t *testing.T) {
		for _, c := range []struct {
			a    actor.Actor
			want []uuid.UUID
		}{
			{h.staff, []uuid.UUID{mine.venue, theirs.venue}},
			{h.only(theirs.venue), []uuid.UUID{theirs.venue}},
			{h.only(theirs.venue, foreign.venue), []uuid.UUID{theirs.venue}},
			{h.guest(beside.customer), []uuid.UUID{mine.venue, theirs.venue}},
			{next.staff, []uuid.UUID{foreign.venue}},
		} {
			got, err := ids(h.reader.Venues(t.Context(), c.a, whole))
			require.NoError(t, err)
			require.ElementsMatch(t, c.want, got.Nodes)
		}
	})
	t.Run("one venue that can't be seen is nil", func(t *testing.T) {
		for _, c := range []struct {
			a    actor.Actor
			id   uuid.UUID
			sees bool
		}{{h.staff, mine.venue, true}, {h.staff, foreign.venue, false}, {h.only(theirs.venue), mine.venue, false}, {h.staff, uuid.New(), false}} {
			venue, err := h.reader.Venue(t.Context(), c.a, c.id)
			require.NoError(t, err)
			require.Equal(t, c.sees, venue != nil)
		}
	})
	t.Run("the tenant is the actor's own", func(t *testing.T) {
		for _, house := range []*house{h, next} {
			tenant, err := h.reader.Tenant(t.Context(), house.staff)
			require.NoError(t, err)
			require.Equal(t, house.tenant, tenant.ID)
		}
	})
	t.Run("a filter doesn't reach past what is one's own", func(t *testing.T) {
		got, err := h.reader.Reservations(t.Context(), h.guest(beside.customer), mine.venue, filterAll(), whole)
		require.NoError(t, err)
		require.Len(t, got.Nodes, 1)
		require.Equal(t, beside.hold, got.Nodes[0].ID)
	})
	t.Run("without a tenant nothing is read", func(t *testing.T) {
		_, err := h.reader.Venues(t.Context(), actor.Actor{Role: actor.Admin}, whole)
		require.Error(t, err)
	})
}

func TestCommand(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	next := h.neighbour()
	principal, colleague := h.staff, h.staff
	colleague.PrincipalID = uuid.New()
	const key = "a-key-of-one's-own"
	subject := ref.Ref{Kind: ref.Reservation, ID: uuid.New()}
	digest, input := command.KeyDigest(key), command.InputDigest("holdSlot", struct{}{})
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO principals (id, tenant_id, role, display_name, created_at) VALUES ($1, $2, 'STAFF', 'Ada', now())`, principal.PrincipalID, h.tenant)
		exec(`INSERT INTO commands (id, tenant_id, principal_id, key_digest, operation, input_digest, outcome, problem, refs, correlation_id, created_at, completed_at)
			VALUES (gen_random_uuid(), $1, $2, $3, 'holdSlot', $4, 'REJECTED', '{"code":"SLOT_OCCUPIED","message":"Taken.","retry":"REREAD"}', $5::jsonb, 'first', $6, $6)`,
			h.tenant, principal.PrincipalID, digest[:], input[:], `["`+subject.String()+`"]`, h.now)
	})

	t.Run("one's own key answers as it first did", func(t *testing.T) {
		got, err := h.reader.Command(t.Context(), principal, key)
		require.NoError(t, err)
		require.Equal(t, &command.Record{
			Operation: "holdSlot", InputDigest: input, CreatedAt: h.now, CompletedAt: h.now,
			Result: command.Result{
				Outcome: command.Rejected, Refs: []ref.Ref{subject}, CorrelationID: "first",
				Problem: &problem.Problem{Code: problem.SlotOccupied, Message: "Taken.", Retry: problem.RetryReread},
			},
		}, got)
	})
	t.Run("an unknown key, another's, and another tenant's are nil", func(t *testing.T) {
		stranger := next.staff
		stranger.PrincipalID = principal.PrincipalID
		for _, c := range []struct {
			a   actor.Actor
			key string
		}{{principal, key + "!"}, {colleague, key}, {stranger, key}} {
			got, err := h.reader.Command(t.Context(), c.a, c.key)
			require.NoError(t, err)
			require.Nil(t, got)
		}
	})
	t.Run("what can't be a key is refused", func(t *testing.T) {
		for _, bad := range []string{"", "short", "with a blank in the middle", string(make([]byte, 129))} {
			_, err := h.reader.Command(t.Context(), principal, bad)
			require.ErrorIs(t, err, problem.ErrInvalidKey)
		}
	})
}

func TestRowsComeWholeAndInUTC(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	o := h.things(h.venue("Europe/Berlin"))
	slots, err := h.reader.SlotsByID(t.Context(), h.staff, []uuid.UUID{o.slot})
	require.NoError(t, err)
	resources, err := h.reader.ResourcesByID(t.Context(), h.staff, []uuid.UUID{o.resource})
	require.NoError(t, err)
	require.Equal(t, resources[o.resource], slots[o.slot].Standing.Resource)
	require.Equal(t, h.tenant, slots[o.slot].TenantID)
	require.Equal(t, o.venue, slots[o.slot].VenueID)
	require.Equal(t, 1, slots[o.slot].Taken)
	require.Equal(t, 3, slots[o.slot].Version)

	reservations, err := h.reader.ReservationsByID(t.Context(), h.staff, []uuid.UUID{o.hold})
	require.NoError(t, err)
	hold := reservations[o.hold]
	require.Equal(t, reservation.Held, hold.Status)
	require.True(t, hold.HeldByOffer())
	require.Equal(t, slots[o.slot].StartsAt, hold.StartsAt)
	policies, err := h.reader.PolicyVersionsByID(t.Context(), h.staff, []uuid.UUID{hold.PolicyVersionID})
	require.NoError(t, err)
	require.Equal(t, defaultRules(), policies[hold.PolicyVersionID].Rules)

	for _, at := range []time.Time{slots[o.slot].StartsAt, slots[o.slot].Now, hold.CreatedAt, *hold.ExpiresAt, resources[o.resource].CreatedAt} {
		require.Equal(t, time.UTC, at.Location())
	}
}
