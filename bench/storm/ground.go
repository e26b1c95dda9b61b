package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
	"github.com/slotq/slotq/internal/ref"
)

// The tenants: one whose clients keep a journal, and its huge neighbour.
const (
	journaled = "storm"
	neighbour = "crowd"
)

// How long things last at the venues: short, so that they lapse while the storm blows.
const (
	holdTTL  = 3 * time.Second
	offerTTL = 4 * time.Second
)

// slot is one to be booked.
type slot struct {
	id       string
	row      uuid.UUID
	venue    string
	from, to time.Time
	units    int
}

// ground is where the clients book: tables of one unit and seats of a few, with no queue, whose histories are judged one by one; a venue with a
// queue; one in whose places an outside booking system has a say; and the neighbour's.
type ground struct {
	tables, seats, queued, city *field
	crowd                       *field
}

// field is a venue with slots that no round has used yet.
type field struct {
	venue string
	slots []slot
	used  int
}

var errNoSlots = errors.New("the ground has no more slots: a storm this long takes a larger one")

// take gives the next unused slots.
func (f *field) take(n int) ([]slot, error) {
	if f.used+n > len(f.slots) {
		return nil, errNoSlots
	}
	f.used += n
	return f.slots[f.used-n : f.used], nil
}

// How many units a seat of the ground has, and how many days ahead there are slots: 287 a day and place, which is enough for 140 rounds.
const (
	seatUnits  = 3
	groundDays = 3
)

// layGround makes the tenants, their venues and their slots.
func (r *rig) layGround(ctx context.Context) (*ground, error) {
	for _, tenant := range []string{journaled, neighbour} {
		said, err := r.slotq(ctx, "tenant", "add", tenant, tenant, "--admin-key")
		if err != nil {
			return nil, err
		}
		lines := strings.Split(strings.TrimSpace(said), "\n")
		r.tokens[tenant] = lines[len(lines)-1]
	}
	if _, err := r.slotq(ctx, "provider", "add", "city", "--tenant", journaled, "--url", r.cityURL); err != nil {
		return nil, err
	}
	if _, err := r.slotq(ctx, "provider", "verify", "city", "--tenant", journaled); err != nil {
		return nil, err
	}
	g := &ground{}
	for _, f := range []struct {
		to     **field
		tenant string
		plan   loadtest.Plan
		tied   bool
	}{
		{&g.tables, journaled, loadtest.Plan{Places: 2, Capacity: 1, Days: groundDays}, false},
		{&g.seats, journaled, loadtest.Plan{Places: 1, Capacity: seatUnits, Days: groundDays}, false},
		{&g.queued, journaled, loadtest.Plan{Places: 1, Capacity: 1, Days: groundDays}, false},
		{&g.city, journaled, loadtest.Plan{Places: 3, Capacity: 1, Days: groundDays}, true},
		{&g.crowd, neighbour, loadtest.Plan{Places: 1, Capacity: 50_000, Days: 1}, false},
	} {
		var err error
		if *f.to, err = r.layField(ctx, f.tenant, f.plan, f.tied); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (r *rig) layField(ctx context.Context, tenant string, plan loadtest.Plan, tied bool) (*field, error) {
	client, err := loadtest.NewClient(r.apis[0].url(), r.tokens[tenant], 4)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	g, err := loadtest.OpenGround(ctx, client, plan)
	if err != nil {
		return nil, err
	}
	if tied {
		if _, err := r.slotq(ctx, "provider", "tie", "city", "--tenant", tenant, "--venue", g.Code); err != nil {
			return nil, err
		}
	}
	if err := hurry(ctx, client, g.Venue); err != nil {
		return nil, err
	}
	f := &field{venue: g.Venue}
	return f, await(ctx, 2*time.Minute, func(ctx context.Context) error { return r.findSlots(ctx, f, plan) })
}

// hurry gives a venue short deadlines.
func hurry(ctx context.Context, client *loadtest.Client, venue string) error {
	rules := loadtest.Vars{"holdTtl": iso(holdTTL), "offerTtl": iso(offerTTL), "maxActiveReservationsPerCustomer": 10000}
	drafted, err := must(ctx, client, "draftPolicy", "DraftPolicyInput", "policyVersion { id version }", loadtest.Vars{"venueId": venue, "rules": rules})
	if err != nil {
		return err
	}
	made := drafted.Get("policyVersion")
	_, err = must(ctx, client, "activatePolicy", "ActivatePolicyInput", "policyVersion { id }",
		loadtest.Vars{"policyVersionId": made.Get("id").String(), "expectedVersion": made.Get("version").Int()})
	return err
}

func iso(d time.Duration) string { return fmt.Sprintf("PT%gS", d.Seconds()) }

// must gives a command before the storm, which has to be done.
func must(ctx context.Context, client *loadtest.Client, name, input, fields string, with loadtest.Vars) (gjson.Result, error) {
	with["idempotencyKey"] = uuid.NewString()
	whole, err := client.Ask(ctx, documentOf(name, input, fields), loadtest.Vars{"input": with})
	if err != nil {
		return whole, fmt.Errorf("%s: %w", name, err)
	}
	if payload := whole.Get("data." + name); payload.Get("outcome").String() == "COMMITTED" {
		return payload, nil
	}
	return whole, fmt.Errorf("%s: %s", name, whole.Raw)
}

// findSlots reads the slots of a venue beneath the API, once all are there.
func (r *rig) findSlots(ctx context.Context, f *field, plan loadtest.Plan) error {
	venue, _ := ref.Decode(ref.Venue, f.venue)
	rows, err := r.db.QueryContext(ctx, `SELECT id, starts_at, ends_at, capacity FROM slots
		WHERE venue_id = $1 AND state = 'OPEN' AND starts_at > now() + interval '3 hours' ORDER BY starts_at, id`, venue)
	if err != nil {
		return err
	}
	defer rows.Close()
	f.slots = f.slots[:0]
	for rows.Next() {
		s := slot{venue: f.venue}
		if err := rows.Scan(&s.row, &s.from, &s.to, &s.units); err != nil {
			return err
		}
		s.id = ref.Encode(ref.Slot, s.row)
		f.slots = append(f.slots, s)
	}
	if len(f.slots) < plan.Slots() {
		return errors.Join(rows.Err(), fmt.Errorf("%d of %d slots", len(f.slots), plan.Slots()))
	}
	return rows.Err()
}
